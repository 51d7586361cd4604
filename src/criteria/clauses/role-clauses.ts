import type { Criterion } from '../criterion.ts'
import {
  bound,
  type CommandBook,
  type CriterionReading,
  exits,
  exitsWithoutWarnings,
  type Reader,
  type Role,
  read,
} from '../reading.ts'
import { findComparison } from './comparison.ts'
import { roleNamed, toolCommand, toolRole } from './roles.ts'
import { speaksOfStyle, styleOfTests } from './style-of-tests.ts'
import { commandVerdicts } from './verdict-position.ts'
import { type VerdictPhrase, verdictsAtEnd } from './verdict-words.ts'

/** Checks known by their name and not by their command: "the tests are green", "no lint errors", "the project builds". */
export const readRole: Reader = (clause, commands) => {
  for (const reader of [newFailures, everyCheck, noTrouble, noFailingTests, counted, judged, intransitive, bare]) {
    const reading = reader(clause, commands)
    if (reading) return reading
  }
  return null
}

const judged: Reader = (clause, commands) => {
  const colon =
    /^(.+?)\s*(?::|=|→|->|-)?\s+(?:all\s+)?(green|clean|passing|ok|okay|error[- ]free|red|failing|broken)$/i.exec(
      clause,
    )
  for (const { subject, verdict } of commandVerdicts(clause)) {
    const tool = toolCommand(subject, commands)
    if (tool && toolRole(subject) === 'test' && speaksOfStyle(clause)) return styleOfTests(clause, commands)
    if (tool) return read(withVerdict(tool, verdict, clause))
  }
  const candidates = verdictsAtEnd(clause).map(({ subject, verdict, plural }) => ({
    subject: plural ? unasked(subject) : subject,
    verdict,
  }))
  if (colon?.[1] && colon[2]) {
    const red = /red|failing|broken/i.test(colon[2])
    candidates.push({
      subject: colon[1],
      verdict: red ? { kind: 'fails' } : { kind: 'passes', withoutWarnings: false },
    })
  }
  for (const { subject, verdict } of candidates) {
    const mention = roleNamed(subject)
    if (mention) return onRole(mention.role, verdict, clause, commands)
  }
  return null
}

/** "make tests pass" asks for passing tests; "make tests passes" is about a command. */
const unasked = (subject: string): string =>
  subject.replace(/^(?:make|get|keep|have)\s+(?=(?:the|all|our|every|my)\s|\S+(?:\s+\S+)?$)/i, '')

function onRole(role: Role, verdict: VerdictPhrase, said: string, commands: CommandBook): CriterionReading {
  const command = bound(role, commands, said)
  return command.ok ? read(withVerdict(command.value, verdict, said)) : command
}

export function withVerdict(command: string, verdict: VerdictPhrase, said: string): Criterion {
  if (verdict.kind === 'fails') return { kind: 'not', part: exits(command, said) }
  if (verdict.kind === 'exits') return exits(command, said, verdict.code)
  return verdict.withoutWarnings ? exitsWithoutWarnings(command, said) : exits(command, said)
}

const NO = String.raw`(?:(?:there (?:are|is|should be|must be) )?(?:no|zero|0|not a single|no more|without(?: any)?|free of)(?: (?:more|remaining|new|known|outstanding))?)`
const END = String.raw`(?: (?:left|remain|remaining|any ?more|at all|reported|found|exist|anywhere))*`
const TROUBLE = new RegExp(
  String.raw`^${NO} (?:(.+?)[ -])?(errors?|failures?|issues?|problems?|violations?|warnings?|complaints?|offenses?)(?:(?:,| or| and|,? nor) (warnings?|errors?|failures?|issues?))?(?: (?:in|from|by|of|reported by|on) (.+?))?${END}$`,
  'i',
)

const kinds: readonly (readonly [RegExp, Role])[] = [
  [/^(?:(?:unit|integration|e2e) )?tests?(?:ing)?$/i, 'test'],
  [/^(?:code )?(?:lint(?:er|ing)?|style|code style)$/i, 'lint'],
  [
    /^(?:static )?(?:types?|typing|type[- ]?check(?:ing|er)?|typescript|ts|compiler|compile|compilation)$/i,
    'typecheck',
  ],
  [/^builds?$/i, 'build'],
  [/^(?:code )?format(?:ting)?$/i, 'format'],
]

const noTrouble: Reader = (clause, commands) => {
  const match = TROUBLE.exec(clause)
  if (!match) return null
  const [, kind = '', what = '', also = '', source = ''] = match
  const named = [kind, source.replace(/^the\s+/i, '')].filter(name => name !== '')
  const [name] = named
  // "no failures" without a subject is about the tests; "no errors" could be anything.
  if (name === undefined) return /^failures?$/i.test(what) ? onRole('test', passing(false), clause, commands) : null
  const warnings = /warning/i.test(what) || /warning/i.test(also)
  for (const word of named) {
    const tool = toolCommand(word, commands)
    if (tool) return read(withVerdict(tool, passing(warnings), clause))
    const role =
      kinds.find(([pattern]) => pattern.test(word))?.[1] ?? (word === source ? roleNamed(word)?.role : undefined)
    // Without a type checker the build runs the compiler.
    const present = role === 'typecheck' && !commands.typecheck && /^compil/i.test(word) ? 'build' : role
    if (present) return onRole(present, passing(warnings), clause, commands)
  }
  return null
}

const passing = (withoutWarnings: boolean): VerdictPhrase => ({ kind: 'passes', withoutWarnings })

const FAILING = String.raw`(?:fail(?:s|ing|ed)?|broken|red|crash(?:es|ing)?|error(?:s|ing)?|(?:is|are) (?:failing|red|broken))`
const noFailing = [
  new RegExp(
    String.raw`^${NO}(?: (?:failing|failed|broken|red|flaky))+ (?:\w+ )?(?:tests?|specs?|test cases?|suites?)${END}(?: (?:in|of) .+)?$`,
    'i',
  ),
  new RegExp(String.raw`^${NO} (?:\w+ )?(?:tests?|specs?)${END} ${FAILING}(?: any ?more)?$`, 'i'),
  new RegExp(String.raw`^(?:none|not one) of the (?:\w+ )?(?:tests|specs) ${FAILING}$`, 'i'),
  /^(?:0|zero) (?:failed|failing)$/i,
]
const SKIPPED = new RegExp(
  String.raw`^${NO} (?:(skipped|pending|ignored|disabled|todo)(?:,? (?:or|and) (?:skipped|pending|ignored|disabled))? (?:tests?|specs?)|(?:tests?|specs?) (?:are |is |being )?(skipped|pending|ignored|disabled))${END}$`,
  'i',
)

const noFailingTests: Reader = (clause, commands) => {
  if (noFailing.some(pattern => pattern.test(clause))) return onRole('test', passing(false), clause, commands)
  if (!SKIPPED.test(clause)) return null
  const command = bound('test', commands, clause)
  return command.ok ? read(skipsNothing(command.value, clause)) : command
}

export const skipsNothing = (command: string, said: string): Criterion => ({
  kind: 'output_match',
  command,
  pattern: String.raw`\b[1-9]\d*\s+(?:tests?\s+)?(?:skipped|pending|ignored|disabled|todo)\b|\b(?:skipped|pending|ignored|todo)\b[:=\s]+[1-9]`,
  flags: 'i',
  expect: 0,
  negated: true,
  said,
})

export const NEW_FAILURES =
  /^(?:(.+?)\s+(?:has|have|shows?|reports?|introduces?|with|causes?|produces?|gives?|yields?|:|-)\s+)?(?:no|zero|0|not any|without(?: any)?)\s+(?:(?:new|additional|further)\s+(?:(\w+)\s+)?(?:failures?|failing tests?|errors?|regressions?|breakages?|broken tests?|issues?|problems?|tests? failures?)|(?:(\w+)\s+)?regressions?)(?:\s+(?:are|is)?\s*(?:introduced|added|appear|caused))?(?:\s+in\s+(.+))?$/i
const STILL =
  /^(?:no(?:thing| tests?)?(?: that)?|none of the tests that) (?:passed|passes|worked|was green|were green|currently passes|passing)(?: before| now| at the start| today)? (?:now |may |must not |then )?(?:fails?|breaks?|is broken|fail|break)(?: now)?$|^nothing (?:that works |else )?(?:breaks|regresses|gets broken)$|^(?:existing )?tests (?:don't|do not) (?:regress|break)$/i

const newFailures: Reader = (clause, commands) => {
  const match = NEW_FAILURES.exec(clause)
  if (!match && !STILL.test(clause)) return null
  const [, subject = '', kind = '', area = '', source = ''] = match ?? []
  for (const word of [subject, kind, source, area]) {
    if (word === '') continue
    const tool = toolCommand(word, commands)
    if (tool) return read({ kind: 'no_new_failures', command: tool, said: clause })
    const role = kinds.find(([pattern]) => pattern.test(word))?.[1] ?? roleNamed(word)?.role
    if (role) return regression(role, clause, commands)
    if (word === subject) return null
    if (/^(?:performance|visual|security|memory|coverage|accessibility)$/i.test(word)) return null
  }
  return regression('test', clause, commands)
}

function regression(role: Role, said: string, commands: CommandBook): CriterionReading {
  const command = bound(role, commands, said)
  return command.ok ? read({ kind: 'no_new_failures', command: command.value, said }) : command
}

const EVERY =
  /^(?:(?:all|every|each)(?: of)?(?: the| our)? (?:checks?|gates?|verifications?|quality gates?|scripts|project checks)|everything|all|the (?:whole )?(?:pipeline|check suite))\s+(?:is |are |should be |must be |be |still |now |runs? |comes? (?:back|up) )*(?:pass(?:es|ing)?|green|succeeds?)$/i

const everyCheck: Reader = (clause, commands) => {
  if (!EVERY.test(clause)) return null
  const present = (['build', 'typecheck', 'lint', 'test'] as const).flatMap(role => commands[role] ?? [])
  if (present.length === 0) return bound('test', commands, clause) as CriterionReading
  const parts = [...new Set(present)].map(command => exits(command, clause))
  const [only] = parts
  return read(only && parts.length === 1 ? only : { kind: 'all_of', parts })
}

const THINGS = String.raw`(?:(?:the |our |my |whole |entire )*(?:project|code ?base|code|app|application|package|packages|library|repo|repository|it|everything|source|program|crate|workspace|module|all files|files|site|bundle|source code))`
const WELL = String.raw`(?: (?:cleanly|clean|fine|successfully|again|correctly|properly|(?:with|by) prettier|in (?:production|release) mode|for production|without (?:any )?(?:errors?|warnings?|issues)|with (?:no|0|zero) (?:errors?|warnings?)))*`
/** "the project builds", "all files are formatted": a statement about the whole project means one of its checks. */
const INTRANSITIVE = new RegExp(
  String.raw`^(?:${THINGS} (?:(?:should|must|still|can be|is|are|be|stays?|well|properly|correctly|fully|all) )*(?:(?<typecheck>type[- ]?check(?:s|ed)?|well[- ]typed)|(?<build>builds?|built|compiles?|compiled|bundles?)|(?<lint>lints?|linted|lint[- ](?:free|clean)|free of lint(?: errors)?)|(?<format>formatted|prettier-clean))|(?<types>(?:the |all )*types? (?:all )?checks?(?: out)?)|(?<style>(?:the )?(?:code )?formatting (?:is|stays) (?:correct|right|consistent))|(?<docs>(?:the )?(?:docs|documentation)(?: site)? (?:should |must |still |can be )*(?:builds?|built|compiles?|generates?)))${WELL}$`,
  'i',
)

const intransitive: Reader = (clause, commands) => {
  const found = INTRANSITIVE.exec(clause)?.groups
  if (!found) return null
  const named = Object.keys(found).find(name => found[name] !== undefined)
  const role = named === 'types' ? 'typecheck' : named === 'style' ? 'format' : (named as Role)
  // A project without a separate type check is checked by its build, and the reverse.
  const other =
    role === 'typecheck' && !commands.typecheck ? 'build' : role === 'build' && !commands.build ? 'typecheck' : role
  return onRole(commands[other] ? other : role, passing(/warning/i.test(clause)), clause, commands)
}

const COUNTED =
  /^(?:failing|failed|broken|passing|passed|skipped)?\s*(?:(tests?|specs?|test cases?|test failures?|failures)|(?:(\w+)[- ])?(warnings?|errors?|problems?|issues?|violations?))(?:\s+(?:in|from|by|of)\s+(.+?))?(?:\s+(pass(?:es|ing)?|fail(?:s|ing)?|(?:are|is) skipped|exist|run|remain|left|are allowed|allowed))?$/i

/** "at least 50 tests pass", "fewer than 10 lint warnings": a number that the check itself prints. */
const counted: Reader = (clause, commands) => {
  const comparison = findComparison(clause.replace(/^there (?:are|is|must be|should be) /i, ''))
  if (!comparison || !/^(?:has|have|with)?$/i.test(comparison.before) || comparison.unit !== null) return null
  const match = COUNTED.exec(comparison.after)
  if (!match) return null
  const [whole, tests, kind = '', trouble, source = ''] = match
  const named = [kind, source.replace(/^the\s+/i, '')].filter(word => word !== '')
  const role = tests
    ? 'test'
    : named
        .map(word => kinds.find(([pattern]) => pattern.test(word))?.[1] ?? toolRole(word) ?? roleNamed(word)?.role)
        .find(found => found !== undefined)
  if (!role)
    return trouble && named.length === 0
      ? onThreshold('lint', trouble.toLowerCase(), comparison, { said: clause, commands })
      : null
  const label = tests
    ? /fail|broken/i.test(whole)
      ? 'failed'
      : /skip/i.test(whole)
        ? 'skipped'
        : /pass/i.test(whole)
          ? 'passed'
          : 'tests'
    : (trouble ?? '').toLowerCase()
  return onThreshold(role, label, comparison, { said: clause, commands })
}

type Found = NonNullable<ReturnType<typeof findComparison>>

function onThreshold(
  role: Role,
  label: string,
  found: Found,
  { said, commands }: { said: string; commands: CommandBook },
): CriterionReading {
  const command = bound(role, commands, said)
  if (!command.ok) return command
  const is = found.unsaid && label === 'passed' ? 'at_least' : found.is
  return read({
    kind: 'output_threshold',
    command: command.value,
    measure: { kind: 'number', label },
    is,
    value: found.value,
    unit: null,
    every: false,
    said,
  })
}

const bare: Reader = (clause, commands) => {
  if (
    !/^(?:the |all |all the |our )?(?:unit |integration |e2e )?(?:tests?|test[- ]?suite|specs|lint(?:er|ing)?|type-?check(?:s|ing)?|type checks?|types|build|format(?:ting)?|docs build)$/i.test(
      clause,
    )
  )
    return null
  const role = roleNamed(clause)?.role
  return role ? onRole(role, passing(false), clause, commands) : null
}
