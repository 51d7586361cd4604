import type { NamedObject } from '../../criteria/task/named-object.ts'
import type { Check } from '../choice/checks.ts'
import type { Pick } from '../choice/pick.ts'
import type { CriterionClause, ProposalReason, ProposalWarning, RejectedOption } from '../decision.ts'
import type { ProposalClass } from '../proposal.ts'
import type { Material } from './material.ts'

/** A proposal before it was judged. */
export interface CriterionDraft {
  readonly class: ProposalClass
  /** What must hold, clause by clause; joined by AND. */
  readonly clauses: readonly CriterionClause[]
  readonly commands: readonly string[]
  readonly checks: readonly Check[]
  /** What the task names and a clause is about. */
  readonly named: readonly NamedObject[]
  readonly rejected: readonly RejectedOption[]
  readonly reasons: readonly ProposalReason[]
  readonly warnings: readonly ProposalWarning[]
  readonly score: number
  readonly unusual: boolean
}

export const exitsWithZero = (command: string): CriterionClause => ({ command, verdict: 'exits 0' })

/** The best command of each pick, and the others as rejected options. */
export function draftOf(
  { reading }: Material,
  picks: readonly Pick[],
  more: Partial<CriterionDraft> = {},
): CriterionDraft {
  const checks = uniqueBy(picks.flatMap(({ options }) => options.slice(0, 1)))
  const commands = checks.map(({ command }) => command)
  return {
    class: reading.class,
    clauses:
      reading.class === 'type-clean' || reading.class === 'lint-clean'
        ? commands.map(exitsWithZero)
        : commands.map(passes),
    commands,
    checks,
    named: [],
    rejected: picks.flatMap(rejectedFor),
    reasons: [],
    warnings: [],
    score: Math.min(...picks.map(({ score }) => score)),
    unusual: reading.unusual,
    ...more,
  }
}

const uniqueBy = (checks: readonly Check[]): Check[] => [
  ...new Map(checks.map(check => [check.command, check])).values(),
]

const passes = (command: string): CriterionClause => ({ command, verdict: 'passes' })

function rejectedFor({ options: [best, ...rest] }: Pick): RejectedOption[] {
  if (best === undefined) return []
  return rest.slice(0, 3).map(check => {
    const because = whyNot(check, best)
    const inCi = because.code === 'weaker-source' && because.inCi ? check.sightings[0] : undefined
    return { clauses: [passes(check.command)], because, ...(inCi ? { inCi } : {}) }
  })
}

function whyNot(check: Check, best: Check): RejectedOption['because'] {
  const chosen = best.command
  if (check.main !== best.main) return { code: 'other-purpose', main: check.main, chosen }
  const [[own], [better]] = [check.sightings, best.sightings]
  return own === undefined || better === undefined || own.source === better.source
    ? { code: 'farther-from-task', chosen }
    : { code: 'weaker-source', chosen, chosenSource: better.source, source: own.source, inCi: own.layer === 4 }
}
