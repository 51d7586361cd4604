import { join } from 'node:path'
import { peekLoop } from '../../../store/journal/read-state.ts'
import { loopFiles } from '../../../store/layout.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'
import { projectsIn } from '../projects.ts'

/** Worktrees of ended loops that were neither merged nor removed. */
export const worktreesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'worktrees',
  async look() {
    const folders = await projectsIn(disk, layout)
    const found: Symptom[] = []
    for (const id of await disk.list(layout.worktrees)) {
      const states = await Promise.all(folders.map(folder => peekLoop(disk, loopFiles(folder, id)).catch(() => null)))
      const state = states.find(each => each !== null) ?? null
      const folder = join(layout.worktrees, id)
      if (state === null)
        found.push({
          level: 'warning',
          says: `${folder} belongs to no loop`,
          fix: `rm -r ${folder}, then git worktree prune`,
        })
      else if (state.outcome && state.spec.worktree) {
        const { origin, branch } = state.spec.worktree
        const drop = `git -C ${origin} worktree remove --force ${state.spec.tree} && git -C ${origin} branch -D ${branch}`
        const merge = `agent-loop merge ${id} --cwd ${origin}; or to discard it: ${drop}`
        const says = `the loop ${id} has ended (${state.outcome.kind}), and its worktree ${state.spec.tree} still exists`
        found.push({ level: 'warning', says, fix: state.outcome.kind === 'verified' ? merge : drop })
      }
    }
    return found
  },
})
