import { provable } from '../../check/completion/provable.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import type { Outcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { nameOf } from '../../proof/waiver.ts'
import { higherLimitFlags } from '../../run/higher-limits.ts'
import { redBaselineChoices } from '../../run/request/red-baseline.ts'
import { LIST_SEPARATOR } from '../../run/settings/kinds.ts'
import { unreachable } from '../../std/unreachable.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { clockTime } from './words.ts'

export interface Paths {
  readonly progress: string
  readonly handOff: string
  /** What a command needs before it in the person's shell; empty, or with a space at its end. */
  readonly before: string
  /** Flags that select this project from the current directory; empty, or with a leading space. */
  readonly where: string
  /** Confirms a raised limit where nobody can be asked: ` -y`, or empty. */
  readonly confirm: string
  readonly log: (iteration: number, name: 'agent.log' | 'verify.log') => string
  /** How much the loop changed, in one line; null when unknown. */
  readonly changed: string | null
  /** The command that brings a loop of a fleet here; null when its files are here. */
  readonly pull: string | null
  /** The tree is in a git repository, so git can show the changes. */
  readonly git: boolean
}

/** The command that was typed, with other values for some flags. */
export type Retype = (changes: Readonly<Record<string, string>>) => string

/** Commands to type next. A line that is not a command begins with a word and a colon, or with `read`. */
export function nextSteps(state: LoopState, outcome: Outcome, paths: Paths, retype: Retype): readonly string[] {
  if (state.spec.proves !== null) return afterProof(state, outcome, retype)
  // What other steps read or change is on the worker.
  if (paths.pull !== null && outcome.kind !== 'limit_reached' && outcome.kind !== 'paused') return [paths.pull]
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
        // More turns of an agent that cannot work would end in the same way.
        ...(failedInEveryTurn(state) ? [`read ${paths.log(state.iteration, 'agent.log')}`] : []),
        ...(outcome.limit === 'cost_per_day' ? nextDay(state, paths) : [higherLimits(state, paths)]),
        ...acceptFinding(state, paths),
      ]
    case 'stuck':
      return [
        `read ${paths.handOff}: what was tried and what still fails`,
        ...restoreBest(state),
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
      // Until the cause is fixed, the check alone would only fail in the same way.
      return [`when the check can run: ${retype({})}`]
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

/** The agent ended every turn with an error, whatever it did. */
export const failedInEveryTurn = ({ checks, outcome }: LoopState): boolean => {
  const after = checks.filter(({ iteration }) => iteration > 0)
  return (
    outcome?.kind !== 'agent_failed' &&
    after.length > 0 &&
    after.every(({ turnEnded }) => turnEnded === 'failed' || turnEnded === 'unusable')
  )
}

/** The best turn is worth its files only if one was better than the start and later turns were worse. */
const restoreBest = ({ best, iteration, spec }: LoopState): readonly string[] =>
  best !== null && best.iteration > 0 && best.iteration < iteration ? [`agent-loop restore ${spec.id} best`] : []

/** Nothing can be resumed: the author fixes the change, or a person allows it, and it is proven again. */
function afterProof({ objections, spec }: LoopState, outcome: Outcome, retype: Retype): readonly string[] {
  if (outcome.kind === 'verified') return []
  const rules = [...new Set(objections)]
  const accepted = [...spec.waive, ...rules].join(LIST_SEPARATOR)
  return [
    ...rules.slice(0, WAIVERS_SHOWN).map(rule => `agent-loop explain ${rule}`),
    ...(rules.length === 0 ? [] : [`if the change is right: ${retype({ waive: accepted })}`]),
  ]
}

function higherLimits(state: LoopState, { where, confirm }: Paths): string {
  const raised = higherLimitFlags(state, state.spec.limits)
  return `agent-loop resume ${[state.spec.id, ...raised].join(' ')}${where}${raised.length > 0 ? confirm : ''}`
}

function nextDay(state: LoopState, paths: Paths): readonly string[] {
  if (state.spent.unreported.usd) return [higherLimits(state, paths)]
  const doubled = (state.spec.limits.usdPerDay ?? 0) * 2
  return [
    `tomorrow: ${higherLimits(state, paths)}`,
    `today: agent-loop resume ${state.spec.id} --max-cost-per-day ${doubled}${paths.where}${paths.confirm}`,
  ]
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
  retype({ waive: [...spec.waive, ...(failing?.ids ?? []).map(testName)].join(LIST_SEPARATOR) })

const testName = (id: string): string => nameOf({ rule: null, places: null, test: id })

/** Commands that explain the findings. */
const explainCommands = ({ objections }: LoopState): readonly string[] =>
  objections.slice(0, 2).map(rule => `agent-loop explain ${rule}`)

/** A finding that refused the last result may be what the person wants. The loop then resumes with a check, not with a turn. */
function acceptFinding({ spec, objections }: LoopState, { where }: Paths): readonly string[] {
  const [rule, ...others] = new Set(objections)
  if (rule === undefined) return []
  const what = others.length === 0 ? rule : `${others.length === 1 ? 'both' : `all ${others.length + 1}`} findings`
  const same = others.length === 0 ? '' : ` waive ${others.join(', ')} the same way, and resume`
  return [
    `to accept ${what}: agent-loop waive ${spec.id} ${rule} --reason "…"${where}`,
    `then${same}: agent-loop resume ${spec.id}${where}`,
  ]
}

/** Only a criterion can be verified by itself: a judge's question, or a check of the caller's own, cannot be typed. */
const verifyOrLook = ({ spec }: LoopState, { where }: Paths): string =>
  provable(spec.check) === null ? `agent-loop diff ${spec.id}${where}` : `agent-loop verify ${shellQuote(spec.done)}`

function pausedUntil({ turn, lastActive }: LoopState): string {
  if (turn?.ended !== 'rate-limited') return ''
  if (turn.retryAfterMs === null) return 'when the rate limit is over: '
  return `after ${clockTime(new Date(Date.parse(lastActive) + turn.retryAfterMs).toISOString())}: `
}
