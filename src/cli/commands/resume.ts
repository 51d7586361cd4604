import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { Limits, LoopState } from '../../loop/state.ts'
import { forgetJob, isOfBackground, resumeInBackground, showHandedOver } from '../../run/request/background.ts'
import type { Command, CommandContext, Flags } from '../../run/request/command.ts'
import { retypedFrom } from '../../run/request/loop-flags.ts'
import { STATE_DIR_FLAG } from '../../run/request/overview.ts'
import { findSetting } from '../../run/settings/find-setting.ts'
import { duration, money, wholeNumber } from '../../run/settings/values.ts'
import { UsageError } from '../../std/usage-error.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { layoutOf, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { atLoop } from '../at-loop.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'

const USAGE = 'agent-loop resume <loop-id> [--max-iterations N] [--timeout 2h] [--max-cost 5]'

export const resume: Command = {
  summary:
    'Takes up a loop that was interrupted, paused or ended on a limit: where it ran before, here or in the background. What it spent stays spent; its criterion is that of its start.',
  usage: USAGE,
  flags: {
    'max-iterations': { takes: 'text', alias: 'iterations', says: 'turns at most, those that were taken included' },
    timeout: { takes: 'text', says: 'time at most for turns and checks together, from the first on' },
    'turn-timeout': { takes: 'text', says: 'time at most for one turn' },
    'verify-timeout': { takes: 'text', says: 'time at most for one run of the check' },
    'max-wait': { takes: 'text', says: 'time at most for waiting on rate limits' },
    'max-cost': { takes: 'text', says: 'US dollars at most, from the first turn on; none for no limit' },
    'max-tokens': { takes: 'text', says: 'tokens at most, from the first turn on; none for no limit' },
    external: { takes: 'nothing', says: 'in the background, also a loop that was begun in a terminal' },
    foreground: { takes: 'nothing', says: 'here, also a loop of the background' },
    yes: { takes: 'nothing', short: 'y', says: 'raise limits without a terminal, as in CI' },
    ...STATE_DIR_FLAG,
  },

  async run(asked) {
    const context = await atLoop(asked)
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw new UsageError('bad-arguments', 'One loop is expected.', USAGE)
    const { env, cwd, flags } = context
    const tree = treeOf(cwd)
    const given = flags.text('state-dir')
    const stateDirectory = await findSetting('state-dir', given === undefined ? {} : { 'state-dir': given }, env, tree)
    const limits = limitsFrom(flags)
    const past = await pastOf(id, layoutOf(env, tree, stateDirectory))
    const before = fold(past)
    refuseUnseenRaise(context, before, limits)
    if (await belongsToBackground(context, id, stateDirectory)) {
      showHandedOver(context, await resumeInBackground(context, id, { limits, stateDirectory }))
      return 0
    }
    const state = await watchLoop(
      context,
      { stateDirectory },
      {
        begin: (loop, signal) => loop.resume(id, { limits }, signal),
        past,
        onBegun: () => void forgetJob(env, id),
        retype: () => (before ? retypedFrom(before.spec) : 'agent-loop list'),
      },
    )
    return codeOf(state)
  },
}

async function belongsToBackground({ flags, env, cwd }: CommandContext, id: string, stateDirectory: string | null) {
  if (flags.has('external') && flags.has('foreground'))
    throw new UsageError('bad-arguments', 'Both --external and --foreground are given.', 'Give one of them.')
  if (flags.has('external') || flags.has('foreground')) return flags.has('external')
  return await isOfBackground(layoutOf(env, treeOf(cwd), stateDirectory), id)
}

async function pastOf(id: string, layout: ReturnType<typeof layoutOf>): Promise<readonly LoopEvent[]> {
  // Whether there is such a loop is said by whoever takes it up.
  const read = /^[\w-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
  return read?.events ?? []
}

function limitsFrom(flags: Flags): Partial<Limits> {
  const given = <T>(name: string, read: (text: string) => T): T | undefined => {
    const text = flags.text(name)
    return text === undefined ? undefined : read(text)
  }
  const limits = {
    iterations: given('max-iterations', text => wholeNumber('max-iterations', text)),
    totalMs: given('timeout', text => duration('timeout', text)),
    turnMs: given('turn-timeout', text => duration('turn-timeout', text)),
    checkMs: given('verify-timeout', text => duration('verify-timeout', text)),
    waitMs: given('max-wait', text => duration('max-wait', text)),
    tokens: given('max-tokens', text => (text === 'none' ? null : wholeNumber('max-tokens', text))),
    usd: given('max-cost', text => (text === 'none' ? null : money('max-cost', text))),
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}

/** What costs more than was agreed is a person's decision: somebody at a terminal, or somebody who wrote the yes down. */
function refuseUnseenRaise({ flags }: CommandContext, state: LoopState | null, limits: Partial<Limits>): void {
  if (state === null || flags.has('yes') || process.stdin.isTTY) return
  const before = state.spec.limits
  const raised = (Object.keys(limits) as (keyof Limits)[]).some(
    name => (limits[name] ?? Number.POSITIVE_INFINITY) > (before[name] ?? Number.POSITIVE_INFINITY),
  )
  if (raised)
    throw new UsageError(
      'needs-person',
      'A higher limit needs a person, and there is no terminal.',
      `Add -y to say so: agent-loop resume ${state.spec.id} -y …`,
    )
}
