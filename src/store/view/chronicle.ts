import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import type { Analytics, IterationRow } from './analytics-schema.ts'

/** Figures and findings of a loop, folded from its events. Of bounded size. */
export interface Chronicle {
  readonly analytics: Analytics
  /** The latest findings, oldest first; each rule once for the same places. */
  readonly findings: readonly { readonly iteration: number; readonly key: string; readonly says: string }[]
  /** The current turn. */
  readonly turn: { readonly startedAt: string; readonly end: EventOf<'turn-end'> | null } | null
  /** Ids of the failures of the previous check. */
  readonly failing: readonly string[]
  readonly fewest: number | null
}

const ITERATIONS_KEPT = 500
const FINDINGS_KEPT = 20

export const emptyChronicle = (loop: string): Chronicle => ({
  analytics: {
    version: '1.0.0',
    loop_id: loop,
    totals: {
      iterations: 0,
      turn_ms: 0,
      check_ms: 0,
      proof_ms: 0,
      waits: 0,
      wait_ms: 0,
      tokens: 0,
      usd: 0,
      fixed: 0,
      best_iteration: null,
      outcome: null,
    },
    iterations: [],
  },
  findings: [],
  turn: null,
  failing: [],
  fewest: null,
})

export function record(chronicle: Chronicle, event: LoopEvent): Chronicle {
  switch (event.kind) {
    case 'turn-start':
      return { ...chronicle, turn: { startedAt: event.at, end: null } }
    case 'turn-end':
      return afterTurn(chronicle, event)
    case 'baseline-end':
      return afterCheck(chronicle, event, 0)
    case 'check-end':
      return afterCheck(chronicle, event, event.iteration)
    case 'finding':
      return { ...chronicle, findings: withFinding(chronicle.findings, event) }
    case 'wait':
      return withTotals(chronicle, ({ waits, wait_ms }) => ({ waits: waits + 1, wait_ms: wait_ms + event.wait_ms }))
    case 'loop-resume':
      return withTotals(chronicle, () => ({ outcome: null }))
    case 'loop-end':
      return withTotals(chronicle, () => ({ outcome: event.status }))
    default:
      return chronicle
  }
}

type Totals = Analytics['totals']

function withTotals(chronicle: Chronicle, change: (totals: Totals) => Partial<Totals>): Chronicle {
  const { analytics } = chronicle
  return { ...chronicle, analytics: { ...analytics, totals: { ...analytics.totals, ...change(analytics.totals) } } }
}

/** A sum with an unknown part is unknown. A turn that met a rate limit counts as 0. */
function afterTurn(chronicle: Chronicle, event: EventOf<'turn-end'>): Chronicle {
  const { usage, ended } = event
  const plus = (sum: number | null, part: number | null | undefined): number | null =>
    sum === null || (part == null && ended !== 'rate-limited') ? null : sum + (part ?? 0)
  const counted = withTotals(chronicle, ({ turn_ms, tokens, usd }) => ({
    turn_ms: turn_ms + event.duration_ms,
    tokens: plus(tokens, usage?.tokens),
    usd: plus(usd, usage?.usd),
  }))
  return { ...counted, turn: { startedAt: chronicle.turn?.startedAt ?? event.at, end: event } }
}

function afterCheck(chronicle: Chronicle, event: EventOf<'baseline-end' | 'check-end'>, iteration: number): Chronicle {
  const row = rowOf(chronicle, event, iteration)
  // A check without named failures does not show how far the work is. Of two equal ones, the earlier changed less.
  const known = row.verdict === 'verified' || row.failing > 0
  const better = known && (chronicle.fewest === null || row.failing < chronicle.fewest)
  const { analytics } = chronicle
  const totals = {
    ...analytics.totals,
    iterations: iteration,
    check_ms: analytics.totals.check_ms + row.check_ms,
    proof_ms: analytics.totals.proof_ms + (row.proof_ms ?? 0),
    fixed: analytics.totals.fixed + row.fixed,
    ...(better ? { best_iteration: iteration } : {}),
  }
  const iterations = [...analytics.iterations, row].slice(-ITERATIONS_KEPT)
  return {
    ...chronicle,
    analytics: { ...analytics, totals, iterations },
    turn: null,
    failing: namesFailures(event) ? idsOf(event) : chronicle.failing,
    fewest: better ? row.failing : chronicle.fewest,
  }
}

function rowOf(
  { turn, failing, analytics }: Chronicle,
  event: CheckFacts & { readonly at: string },
  iteration: number,
) {
  const end = turn?.end ?? null
  const before = new Set(failing)
  const now = namesFailures(event) ? new Set(idsOf(event)) : before
  const proof = event.proof?.duration_ms ?? null
  const tests = testsOf(event)
  const fresh = iteration === 0 ? 0 : [...now].filter(id => !before.has(id)).length
  return {
    iteration,
    started_at: turn?.startedAt ?? event.at,
    turn_ms: end?.duration_ms ?? null,
    check_ms: Math.max(0, event.duration_ms - (proof ?? 0)),
    proof_ms: proof,
    turn_ended: end?.ended ?? null,
    verdict: event.verdict,
    failing: event.evidence.reduce((sum, { failing_count }) => sum + failing_count, 0),
    fixed: Math.min(
      failing.filter(id => !now.has(id)).length,
      mostFixed(analytics.iterations.at(-1)?.tests, tests, fresh),
    ),
    new: fresh,
    tests,
    tree_changed: end?.tree_changed ?? false,
    tokens: end?.usage?.tokens ?? null,
    usd: end?.usage?.usd ?? null,
  } satisfies IterationRow
}

/** A test that no longer fails because it is skipped or gone is not fixed: no more tests pass than before. */
const mostFixed = (before: IterationRow['tests'] | undefined, now: IterationRow['tests'], fresh: number): number =>
  before && now ? Math.max(0, now.passed - before.passed + fresh) : Number.POSITIVE_INFINITY

const idsOf = ({ evidence }: CheckFacts): readonly string[] => evidence.flatMap(({ failing }) => failing)

/** A check that did not run, or whose run had no result, shows nothing as fixed. */
const namesFailures = (facts: CheckFacts): boolean => facts.verdict === 'verified' || idsOf(facts).length > 0

function testsOf({ evidence }: CheckFacts): IterationRow['tests'] {
  const counted = evidence.flatMap(({ tests }) => (tests ? [tests] : []))
  if (counted.length === 0) return null
  const sum = (of: (tests: (typeof counted)[number]) => number): number =>
    counted.reduce((all, one) => all + of(one), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    total: sum(({ total }) => total),
  }
}

function withFinding(findings: Chronicle['findings'], { iteration, finding }: EventOf<'finding'>) {
  const key = [finding.rule, ...finding.places].join('\n')
  return [...findings.filter(other => other.key !== key), { iteration, key, says: finding.says }].slice(-FINDINGS_KEPT)
}
