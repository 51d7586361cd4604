import { provable } from '../../check/completion/provable.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import type { Outcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { nameOf } from '../../proof/waiver.ts'
import { higherLimitFlags } from '../../run/higher-limits.ts'
import { redBaselineChoices } from '../../run/request/red-baseline.ts'
import { unreachable } from '../../std/unreachable.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { clockTime } from './words.ts'

export interface Paths {
  readonly progress: string
  readonly handOff: string
  /** Flags that select this project from the current directory; empty, or with a leading space. */
  readonly where: string
  readonly log: (iteration: number, name: 'agent.log' | 'verify.log') => string
  /** How much the loop changed, in one line; null when unknown. */
  readonly changed: string | null
  /** The tree is in a git repository, so git can show the changes. */
  readonly git: boolean
}

/** The command that was typed, with other values for some flags. */
export type Retype = (changes: Readonly<Record<string, string>>) => string

/** Commands to type next. A line that is not a command begins with a word and a colon, or with `read`. */
export function nextSteps(state: LoopState, outcome: Outcome, paths: Paths, retype: Retype): readonly string[] {
  switch (outcome.kind) {
    case 'verified':
      return outcome.because === 'already_green'
        ? []
        : [
            `agent-loop diff ${state.spec.id}`,
            ...(state.spec.worktree === null ? [] : [`agent-loop merge ${state.spec.id}${paths.where}`]),
          ]
    case 'claimed':
      return [verifyOrLook(state, paths)]
    case 'limit_reached':
      return [
        `agent-loop resume ${state.spec.id} ${higherLimitFlags(state, state.spec.limits).join(' ')}${paths.where}`,
        ...acceptFinding(state, paths),
      ]
    case 'stuck':
      return [
        `read ${paths.handOff}: what was tried and what still fails`,
        ...(state.best && state.best.iteration < state.iteration ? [`agent-loop restore ${state.spec.id} best`] : []),
        ...acceptFinding(state, paths),
      ]
    case 'blocked':
      return outcome.because === 'red_baseline'
        ? redBaselineChoices(state).map(({ criterion }) => retype({ completion: describeCriterion(criterion) }))
        : [
            `read ${paths.handOff}: decide between the task and the tests that block it, then`,
            ...(outcome.because === 'needs_waiver' ? acceptDisputed(state, paths) : []),
            `agent-loop resume ${state.spec.id}${paths.where}`,
            ...(outcome.because === 'needs_waiver' ? [`without a terminal: ${rerunWithWaivers(state, retype)}`] : []),
          ]
    case 'tampered':
      return [`agent-loop diff ${state.spec.id}`, ...explainCommands(state), ...acceptFinding(state, paths)]
    case 'gate_broken':
      return [verifyOrLook(state, paths)]
    case 'agent_failed':
      return [`read ${paths.log(Math.max(1, state.iteration), 'agent.log')}`]
    case 'paused':
      return [`${pausedUntil(state)}agent-loop resume ${state.spec.id}${paths.where}`]
    case 'aborted':
      return [outcome.interrupted ? `agent-loop resume ${state.spec.id}${paths.where}` : retype({})]
    default:
      return unreachable(outcome)
  }
}

const WAIVERS_SHOWN = 2

/** Commands that show the changes so far and accept the disputed tests. */
function acceptDisputed({ spec, failing }: LoopState, { where, changed }: Paths): readonly string[] {
  const { ids, count } = failing ?? { ids: [], count: 0 }
  const more = Math.max(count, ids.length) - Math.min(ids.length, WAIVERS_SHOWN)
  return [
    `agent-loop diff ${spec.id}${where}`,
    ...(changed === null ? [] : [`changed: ${changed}`]),
    ...ids
      .slice(0, WAIVERS_SHOWN)
      .map(id => `agent-loop waive ${spec.id} ${shellQuote(testName(id))} --reason "…"${where}`),
    ...(more > 0 ? [`and: ${more} more failing tests, waived the same way`] : []),
  ]
}

/** The same loop again, with the disputed tests waived from the start. */
const rerunWithWaivers = ({ spec, failing }: LoopState, retype: Retype): string =>
  retype({ waive: [...spec.waive, ...(failing?.ids ?? []).map(testName)].join('\n') })

const testName = (id: string): string => nameOf({ rule: null, places: null, test: id })

/** Commands that explain the findings. */
const explainCommands = ({ objections }: LoopState): readonly string[] =>
  objections.slice(0, 2).map(rule => `agent-loop explain ${rule}`)

/** A finding that refused the last result may be what the person wants. The loop then resumes with a check, not with a turn. */
const acceptFinding = ({ spec, objections }: LoopState, { where }: Paths): readonly string[] =>
  objections
    .slice(0, 1)
    .map(
      rule =>
        `if that is right: agent-loop waive ${spec.id} ${rule} --reason "…"${where}, then agent-loop resume ${spec.id}${where}`,
    )

/** Only a criterion can be verified alone: a judge's question, or a check of the caller's own, cannot be typed. */
const verifyOrLook = ({ spec }: LoopState, { where }: Paths): string =>
  provable(spec.check) === null ? `agent-loop diff ${spec.id}${where}` : `agent-loop verify ${shellQuote(spec.done)}`

function pausedUntil({ turn, lastActive }: LoopState): string {
  if (turn?.ended !== 'rate-limited') return ''
  if (turn.retryAfterMs === null) return 'when the rate limit is over: '
  return `after ${clockTime(new Date(Date.parse(lastActive) + turn.retryAfterMs).toISOString())}: `
}
