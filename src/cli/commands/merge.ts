import { existsSync } from 'node:fs'
import type { LoopState } from '../../loop/state.ts'
import { findLoop } from '../../run/find-loop.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { refuseFromInside } from '../../run/steer/inside-turn.ts'
import { alone } from '../../run/tree/hold-tree.ts'
import { UsageError } from '../../std/usage-error.ts'
import { nodeDisk } from '../../system/disk.ts'
import { identityOf } from '../../system/process-table.ts'
import { newNonce } from '../../system/shell.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Command, CommandContext } from '../command.ts'
import { mergeLoop } from '../merge-loop.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop merge <loop-id>'

export const merge: Command = {
  summary:
    'Merges the verified work of a loop with a worktree into the branch that it came from: rebased, verified again, then fast-forwarded.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {},

  async run(asked) {
    const context = await inProjectOfLoop(asked)
    const { positionals, env, json, out, err, signal } = context
    const [id, extra] = positionals
    if (id === undefined || extra !== undefined) throw new UsageError('bad-arguments', 'One loop is expected.', USAGE)
    const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
    const { state } = await findLoop(disk, layout, id)
    refuseFromInside(env, id, state.spec.nonce)
    const own = mergeable(state)
    const self = identityOf(process.pid)
    if (self === null) throw new UsageError('unsupported', 'This machine does not tell who its processes are.', '')
    const hold = { disk, layout, self }
    const say = (line: string): void => (json ? undefined : err(`agent-loop: ${line}`))
    // Nobody works in either tree meanwhile, and no loop begins in one.
    const merged = await alone(hold, { tree: own.origin, loop: id, nonce: newNonce() }, () =>
      alone(hold, { tree: state.spec.tree, loop: id, nonce: newNonce() }, () =>
        mergeLoop(state, own, { env, view: layout.view, say, signal }),
      ),
    )
    if (!merged.ok) return refused(context, id, merged.error)
    const { onto, to, gate } = merged.value
    if (json) out(JSON.stringify({ loop_id: id, merged: true, ...merged.value }))
    else {
      out(
        gate === null
          ? `${onto} had all of it already.`
          : `${onto} is now at ${to.slice(0, 12)}, proven again by ${gate}.`,
      )
      out(`The worktree and the branch of ${id} are removed.`)
    }
    return 0
  },
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
  const because = (says: string, hint: string): UsageError => new UsageError('bad-arguments', says, hint)
  if (worktree === null)
    throw because(`The loop ${id} worked in ${tree} itself: there is nothing to merge.`, `agent-loop diff ${id}`)
  if (outcome?.kind !== 'verified')
    throw because(
      `The loop ${id} is not verified (${outcome?.kind ?? 'running'}), and only proven work is merged.`,
      `See agent-loop status ${id}; its work is in ${tree}`,
    )
  if (!existsSync(tree)) throw because(`${tree} is gone: the loop ${id} was merged, or removed.`, 'See agent-loop list')
  const { onto } = worktree
  if (onto === null)
    throw because(
      `The loop ${id} began at a commit and on no branch, so there is none to go back to.`,
      `Merge ${worktree.branch} by hand.`,
    )
  if (check === null)
    throw because(`The check of ${id} was an object of the program that began it.`, `Merge ${worktree.branch} by hand.`)
  return { ...worktree, onto }
}
