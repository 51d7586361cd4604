import type { EventOf, LoopEvent } from '../../loop/events.ts'
import { ruleNamed } from '../../proof/rules.ts'
import { findingId } from '../../proof/waiver.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { PageFinding, PageStep, TurnPage } from '../page-data.ts'

type CheckEvent = EventOf<'check-end' | 'baseline-end'>

interface TurnParts {
  readonly events: readonly LoopEvent[]
  readonly turn: number
  readonly logs: TurnPage['logs']
  /** The name of a step of the proof for people. */
  readonly stepName: (step: string) => string
}

/** Everything about one turn but its diff and its logs. Number 0 is the check before the first turn. */
export function turnPage({ events, turn, logs, stepName }: TurnParts): TurnPage {
  const own = events.filter(event => 'iteration' in event && event.iteration === turn)
  const end = own.findLast(event => event.kind === 'turn-end')
  const checks = events.filter((event): event is CheckEvent => isCheck(event))
  const index = checks.findLastIndex(check => turnOf(check) === turn)
  const check = checks[index]
  const told = events.slice(
    0,
    events.findIndex(event => event.kind === 'turn-start' && event.iteration === turn),
  )
  return {
    turn,
    agent: end?.agent ?? null,
    said: end?.answer ?? null,
    error: end?.error ?? null,
    hints: sinceLastTurn(told).map(({ text }) => text),
    blocked: end?.blocked ?? [],
    waits: own.flatMap(event => (event.kind === 'wait' ? [event.because] : [])),
    check: check === undefined ? null : checkOf(check, checks[index - 1], stepName),
    logs,
  }
}

const isCheck = ({ kind }: LoopEvent): boolean => kind === 'check-end' || kind === 'baseline-end'

const turnOf = (check: CheckEvent): number => (check.kind === 'check-end' ? check.iteration : 0)

/** The hints that were waiting when the turn began. */
function sinceLastTurn(before: readonly LoopEvent[]): readonly EventOf<'hint'>[] {
  const last = before.findLastIndex(({ kind }) => kind === 'turn-start')
  return before.slice(last + 1).filter(event => event.kind === 'hint')
}

function checkOf(check: CheckEvent, before: CheckEvent | undefined, stepName: TurnParts['stepName']) {
  const [was, is] = [idsOf(before), idsOf(check)]
  const { proof } = check
  const known = check.verdict === 'verified' || is.length > 0
  return {
    verdict: check.verdict,
    missing: check.missing,
    ms: check.duration_ms,
    runs: check.evidence.map(run => ({
      command: run.command,
      passed: run.verified,
      exitCode: run.exit_code,
      ms: run.duration_ms,
      tests: run.tests,
      failing: run.failing,
      failingCount: run.failing_count,
    })),
    fixed: known ? was.filter(id => !is.includes(id)) : [],
    added: before === undefined ? [] : is.filter(id => !was.includes(id)),
    findings: check.findings.map(finding => findingOf(finding, check.loop)),
    proof: proof && {
      level: proof.level,
      runs: proof.runs,
      ms: proof.duration_ms,
      steps: proof.steps.map(
        ({ step, result, says, duration_ms }): PageStep => ({
          name: stepName(step),
          result,
          says,
          ms: duration_ms ?? null,
        }),
      ),
    },
  }
}

const idsOf = (check: CheckEvent | undefined): readonly string[] =>
  check?.evidence.flatMap(({ failing }) => failing) ?? []

function findingOf(finding: CheckEvent['findings'][number], loop: string): PageFinding {
  const rule = ruleNamed(finding.rule)
  const name = findingId(finding)
  return {
    name,
    objection: finding.objection,
    says: finding.says,
    places: finding.places,
    means: rule?.means ?? '',
    honest: rule?.honest ?? '',
    waive: `agent-loop waive ${loop} ${shellQuote(name)} --reason "…"`,
  }
}
