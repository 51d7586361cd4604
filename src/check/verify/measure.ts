import type { LeafOf, Measure, Relation } from '../../criteria/criterion.ts'
import { unreachable } from '../../std/unreachable.ts'
import { countStates } from '../../tools/ids/agreement.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Coverage, OutputReading } from '../../tools/reading/reading.ts'
import { countTests } from '../../tools/reading/totals.ts'
import type { CommandRun } from './run-command.ts'

type Threshold = LeafOf<'output_threshold'>

/** The numbers in an output that a threshold is about; the last one is the total. */
export function numbersFor({ measure, unit }: Threshold, output: string): number[] {
  switch (measure.kind) {
    case 'number':
      return numbersBeside(plain(output).split('\n'), measure.label, unit === 'percent')
    case 'json_path':
      return atPath(output, measure.path)
    case 'coverage':
      return printedPercent(plain(output).split('\n'), measure.of)
    // Only what a runner reports counts; a number beside the word may be anything.
    case 'tests':
      return []
    default:
      return unreachable(measure)
  }
}

/** "At least 10 tests pass": counts come from the parsed output of the runner, not from the first number next to the word. */
export function countedFor({ measure }: Threshold, { reading, executed }: CommandRun): number | null {
  if (measure.kind === 'tests') return testsPassed(executed) ?? countTests(reading)?.passed ?? null
  if (measure.kind !== 'number' || measure.label === null) return null
  const label = measure.label.toLowerCase()
  const problems = reading.tools.flatMap(tool => (tool.problems ? [tool.problems] : []))
  const total = (count: (one: (typeof problems)[number]) => number): number | null =>
    problems.length === 0 ? null : problems.reduce((sum, one) => sum + count(one), 0)
  if (/^(?:lint |type )?warnings?$/.test(label)) return total(({ warnings }) => warnings)
  if (/^(?:lint |type )?errors?$/.test(label)) return total(({ errors }) => errors)
  if (/^problems?|issues?|violations?$/.test(label)) return total(({ errors, warnings }) => errors + warnings)
  const counts = countTests(reading)
  if (counts === null) return null
  if (/^(?:tests? )?pass(?:ed|ing|es)?$/.test(label)) return counts.passed
  if (/^(?:tests? )?fail(?:ed|ing|ures?|s)?$/.test(label)) return counts.failed
  if (/^(?:tests? )?(?:skipped|pending)$/.test(label)) return counts.skipped
  return /^tests?$|^total$/.test(label) ? counts.total : null
}

/** How many tests passed, by the runners' own reports; null when one of them did not finish, or there is none. */
function testsPassed(executed: CommandRun['executed']): number | null {
  const runners = executed?.runners ?? []
  if (runners.length === 0 || runners.some(({ closed }) => !closed) || (executed?.unknown.length ?? 0) > 0) return null
  return countStates(runners.flatMap(({ tests }) => tests)).passed
}

/** An unknown tool may still print "coverage: 81 %". */
function printedPercent(lines: readonly string[], of: CoverageOf): number[] {
  const labels = of === 'any' ? ['coverage', 'covered', 'all files', 'total'] : [of, of.replace(/e?s$/, '')]
  return labels.map(label => numbersBeside(lines, label, true)).find(numbers => numbers.length > 0) ?? []
}

/** What a run printed about its own coverage. */
export function printedCoverage(reading: OutputReading, of: CoverageOf): number | null {
  const printed = reading.tools.flatMap(({ coverage }) => (coverage ? [coverage] : []))
  return printed.map(coverage => coverageOf(coverage, of)).findLast(value => value !== null) ?? null
}

export type CoverageOf = Extract<Measure, { kind: 'coverage' }>['of']

/** When the kind is not named, the kind that most people look at first. */
export function coverageOf(coverage: Coverage, of: CoverageOf): number | null {
  if (of !== 'any') return coverage[of]
  return coverage.lines ?? coverage.statements ?? coverage.functions ?? coverage.branches
}

export function satisfies(value: number, is: Relation, limit: number): boolean {
  switch (is) {
    case 'above':
      return value > limit
    case 'at_least':
      return value >= limit
    case 'below':
      return value < limit
    case 'at_most':
      return value <= limit
    case 'equal':
      return value === limit
    default:
      return unreachable(is)
  }
}

const NUMBER = String.raw`[-+]?\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?`

/** Numbers on the lines that contain the label, the nearest to it first; without a label, the numbers of the last line that has one. */
function numbersBeside(lines: readonly string[], label: string | null, percent: boolean): number[] {
  const pattern = new RegExp(percent ? String.raw`(${NUMBER})\s?%` : `(?<![\\w.])(${NUMBER})`, 'gi')
  const numbersIn = (line: string): number[] => [...line.matchAll(pattern)].map(([, digits]) => asNumber(digits ?? ''))
  if (label === null) return numbersIn(lines.findLast(line => numbersIn(line).length > 0) ?? '').slice(-1)
  const word = label.toLowerCase()
  return lines.flatMap(line => {
    const at = line.toLowerCase().indexOf(word)
    return at < 0 ? [] : nearest(line, at, word.length, pattern)
  })
}

/** "12 failed" and "failed: 12": of the numbers on the line, the one nearest to the word. */
function nearest(line: string, at: number, length: number, pattern: RegExp): number[] {
  const found = [...line.matchAll(pattern)].map(match => {
    const [start, end] = [match.index, match.index + match[0].length]
    return {
      value: asNumber(match[1] ?? ''),
      distance: start >= at + length ? start - at - length : Math.max(0, at - end),
    }
  })
  const [best] = found.sort((a, b) => a.distance - b.distance)
  return best ? [best.value] : []
}

const asNumber = (digits: string): number => Number(digits.replace(/[,_]/g, ''))

function atPath(output: string, path: string): number[] {
  const json = lastJson(output)
  const steps = [...path.replace(/^\$\.?/, '').matchAll(/[^.[\]'"]+/g)].map(([step]) => step)
  const value = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], json)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? [number] : []
}

/** Tools print text before their JSON; the last complete document counts. */
function lastJson(output: string): unknown {
  const text = plain(output).trim()
  const starts = [0, ...[...text.matchAll(/^[{[]/gm)].map(({ index }) => index)]
  for (const start of starts) {
    try {
      return JSON.parse(text.slice(start))
    } catch {
      // Not from here; perhaps from the next bracket.
    }
  }
  return undefined
}
