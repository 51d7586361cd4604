import { fail } from '../std/result.ts'
import { awaitsText, type Context, looksLikeCommand } from './command-likeness.ts'
import { type Comparison, findComparison, inSeconds, isPercent } from './comparison.ts'
import { kindOf, measuresCoverage } from './coverage-clauses.ts'
import { allOf, type Criterion, type Measure } from './criterion.ts'
import { outcomesOf } from './outcomes.ts'
import { masked, unquoted } from './prose.ts'
import { type CommandBook, exits, type Reader, type Reading, read, unreadable } from './reading.ts'
import { NEW_FAILURES, withVerdict } from './role-clauses.ts'
import { toolCommand } from './roles.ts'
import { independentParts, readShell } from './shell-line.ts'
import { shellQuote } from './shell-quote.ts'
import { patternOf, readSought } from './sought.ts'
import { verdictsAtEnd } from './verdict-words.ts'

/** A command, and what it shall do: exit in some way, print something, print a number. */
export const readCommandClause: Reader = (clause, commands) => {
  for (const reader of [finishesInTime, newFailures, judged, outputOf, prints, measures, bareCommand]) {
    const reading = reader(clause, commands)
    if (reading) return reading
  }
  return null
}

/** The command that a phrase stands for: quoted, or scored to be one; null when it is none. */
export function commandNamed(phrase: string, context: Context = 'bare'): string | null {
  const text = phrase
    .trim()
    .replace(
      /^(?:(?:the|running|run|a|executing|calling)\s+)*(?:(?:command|script|output of|result of|shell command)\s+)?(?=[`"'])/i,
      '',
    )
    .replace(/^(?:running|executing|calling|invoking)\s+/i, '')
    .replace(/(?<=[`"'])\s+(?:command|script|target|task|invocation)$/i, '')
    .replace(/^\$\s+/, '')
  const quoted = unquoted(text)
  if (quoted && (quoted.quote !== '"' || /\s|^[\w./-]+$/.test(quoted.inner)))
    return quoted.inner.trim() !== '' && looksLikeCommand(quoted.inner.trim(), 'quoted')
      ? quoted.inner.trim().replace(/^\$\s+/, '')
      : null
  return looksLikeCommand(text, context) ? text : null
}

/** `a && b` becomes two parts where the parts do not need one another's shell. */
function run(command: string, said: string, build: (command: string, said: string) => Criterion): Criterion {
  const parts = withSteps(independentParts(command))
  return parts.length === 1 ? build(command, said) : allOf(parts.map(part => build(part, part)))
}

/** What cannot fail is no check but a step; it stays with the check that it prepares, or that it follows. */
function withSteps(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  let steps = ''
  for (const part of parts) {
    if (!outcomesOf(part).canFail) steps += `${part} && `
    else {
      joined.push(steps + part)
      steps = ''
    }
  }
  const left = steps.replace(/ && $/, '')
  if (left === '') return joined
  const last = joined.pop()
  return [...joined, last === undefined ? left : `${last} && ${left}`]
}

/** A line for the shell with all its operators, and perhaps a verdict behind it; nothing in it is prose. */
export const readShellClause: Reader = (clause, commands) => judged(clause, commands) ?? bareCommand(clause, commands)

const bareCommand: Reader = clause => {
  const command = commandNamed(clause)
  return command === null || awaitsText(command) ? null : read(run(command, command, (part, said) => exits(part, said)))
}

const judged: Reader = (clause, commands) => {
  for (const { subject, verdict, ofProcess } of verdictsAtEnd(clause)) {
    if (/(?:[;&|]|\b(?:and|or|with|without|no|not|the|has|have))$/i.test(subject) || awaitsText(subject)) continue
    const tool = /^\S+$/.test(subject) ? toolCommand(subject, commands) : null
    const command = tool ?? commandNamed(subject, ofProcess ? 'process' : 'bare')
    if (command === null) continue
    return read(
      verdict.kind === 'passes' || (verdict.kind === 'exits' && verdict.code === 0)
        ? run(command, clause, (part, said) => withVerdict(part, verdict, said))
        : withVerdict(command, verdict, clause),
    )
  }
  return null
}

const newFailures: Reader = (clause, commands) => {
  const subject = NEW_FAILURES.exec(clause)?.[1]
  const command = subject ? subjectCommand(subject, commands) : null
  return command === null ? null : read({ kind: 'no_new_failures', command, said: clause })
}

const NOT = String.raw`(?:(?:does not|doesn't|do not|don't|must not|should not|shouldn't|never|no longer|cannot|won't|not)\s+(?:ever\s+|longer\s+)?)`
const VERBS = String.raw`(?:prints?|outputs?|shows?|displays?|says|logs|emits?|writes|reports?|echoes|produces|responds with|answers(?: with)?|returns|lists|contains?|includes?|mentions?|matches|has|yields|gives|ends with|starts with|print|output|show|log|report|list|return|say)`
const PRINTS = new RegExp(
  String.raw`(?:\s+(?:should|must|will|shall|still|now|always|also))*\s+(?:(${NOT})(${VERBS})|(?:should\s+|must\s+|will\s+|to\s+)(${VERBS})|(prints|outputs|shows|displays|says|logs|emits|writes|reports|echoes|produces|responds with|answers(?: with)?|returns|lists|contains|includes|mentions|matches|has|yields|gives|ends with|starts with))(?:\s+out)?\s+`,
  'gi',
)

const prints: Reader = (clause, commands) => {
  for (const match of masked(clause).matchAll(PRINTS)) {
    const command = subjectCommand(clause.slice(0, match.index), commands)
    const object = clause.slice(match.index + match[0].length).trim()
    if (command === null || object === '') continue
    const verb = (match[2] ?? match[3] ?? match[4] ?? '').toLowerCase()
    const reading = printed({ command, verb, object, negated: match[1] !== undefined, said: clause })
    if (reading) return reading
  }
  return null
}

interface Printed {
  readonly command: string
  readonly verb: string
  readonly object: string
  readonly negated: boolean
  readonly said: string
}

function printed({ command, verb, object, negated, said }: Printed): Reading {
  const comparison = negated ? null : threshold(command, object, said)
  if (comparison) return comparison
  const nothing = /^(?:nothing|no output(?: at all)?|an empty (?:string|line|result)|anything)$/i.test(object)
  if (nothing)
    return read(
      outputMatch({ command, said, pattern: String.raw`\S`, flags: '', negated: /anything/i.test(object) === negated }),
    )
  if (/^something$/i.test(object))
    return read(outputMatch({ command, said, pattern: String.raw`\S`, flags: '', negated }))
  const no = /^(?:no|zero|0)\s+(.+)$/i.exec(object)?.[1]
  const sought = readSought(no ?? object)
  if (!sought) return null
  const { pattern, flags } = patternOf(sought)
  const placed = verb.startsWith('start')
    ? `^\\s*${pattern}`
    : verb.startsWith('end')
      ? `${pattern}\\s*$`
      : /^(?:exactly|only|just)\s/i.test(object)
        ? `^\\s*${pattern}\\s*$`
        : pattern
  return read(outputMatch({ command, said, pattern: placed, flags, negated: negated !== (no !== undefined) }))
}

/** That a text is there is proof in itself; that it is missing is proof only if the command ran well. */
const outputMatch = ({
  negated,
  ...match
}: {
  command: string
  said: string
  pattern: string
  flags: string
  negated: boolean
}): Criterion => ({ kind: 'output_match', ...match, negated, expect: negated ? 0 : null })

function subjectCommand(phrase: string, commands: CommandBook): string | null {
  const text = phrase
    .trim()
    .replace(/^the\s+(?:output|stdout|stderr|result)\s+(?:of|from)\s+/i, '')
    .replace(/(?:'s)?\s+(?:standard )?(?:output|stdout|stderr|result)$/i, '')
  return (/^\S+$/.test(text) ? toolCommand(text, commands) : null) ?? commandNamed(text)
}

const OUTPUT_OF =
  /^(?:the\s+)?(?:standard\s+)?(?:output|stdout|stderr|result)\s+(?:of|from)\s+(.+?)\s+((?:does not|doesn't|must not|should not|never|no longer)\s+)?(?:(?:should|must|will)\s+)?(contains?|includes?|matches|match|is|equals|be|has|shows?|mentions?|starts with|ends with)\s+(not\s+)?(.+)$/i
const IN_OUTPUT =
  /^(.+?)\s+(?:is|are|appears?|shows? up|can be found)\s+(not\s+)?(?:printed |shown |present |found |included )?(?:in|by|from)\s+(?:the\s+)?(?:output|stdout|stderr|result)?\s*(?:of|from|by)?\s*(`[^`]+`|.+)$/i

const outputOf: Reader = (clause, commands) => {
  const match = OUTPUT_OF.exec(clause)
  if (match?.[1] && match[5]) {
    const command = subjectCommand(match[1], commands)
    const equal = /^(?:is|equals|be)$/i.test(match[3] ?? '')
    const negated = (match[2] ?? match[4]) !== undefined
    if (command === null) return null
    if (equal && /^(?:empty|blank)$/i.test(match[5]))
      return printed({ command, verb: 'prints', object: 'nothing', negated, said: clause })
    return printed({
      command,
      verb: match[3] ?? '',
      object: equal && !findComparison(match[5]) ? `exactly ${match[5]}` : match[5],
      negated,
      said: clause,
    })
  }
  const found = IN_OUTPUT.exec(clause)
  if (!found?.[1] || !found[3]) return null
  const command = subjectCommand(found[3], commands)
  return command === null
    ? null
    : printed({ command, verb: 'prints', object: found[1], negated: found[2] !== undefined, said: clause })
}

const JSON_PATH = /^`?(\$?(?:\.[\w-]+|\[\d+\])+)`?$/
const AUXILIARY =
  /(?:^|\s+)(?:is|are|be|has|have|shows?|prints?|reports?|outputs?|returns?|says|gives?|yields?|produces?|value|number|count|of|a|an|the|score|total|with|must|should|stays?|remains?|at|coverage|result|which|that)$/i

/** "npm run coverage shows >= 80%", "`node bench.js` reports p95 under 200 ms". */
const measures: Reader = (clause, commands) => {
  const comparison = findComparison(clause)
  if (!comparison || comparison.unsaid) return null
  const from =
    /^(?:the\s+)?(.+?)\s+(?:from|of|in|reported by|printed by|according to|measured by|given by|by)\s+(.+?)(?:\s+(?:is|are|be|must be|should be|stays?|remains?))*$/i.exec(
      comparison.before,
    )
  if (from?.[1] && from[2]) {
    const command = subjectCommand(from[2], commands)
    if (command !== null) return read(thresholdOn(command, { ...comparison, before: from[1] }, clause))
  }
  const source = /^(.*?)\s*(?:from|in|reported by|according to|by)\s+(?:the output of\s+)?(.+)$/i.exec(comparison.after)
  const after = source?.[2] ? subjectCommand(source[2], commands) : null
  if (after !== null) return read(thresholdOn(after, { ...comparison, after: source?.[1] ?? '' }, clause))
  const command = subjectCommand(stripped(comparison.before), commands)
  return command === null ? null : read(thresholdOn(command, { ...comparison, before: '' }, clause))
}

function stripped(before: string): string {
  let rest = before
  while (AUXILIARY.test(rest)) rest = rest.replace(AUXILIARY, '')
  return rest
}

function threshold(command: string, object: string, said: string): Reading {
  const comparison = findComparison(object)
  if (!comparison || (comparison.unsaid && !isPercent(comparison))) return null
  return read(thresholdOn(command, comparison, said))
}

function thresholdOn(command: string, comparison: Comparison, said: string): Criterion {
  const { is, value, before, after } = comparison
  const every = /\b(?:for|in|on|across)\s+(?:all|every|each|any)\b|\bevery(?:where)?\b|\beach\b/i.test(
    `${before} ${after}`,
  )
  const unit = isPercent(comparison) ? ('percent' as const) : null
  return {
    kind: 'output_threshold',
    command,
    measure: measureOf(command, comparison),
    is: comparison.unsaid ? 'at_least' : is,
    value,
    unit,
    every,
    said,
  }
}

function measureOf(command: string, comparison: Comparison): Measure {
  const { before, unit } = comparison
  const after = comparison.after
    .replace(/\s*(?:for|in|on|across|per)\s+(?:all|every|each|any|the)?\s*\w+.*$/i, '')
    .trim()
  const label = stripped(before)
    .replace(/^(?:a|an|the|its|of|at|that|is|are)\s+/i, '')
    .replace(/\s+score$/i, '')
    .trim()
  const path = JSON_PATH.exec(label)?.[1]
  if (path) return { kind: 'json_path', path: path.startsWith('$') ? path : `$${path}` }
  const about = `${label} ${after}`
  if (
    /\bcoverage|\bcovered|^\s*(?:lines?|branch(?:es)?|functions?|statements?)\s*$/i.test(about) ||
    (isPercent(comparison) && measuresCoverage(command))
  )
    return { kind: 'coverage', of: kindOf(about), report: null }
  const noun = after.replace(/^(?:a|an|the|of)\s+/i, '')
  const named =
    label || (/^[\w][\w -]*$/.test(noun) ? noun : '') || (unit && unit !== '%' && !isPercent(comparison) ? unit : '')
  return { kind: 'number', label: named === '' ? null : named.replace(/^[`"']|[`"']$/g, '') }
}

const IN_TIME =
  /^(.+?)\s+(?:(?:should|must|will|still)\s+)*(?:(?:finish(?:es)?|completes?|runs?|ends?|passes|succeeds|takes?|is done|exits 0|builds?)\s+)(?:in\s+)?(?:(?:less|fewer|no more|not more) than|under|below|within|at most|up to|<=?|no longer than)\s+(.+)$/i

/** A limit on the time of the command itself is put before the command; `timeout` makes the exit code say it. */
const finishesInTime: Reader = (clause, commands) => {
  const match = IN_TIME.exec(clause)
  const limit = match?.[2] ? findComparison(match[2]) : null
  const seconds = limit && limit.before === '' && limit.after === '' ? inSeconds(limit) : null
  if (!match?.[1] || seconds === null) return null
  const command = subjectCommand(match[1], commands)
  if (command === null) return null
  const simple = readShell(command)?.commands[0]?.command.type === 'Command' && !/^\w+=/.test(command)
  return read(exits(`timeout ${seconds} ${simple ? command : `bash -c ${shellQuote(command)}`}`, clause))
}

/** A test file is not run by its name; what runs it must be said. */
export const readTestFile: Reader = clause => {
  const file =
    /^`?([\w./@-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|exs|java|kt))`?\s+(?:passes|pass|succeeds|is green|runs?|works)\b/i.exec(
      clause,
    )?.[1]
  return file ? fail(unreadable(clause, `Name the command that runs ${file}: "npx vitest run ${file} passes".`)) : null
}
