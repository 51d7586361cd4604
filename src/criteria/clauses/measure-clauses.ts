import { fail } from '../../std/result.ts'
import type { Measure } from '../criterion.ts'
import { type CriterionReading, type Reader, read, unreadable } from '../reading.ts'
import { subjectCommand } from '../shell/command-words.ts'
import { type Comparison, findComparison, inBytes, inSeconds, isPercent } from './comparison.ts'
import { kindOf, measuresCoverage } from './coverage-clauses.ts'
import { toolCommand, toolRole } from './roles.ts'

const JSON_PATH = /^`?(\$?(?:\.[\w-]+|\[\d+\])+)`?$/
const AUXILIARY =
  /(?:^|\s+)(?:is|are|be|has|have|shows?|prints?|reports?|outputs?|returns?|says|gives?|yields?|produces?|value|number|count|of|a|an|the|score|total|with|must|should|stays?|remains?|at|coverage|result|which|that)$/i

/** "npm run coverage shows >= 80%", "`node bench.js` reports p95 under 200 ms". */
export const readMeasure: Reader = (clause, commands) => {
  const comparison = findComparison(clause)
  if (!comparison || comparison.unsaid) return null
  const from =
    /^(?:the\s+)?(.+?)\s+(?:from|of|in|reported by|printed by|according to|measured by|given by|by)\s+(.+?)(?:\s+(?:is|are|be|must be|should be|stays?|remains?))*$/i.exec(
      comparison.before,
    )
  if (from?.[1] && from[2]) {
    const command = subjectCommand(from[2], commands)
    if (command !== null) return thresholdOn(command, { ...comparison, before: from[1] }, clause)
  }
  const source = /^(.*?)\s*(?:from|in|reported by|according to|by)\s+(?:the output of\s+)?(.+)$/i.exec(comparison.after)
  const after = source?.[2] ? subjectCommand(source[2], commands) : null
  if (after !== null) return thresholdOn(after, { ...comparison, after: source?.[1] ?? '' }, clause)
  const fenced = /^((`+).+?\2)\s+(\$?(?:\.[\w-]+|\[\d+\])+)$/s.exec(stripped(comparison.before))
  const printer = fenced?.[1] ? subjectCommand(fenced[1], commands) : null
  if (printer !== null && fenced?.[3]) return thresholdOn(printer, { ...comparison, before: fenced[3] }, clause)
  const metric = /^(\S+)\s+((?:[a-z]+ )?[a-z]+)$/i.exec(stripped(comparison.before))
  const tool = metric?.[1] && toolRole(metric[1]) ? toolCommand(metric[1], commands) : null
  if (tool !== null && metric?.[2]) return thresholdOn(tool, { ...comparison, before: metric[2] }, clause)
  const command = subjectCommand(stripped(comparison.before), commands)
  return command === null ? null : thresholdOn(command, { ...comparison, before: '' }, clause)
}

function stripped(before: string): string {
  let rest = before
  while (AUXILIARY.test(rest)) rest = rest.replace(AUXILIARY, '')
  return rest
}

/** The number in what a command is said to print: "at least 80%", "a score above 0.9". */
export function threshold(command: string, object: string, said: string): CriterionReading {
  const comparison = findComparison(object)
  if (!comparison || (comparison.unsaid && !isPercent(comparison))) return null
  return thresholdOn(command, comparison, said)
}

function thresholdOn(command: string, comparison: Comparison, said: string): CriterionReading {
  const { is, value, before, after } = comparison
  const measure = measureOf(command, comparison)
  // A number is compared as printed, so "2 s" would be less than 500. The unit is known only when it is the next word.
  if (hasDimension(comparison) && !(measure.kind === 'number' && measure.label === comparison.unit))
    return fail(unreadable(said, { code: 'number-with-unit' }))
  const every = /\b(?:for|in|on|across)\s+(?:all|every|each|any)\b|\bevery(?:where)?\b|\beach\b/i.test(
    `${before} ${after}`,
  )
  const unit = isPercent(comparison) ? ('percent' as const) : null
  return read({
    kind: 'output_threshold',
    command,
    measure,
    is: comparison.unsaid ? 'at_least' : is,
    value,
    unit,
    every,
    said,
  })
}

const hasDimension = (comparison: Comparison): boolean =>
  inSeconds(comparison) !== null || (inBytes(comparison) !== null && comparison.unit !== 'k')

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
  const about = `${before} ${after}`
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
