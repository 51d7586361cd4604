import { existsSync } from 'node:fs'
import { isoTime } from '../../loop/iso-time.ts'
import type { LoopState } from '../../loop/state.ts'
import { findLoop } from '../../run/find-loop.ts'
import { mergeLoop } from '../../run/merge/merge-loop.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { refuseFromInside } from '../../run/steer/inside-turn.ts'
import { withLease } from '../../run/tree/hold-tree.ts'
import { loopFiles } from '../../store/layout.ts'
import { noteMerge } from '../../store/merge-record.ts'
import { systemClock } from '../../system/clock.ts'
import { nodeDisk } from '../../system/disk.ts'
import { identityOf } from '../../system/process-table.ts'
import { newNonce } from '../../system/shell.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLoop, loopsOfProject } from '../project-of-loop.ts'

const USAGE = 'agent-loop merge [loop-id]'

export const merge: Command = {
  summary:
    'Merges the verified work of a loop from its worktree into the branch that it came from: rebases it, verifies it again, then fast-forwards. Without an id, merges the only loop that can be merged.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {},

  async run(asked) {
    const context = asked.positionals.length === 0 ? await withOnlyMergeable(asked) : await inProjectOfLoop(asked)
    const { positionals, env, json, out, err, signal } = context
    const [id, extra] = positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
    const { state } = await findLoop(disk, layout, id)
    await refuseFromInside(env, id, state.spec.nonce)
    const own = mergeable(state)
    const self = identityOf(process.pid)
    if (self === null) throw cliProblem('processes-unknown', {})
    const hold = { disk, layout, self }
    const say = (line: string): void => (json ? undefined : err(`agent-loop: ${line}`))
    // No other loop works in either tree meanwhile.
    const merged = await withLease(hold, { tree: own.origin, loop: id, nonce: newNonce() }, () =>
      withLease(hold, { tree: state.spec.tree, loop: id, nonce: newNonce() }, () =>
        mergeLoop(state, own, { env, view: layout.view, say, signal }),
      ),
    )
    if (!merged.ok) return refused(context, id, merged.error)
    const { onto, to, gate } = merged.value
    await noteMerge(disk, loopFiles(layout, id).directory, { onto, commit: to, at: isoTime(systemClock) })
    if (json) out(JSON.stringify({ loop_id: id, merged: true, ...merged.value }))
    else {
      out(
        gate === null
          ? `${onto} already contains this work.`
          : `${onto} is now at ${to.slice(0, 12)}. The loop ${gate} verified the result again.`,
      )
      out(`The worktree and the branch of ${id} are removed.`)
    }
    return 0
  },
}

/** With one candidate there is nothing to guess; with several, a person chooses. */
async function withOnlyMergeable(context: CommandContext): Promise<CommandContext> {
  const found = (await loopsOfProject(context)).filter(
    ({ status, worktree }) => status === 'verified' && worktree && existsSync(worktree.path),
  )
  const [only, ...others] = found
  if (only === undefined) throw cliProblem('none-to-merge', {})
  if (others.length > 0)
    throw cliProblem('several-to-merge', {
      commands: found.map(({ loop_id, task }) => `agent-loop merge ${loop_id}   # ${task.split('\n')[0]}`),
    })
  if (!context.json) context.err(`agent-loop: merging ${only.loop_id}`)
  return { ...context, positionals: [only.loop_id] }
}

function refused(
  { json, out, err }: CommandContext,
  id: string,
  { says, next, exitCode }: { readonly says: string; readonly next: string; readonly exitCode: number },
): number {
  if (json) out(JSON.stringify({ loop_id: id, merged: false, because: says, next }))
  else for (const line of [`agent-loop: ${says}`, next]) err(line.split('\n').map(plain).join('\n'))
  return exitCode
}

type Mergeable = NonNullable<LoopState['spec']['worktree']> & { readonly onto: string }

function mergeable({ spec, outcome }: LoopState): Mergeable {
  const { id, worktree, check, tree } = spec
  if (worktree === null) throw cliProblem('nothing-to-merge', { id, tree })
  if (outcome?.kind !== 'verified') throw cliProblem('not-verified', { id, status: outcome?.kind ?? 'running', tree })
  if (!existsSync(tree)) throw cliProblem('worktree-gone', { id, tree })
  const { onto, branch } = worktree
  if (onto === null) throw cliProblem('started-on-no-branch', { id, branch })
  if (check === null) throw cliProblem('check-not-stored', { id, branch })
  return { ...worktree, onto }
}
