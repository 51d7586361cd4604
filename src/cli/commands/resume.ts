import { fold } from '../../loop/apply.ts'
import { raisedLimits } from '../../loop/approval.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { Limits, LoopState } from '../../loop/state.ts'
import type { Status } from '../../loop/status.ts'
import { forgetJob, isOfBackground, resumeInBackground } from '../../run/request/background.ts'
import { stateDirectoryHere } from '../../run/request/overview.ts'
import type { SettingName } from '../../run/settings/settings.ts'
import { type Given, givenValues, limitsIn } from '../../run/settings/values.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { layoutOf, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { argumentProblem } from '../argument-problems.ts'
import { showBackgroundLoop } from '../background-lines.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'
import { retyped, retypedFrom } from '../retype.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'

const USAGE = 'agent-loop resume [loop-id] [--max-iterations N] [--timeout 2h] [--max-cost 5]'

/** Ends after which a loop can usually be resumed. */
const RESUMABLE: readonly Status[] = ['interrupted', 'paused', 'limit_reached', 'blocked', 'aborted']

const LIMITS = [
  'max-iterations',
  'timeout',
  'turn-timeout',
  'verify-timeout',
  'max-wait',
  'max-cost',
  'max-cost-per-day',
  'max-tokens',
] as const satisfies readonly SettingName[]

export const resume: Command = {
  summary:
    'Resumes a loop that was interrupted, paused, or ended at a limit. It runs where it ran before: in a terminal or in the background. The criterion stays the same. Limits count from the first turn; "none" removes a limit on cost or tokens.',
  usage: USAGE,
  settings: [...LIMITS, 'state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'resume',
  defaultsSay: 'unchanged',
  flags: {
    external: { takes: 'nothing', says: 'resume in the background, even if the loop started in a terminal' },
    foreground: { takes: 'nothing', says: 'resume in this terminal, even if it is a background loop' },
    yes: { takes: 'nothing', short: 'y', says: 'raise limits without a terminal, as in CI' },
  },

  async run(asked) {
    const context = await inProjectOfLatest(asked, status => RESUMABLE.includes(status))
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const { env, cwd } = context
    const stateDirectory = await stateDirectoryHere(context)
    const limits = limitsFrom(context.given)
    const past = await pastOf(id, layoutOf(env, treeOf(cwd), stateDirectory))
    const before = fold(past)
    refuseUnseenRaise(context, before, limits)
    if (context.fleet !== undefined)
      return await (await import('../fleet-commands.ts')).resumeOnFleet(context, context.fleet, id, limits)
    if (await belongsToBackground(context, id, stateDirectory)) {
      showBackgroundLoop(context, await resumeInBackground(context, id, { limits, stateDirectory }))
      return 0
    }
    const state = await watchLoop(
      context,
      { stateDirectory },
      {
        start: (loop, signal) => loop.resume(id, { limits }, signal),
        past,
        // Now nothing can be refused any more.
        onEvent: event => void (event.kind === 'loop-resume' && forgetJob(env, id)),
        retype: () => (before ? retypedFrom(before.spec) : 'agent-loop list'),
      },
    )
    return codeOf(state)
  },
}

async function belongsToBackground({ flags, env, cwd }: CommandContext, id: string, stateDirectory: string | null) {
  if (flags.has('external') && flags.has('foreground'))
    throw argumentProblem('flags-conflict', { flags: ['--external', '--foreground'], usage: USAGE })
  if (flags.has('external') || flags.has('foreground')) return flags.has('external')
  return await isOfBackground(layoutOf(env, treeOf(cwd), stateDirectory), id)
}

async function pastOf(id: string, layout: ReturnType<typeof layoutOf>): Promise<readonly LoopEvent[]> {
  // A missing loop is reported by the code that resumes it.
  const read = /^[\w-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
  return read?.events ?? []
}

/** `none` removes a limit that can be missing. */
function limitsFrom({ 'max-cost': usd, 'max-tokens': tokens, ...given }: Given): Partial<Limits> {
  const numbers = {
    ...given,
    ...(usd === undefined || usd === 'none' ? {} : { 'max-cost': usd }),
    ...(tokens === undefined || tokens === 'none' ? {} : { 'max-tokens': tokens }),
  }
  return {
    ...limitsIn(givenValues(numbers)),
    ...(usd === 'none' ? { usd: null } : {}),
    ...(tokens === 'none' ? { tokens: null } : {}),
  }
}

/** A higher limit is a person's decision: at a terminal, or with -y. */
function refuseUnseenRaise(context: CommandContext, state: LoopState | null, limits: Partial<Limits>): void {
  const { flags } = context
  if (state === null || flags.has('yes') || process.stdin.isTTY) return
  if (raisedLimits(state.spec.limits, limits).length === 0) return
  const place = ['external', 'foreground'].filter(flags.has).map(name => ` --${name}`)
  const command = `${retyped(state.spec.id, context, {}, 'resume')}${place.join('')} -y`
  throw cliProblem('resume-needs-person', { command })
}
