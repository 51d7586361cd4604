/** What a test program of the project's own printed at its end, where no reader knows its output. */
export interface OwnCounts {
  /** Which number was printed: how many tests there were, or only how many passed. Different ones are not compared. */
  readonly kind: 'total' | 'passed'
  /** How many tests ran, without skipped ones. */
  readonly ran: number
}

/** The counts of all summary lines together: "Tests passed: 3", "4 tests, 1 failure", "passed 3 of 4". Null when there are none. */
export function ownCounts(text: string): OwnCounts | null {
  const found = text.split('\n').flatMap(line => countsIn(line) ?? [])
  const sum = (key: keyof LineCounts): number | null => {
    const known = found.flatMap(counts => counts[key] ?? [])
    return known.length === 0 ? null : known.reduce((total, count) => total + count, 0)
  }
  const [total, passed] = [sum('total'), sum('passed')]
  if (total !== null) return { kind: 'total', ran: total - (sum('skipped') ?? 0) }
  return passed === null ? null : { kind: 'passed', ran: passed + (sum('failed') ?? 0) }
}

/** A line that only counts. Any other word may say what was counted, and when. */
export const isCountLine = (line: string): boolean =>
  (line.match(/[a-z]+/gi) ?? []).every(word => COUNT_WORD.test(word))

const COUNT_WORD =
  /^(?:all|unit|tests?|results?|summary|totals?|checks?|cases?|assertions?|specs?|suites?|pass(?:ed|es|ing)?|fail(?:ed|s|ures?|ing)?|errors?|skip(?:ped|s)?|ignored|pending|todo|measured|filtered|out|finished|done|ok|in|of|and|with|m?s|seconds?|run|ran|successfully)$/i

type LineCounts = Readonly<Partial<Record<'passed' | 'failed' | 'skipped' | 'total', number>>>

// No percentage, no part of a decimal, and no time.
const N = String.raw`(?<![\d.])(\d+)(?![\d.]*\d|\s*%|\s*m?s\b)`
/** In "test 3 passed" the number is a name, and in "a: 3 b" it belongs to what stands before. */
const NO_NAME = String.raw`(?<!\b(?:test|case|check|spec|suite)\s+#?|\w\s*[:=]\s*)`
const UNIT = String.raw`(?:(?:unit )?(?:tests?|test cases?|cases?|checks?|specs?|assertions?)\s+)?`
const OF = new RegExp(String.raw`${N}\s*(?:\/|of|out of)\s*${N}`, 'i')

const counted = (word: string): RegExp =>
  new RegExp(String.raw`\b(?:${word})\s*[:=]\s*${N}|${NO_NAME}${N}\s+${UNIT}(?:${word})\b(?!\s*[:=])`, 'i')

const PASSED = counted('pass(?:ed|es|ing)?')
const FAILED = counted('fail(?:ed|s|ures?|ing)?')
const SKIPPED = counted('skip(?:ped|s)?|ignored|pending|todo')
const TOTAL = new RegExp(
  [
    // "ran 4 tests", "4 tests, 1 failure", "tests: 4", "total: 4"
    String.raw`\b(?:ran|run)\s+${N}\s+(?:tests?|checks?|cases?|specs?)\b`,
    String.raw`^\W*${N}\s+(?:tests?|checks?|cases?|specs?)(?:\s+(?:run|ran))?(?=\W*$|\s*[,;:(])`,
    String.raw`\b(?:tests|tests? run|totals?(?: tests)?)\s*[:=]\s*${N}`,
    // "OK (4)", "OK (4 tests)"
    String.raw`^\W*ok\s*\(${N}(?:\s+tests?)?\)\W*$`,
  ].join('|'),
  'i',
)
/** "All 4 tests passed" has as many as passed. */
const ALL = new RegExp(String.raw`\ball\s+${N}\s+(?:unit )?(?:tests?|checks?|cases?|specs?|assertions?)\b.*\bpass`, 'i')

function countsIn(line: string): LineCounts | null {
  if (!/\d/.test(line) || line.length > LONGEST || !isCountLine(line)) return null
  const of = /\bpass(?:ed)?\b/i.test(line) ? OF.exec(line) : null
  if (of) return { passed: Number(of[1]), total: Number(of[2]) }
  const all = numberIn(ALL, line)
  if (all !== null) return { passed: all, total: all }
  const found = { passed: PASSED, failed: FAILED, skipped: SKIPPED, total: TOTAL }
  const counts = Object.entries(found).flatMap(([key, pattern]) => {
    const count = numberIn(pattern, line)
    return count === null ? [] : [[key, count] as const]
  })
  return counts.length === 0 ? null : Object.fromEntries(counts)
}

const LONGEST = 200

function numberIn(pattern: RegExp, line: string): number | null {
  const digits = pattern
    .exec(line)
    ?.slice(1)
    .find(group => group !== undefined)
  return digits === undefined ? null : Number(digits)
}
