import { join } from 'node:path'
import { peekLoop } from '../../../store/journal/read-state.ts'
import { loopFiles } from '../../../store/layout.ts'
import { projectFolders } from '../../../store/registry/find-projects.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

/** Worktrees of ended loops that were neither merged nor removed. */
export const worktreesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'worktrees',
  async look() {
    const folders = await projectFolders(disk, layout.home)
    const found: Symptom[] = []
    for (const id of await disk.list(layout.worktrees)) {
      const states = await Promise.all(folders.map(folder => peekLoop(disk, loopFiles(folder, id)).catch(() => null)))
      const state = states.find(each => each !== null) ?? null
      const folder = join(layout.worktrees, id)
      if (state === null)
        found.push({
          level: 'warning',
          says: `${folder} belongs to no loop`,
          fix: 'agent-loop clean --yes',
        })
      else if (state.outcome && state.spec.worktree) {
        const drop = `agent-loop clean ${id} --yes`
        const merge = `agent-loop merge ${id}; or to discard it: ${drop}`
        // It may be the only copy of some work, so a person looks before it is removed.
        const look = `agent-loop clean ${id}`
        const says = `the loop ${id} has ended (${state.outcome.kind}), and its worktree ${state.spec.tree} still exists`
        found.push({ level: 'warning', says, fix: state.outcome.kind === 'verified' ? merge : look })
      }
    }
    return found
  },
})
