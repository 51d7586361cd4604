/** The essential details of a failure. */
interface Explanation {
  readonly message: string
  readonly expected: string | null
  readonly received: string | null
  readonly unordered: boolean
}

const NOISE =
  /^\s*(?:$|>?\s*\d+ ?\||\||>\s*\d+ \||-{3,}|={3,}|_{3,}|⎯+|\^+\s*$|~+\s*$|at |❯ |› |# \.?\/|File "|Traceback|Error Trace:|Test:\s|Stack(?: Trace)?:|Message:|Error Message:|Caused by:|stacktrace:|Failure\/Error:|Details:|\[gw\d+\]|self = |thread '|note: run with|Error Context:|@pytest|def |\.\.\.$|---$|│\s*$)/

/** Sides without a meaning: the test's author chose which value is on the left. */
const LEFT = /^\s*left:\s+`?(.+?)`?,?$/

const LABELLED = [
  [/^\s*Expected(?: value)?:\s+(.+)$/, /^\s*(?:Received(?: value)?|Actual):\s+(.+)$/],
  [/^\s*expected\s*:\s+(.+?),?$/, /^\s*(?:got|actual|received)\s*:\s+(.+?),?$/],
  [/^\s*right:\s+`?(.+?)`?,?$/, LEFT],
] as const

const INLINE = [
  /: (?<received>.+?) !== (?<expected>.+)$/,
  /expected:?\s*<(?<expected>.*)> but was:?\s*<(?<received>.*)>/,
  /assert (?<left>.+?) == (?<right>.+)$/,
  /AssertionError: (?<left>.+?) != (?<right>.+?)(?: : .*)?$/,
  /got:? (?<received>.+?)[,;] (?:want|wanted|expected):? (?<expected>.+)$/i,
  /(?:= |is )(?<received>[^,;]+)[,;] want (?<expected>.+)$/,
  /(?:want|expected):? (?<expected>.+?)[,;] (?:but )?(?:got|actual|received):? (?<received>.+)$/i,
  /Failed asserting that (?<received>.+) (?:is identical to|matches expected|equals) (?<expected>.+)\.$/,
  /[Ee]xpected (?<received>.+?) to (?:be|equal|deeply equal|strictly equal|deep equal|eql) (?<expected>.+?)(?: \/\/.*)?\.?$/,
  /^(?<received>\S.*?) !== (?<expected>.+)$/,
  /: (?<left>.+?) (?:!=|==) (?<right>.+)$/,
  /^(?<left>\S.*?) (?:!=|==) (?<right>.+)$/,
] as const

/** Finds the message and the two values in the output below a failing test. */
export function explain(details: readonly string[]): Explanation {
  const message = messageIn(details)
  const values = labelled(details) ?? diffed(details) ?? inline(details, message)
  const { expected = null, received = null, unordered = false } = values ?? {}
  return { message, expected, received, unordered }
}

interface Values {
  readonly expected: string
  readonly received: string
  readonly unordered?: boolean
}

const DIFF_HEAD =
  /^\s*[-+] ?(?:Expected|Received|expected|actual)|^\s*(?:[-+]{3} |@@ )|^\s*\+ expected - actual|^\s*(?:Difference|Diff)\b/

// The first line that says something. One that ends in a colon announces the next, which may stand after a gap.
function messageIn(details: readonly string[]): string {
  const said: string[] = []
  for (const line of details) {
    const announced = said.at(-1)?.endsWith(':') === true
    if (NOISE.test(line) || DIFF_HEAD.test(line)) {
      if (said.length > 0 && !(announced && line.trim() === '')) break
      continue
    }
    if (said.length > 0 && !announced) break
    said.push(line.trim().replace(/^(?:E\s+|│\s*|→\s*|Error:\s{2,}|error: (?=\w*Error: ))/, ''))
    if (said.length === 3) break
  }
  return said.join(' ')
}

function labelled(details: readonly string[]): Values | null {
  for (const [wanted, got] of LABELLED) {
    const expected = firstGroup(details, wanted)
    const received = firstGroup(details, got)
    if (expected !== null && received !== null) return { expected, received, unordered: got === LEFT }
  }
  return null
}

function firstGroup(details: readonly string[], pattern: RegExp): string | null {
  for (const line of details) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found.trim()
  }
  return null
}

const EXPECTED_IS_MINUS = /^\s*(?:- Expected\b|--- [Ee]xpected)/
const EXPECTED_IS_PLUS = /^\s*(?:\+ expected - actual|\+ actual - expected|Difference \(- actual, \+ expected\))/

function diffed(details: readonly string[]): Values | null {
  const start = details.findIndex(line => EXPECTED_IS_MINUS.test(line) || EXPECTED_IS_PLUS.test(line))
  if (start === -1) return null
  const header = details[start] ?? ''
  const minusIsExpected = EXPECTED_IS_MINUS.test(header) || header.includes('+ actual - expected')
  const minus: string[] = []
  const plus: string[] = []
  for (const line of details.slice(start + 1, start + 60)) {
    const sign = /^\s*(?:E\s+|│\s+)?([-+])(?![-+]{2} )(.*)$/.exec(line)
    if (!sign || /^ ?(?:Expected|Received)\b/.test(sign[2] ?? '')) continue
    ;(sign[1] === '-' ? minus : plus).push((sign[2] ?? '').trim().replace(/,$/, ''))
  }
  if (minus.length === 0 && plus.length === 0) return null
  const [expected, received] = minusIsExpected ? [minus, plus] : [plus, minus]
  return { expected: joined(expected), received: joined(received) }
}

const joined = (lines: readonly string[]): string => (lines.length === 0 ? '(nothing)' : lines.slice(0, 4).join(' ⏎ '))

function inline(details: readonly string[], message: string): Values | null {
  for (const line of [message, ...details.slice(0, 30)]) {
    if (line.length > 600) continue
    const text = line.replace(/^\s*E\s+/, '').trim()
    for (const pattern of INLINE) {
      const groups = pattern.exec(text)?.groups
      if (groups) return valuesIn(groups)
    }
  }
  return null
}

function valuesIn({ expected, received, left, right }: Readonly<Record<string, string | undefined>>): Values {
  return {
    expected: (expected ?? right ?? '').trim(),
    received: (received ?? left ?? '').trim(),
    unordered: left !== undefined,
  }
}
