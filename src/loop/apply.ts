import type { Baseline } from '../check/verify/verification.ts'
import { unreachable } from '../std/unreachable.ts'
import { NO_USAGE, UNKNOWN_USAGE, type Usage } from '../std/usage.ts'
import type { CheckFacts, EventOf, LoopEvent } from './events.ts'
import { REFLECTIONS_KEPT, reflect } from './reflect.ts'
import { resumed } from './resume.ts'
import { CHECKS_REMEMBERED, type LoopState, newLoop, type Spent } from './state.ts'
import { testsRun } from './tests-run.ts'

/** A loop's state after one more event. Reading a journal and living through it give the same state. */
export function apply(state: LoopState, event: LoopEvent): LoopState {
  return { ...step(state, event), lastActive: event.at }
}

/** The state that a journal adds up to; null when it does not begin with the loop's start. */
export function fold(events: readonly LoopEvent[]): LoopState | null {
  const [first, ...rest] = events
  return first?.kind === 'loop-start' ? rest.reduce(apply, newLoop(first.spec)) : null
}

function step(state: LoopState, event: LoopEvent): LoopState {
  switch (event.kind) {
    case 'loop-start':
      return newLoop(event.spec)
    case 'baseline-end':
      return afterBaseline(state, event)
    case 'turn-start':
      return { ...state, phase: 'in-turn', iteration: event.iteration, waitUntil: null }
    case 'turn-text':
    case 'finding':
      return state
    case 'turn-end':
      return afterTurn(state, event)
    case 'check-end':
      return afterTurnsCheck(state, event)
    case 'waiver':
      return { ...state, waivers: [...state.waivers, event.waiver].slice(-WAIVERS_KEPT), waivedSinceCheck: true }
    case 'wait':
      // The turn did not happen: its number is given again.
      return {
        ...state,
        phase: 'waiting',
        iteration: event.iteration - 1,
        waitUntil: event.until,
        limited: limitedAfter(state, event),
        spent: { ...state.spent, waitMs: state.spent.waitMs + event.wait_ms },
      }
    case 'hint':
      return {
        ...state,
        hints: [...state.hints, { id: event.id, text: event.text }].slice(-HINTS_KEPT),
        heard: [...state.heard, event.id].slice(-HEARD_KEPT),
      }
    case 'loop-resume':
      return resumed(state, event.limits)
    case 'loop-move': {
      const { tree, workspace, sealed, worktree = null } = event
      return { ...state, sealed, spec: { ...state.spec, tree, workspace, worktree } }
    }
    case 'loop-end':
      return { ...state, phase: 'ended', outcome: event.outcome }
    default:
      return unreachable(event)
  }
}

function limitedAfter({ limited }: LoopState, { agent, limited_until: until }: EventOf<'wait'>): LoopState['limited'] {
  if (agent === undefined || until === undefined) return limited
  return [...limited.filter(each => each.agent !== agent), { agent, until }]
}

const HINTS_KEPT = 10
const HEARD_KEPT = 50

function afterBaseline(state: LoopState, event: EventOf<'baseline-end'>): LoopState {
  // The baseline's time is ours: it does not count against what the loop may spend.
  const checked = afterCheck(state, event, event.tree)
  return {
    ...checked,
    baseline: baselineOf(event),
    sealed: event.sealed,
    startedGreen: event.verdict === 'verified',
    written: event.written ?? [],
  }
}

function afterTurnsCheck(state: LoopState, event: EventOf<'check-end'>): LoopState {
  const reflections =
    event.verdict === 'verified'
      ? state.reflections
      : [...state.reflections, reflect(state, event)].slice(-REFLECTIONS_KEPT)
  const checked = afterCheck(state, event, event.checked_tree ?? state.turn?.tree ?? null)
  return { ...checked, reflections, spent: { ...checked.spent, ms: checked.spent.ms + event.duration_ms } }
}

/** What later checks are compared with. */
export const baselineOf = ({ evidence }: CheckFacts): Baseline => ({
  failing: evidence.flatMap(({ failing }) => failing),
  measured: evidence.find(({ measured }) => measured !== null)?.measured ?? null,
  ran: testsRun(evidence),
  closed: evidence.find(({ closed }) => closed !== null)?.closed ?? null,
})

function afterCheck(state: LoopState, facts: CheckFacts, tree: string | null): LoopState {
  const { verdict, missing, evidence } = facts
  const failing = {
    ids: evidence.flatMap(({ failing }) => failing).slice(0, FAILING_SHOWN),
    count: evidence.reduce((sum, { failing_count }) => sum + failing_count, 0),
  }
  const summary = {
    iteration: state.iteration,
    verdict,
    missing: missing?.split('\n')[0]?.slice(0, MISSING_KEPT) ?? null,
    missingKey: facts.missing_key,
    turnEnded: state.turn?.ended ?? null,
    tree,
    failing: failing.count,
    measured: evidence.find(({ measured }) => measured !== null)?.measured ?? null,
  }
  const checks = [...state.checks, summary].slice(-CHECKS_REMEMBERED)
  const objections = facts.findings.filter(({ objection }) => objection !== null).map(({ rule }) => rule)
  const spent = (facts.judged ?? []).reduce(added, state.spent)
  const best = bestOf(state.best, summary)
  return { ...state, phase: 'ready', missing, failing, checks, best, objections, spent, waivedSinceCheck: false }
}

const FAILING_SHOWN = 20
const MISSING_KEPT = 300

/** Fewest failures; the earlier of two equals, for it changed less. What names no failures says nothing about how far it is. */
function bestOf(best: LoopState['best'], { iteration, tree, failing, verdict }: LoopState['checks'][number]) {
  const known = verdict === 'verified' || failing > 0
  if (!known) return best
  return best === null || failing < best.failing ? { iteration, tree, failing } : best
}

function afterTurn(state: LoopState, event: EventOf<'turn-end'>): LoopState {
  const badly = event.ended === 'failed' || event.ended === 'unusable'
  return {
    ...state,
    phase: 'closing',
    spent: paid(state.spent, event),
    touched: state.touched || event.tree_changed,
    idleFailures: badly && !event.tree_changed ? state.idleFailures + 1 : 0,
    blocked: [...state.blocked, ...event.blocked].slice(-BLOCKED_KEPT),
    // A turn that did not finish may not have read them.
    hints: event.ended === 'rate-limited' || event.ended === 'lost' ? state.hints : [],
    turn: {
      iteration: event.iteration,
      agent: event.agent,
      ended: event.ended,
      answer: event.answer,
      exitCode: event.exit_code,
      error: event.error,
      tree: event.tree,
      treeChanged: event.tree_changed,
      session: event.session,
      retryAfterMs: event.retry_after_ms,
      tools: event.tools,
      blocked: event.blocked,
    },
  }
}

const BLOCKED_KEPT = 50
const WAIVERS_KEPT = 50

/** A turn that met a rate limit did no work and owes no account of it. */
function paid(spent: Spent, { usage, duration_ms, ended }: EventOf<'turn-end'>): Spent {
  const assumed = ended === 'rate-limited' ? NO_USAGE : UNKNOWN_USAGE
  const used = { tokens: usage?.tokens ?? assumed.tokens, usd: usage?.usd ?? assumed.usd }
  return { ...added(spent, used), ms: spent.ms + duration_ms }
}

const added = (spent: Spent, { tokens, usd }: Usage): Spent => ({
  ...spent,
  tokens: spent.tokens + (tokens ?? 0),
  usd: spent.usd + (usd ?? 0),
  unreported: { tokens: spent.unreported.tokens || tokens === null, usd: spent.unreported.usd || usd === null },
})
