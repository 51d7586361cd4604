import { indentOf, mentions, tiedLines, wordOf } from './tied-lines.ts'

/** An original test file without what tests removed code, and the lines that are no longer in it. */
interface Reduced {
  readonly text: string
  readonly dropped: readonly string[]
}

// `TEST(Sums, adds) {` starts a test; `TEST(add(1, 2) == 3);` asserts.
const START =
  /^\s*(?:(?:test|it|describe|context|specify)\b|(?:async )?def test|func (?:Test|Example|Fuzz|Benchmark)|@test|@Test|#\[(?:\w+::)?test\b|class |TEST\w*\([^;]*\)\s*(?:\{.*)?$|(?:public |static )*(?:void|int|bool) \w+\s*\(|(?:(?:public|static|final) )+function )|^\s{0,4}[A-Za-z_$][\w$]*\(\s*["'`][^"'`]{0,200}["'`],\s*(?:async\s)?\s*(?:function\b|\([^()]{0,80}\)\s*=>|\w+\s*=>)/
/** A decorator, an attribute, or a comment belongs to the test below it. */
const ABOVE = /^\s*(?:@(?!test\s)|#|\/\/|\/?\*)/

/**
 * The task removes these names, so the original tests of them cannot pass. Of the lines that are gone from the file now, only the tests
 * that use such a name are left out, and the name in imports; every other line stays as it was.
 */
export function withoutRemoved(before: string, now: string, names: readonly string[]): Reduced {
  const used = now.replace(COMMENT_LINE, '')
  const gone = names.filter(name => !mentions(used, [name]))
  const { hunks, lines } = gone.length === 0 ? NOTHING : compareLines(before.split('\n'), now.split('\n'))
  if (hunks.length === 0) return { text: before, dropped: [] }
  const first = reduced(lines, hunks, gone)
  // A C test is a function, perhaps on one line, and main() calls it by its name.
  const functions = first.dropped.flatMap(
    line => /^\s*(?:static )*(?:void|int|bool) (\w+)\s*\([^;{]*(?:\{|$)/.exec(line)?.[1] ?? [],
  )
  const called = functions.filter(name => name !== 'main' && !mentions(now, [name]))
  return called.length === 0 ? first : reduced(lines, hunks, [...gone, ...called])
}

/** A comment may still mention a removed name. */
const COMMENT_LINE = /^[ \t]*(?:\/\/|#(?![[!]|[ \t]*(?:include|define|if))|\*|--).*$/gm

/** Whether no test is left. */
export const hasNoTests = (text: string): boolean => !text.split('\n').some(startsTest)

/** Whether a file had tests, and all of them used these names. */
export const testsOnly = (before: string, names: readonly string[]): boolean =>
  !hasNoTests(before) && hasNoTests(withoutRemoved(before, '', names).text)

export const startsTest = (line: string): boolean => START.test(line)

/** Some runners join the titles of groups and tests: the test that starts in this line is the last part. */
export function endsTitle(line: string, title: string): boolean {
  const own = startsTest(line) ? /(["'`])(.+?)\1/.exec(line)?.[2] : undefined
  return own !== undefined && title.endsWith(` ${own}`)
}

/** Lines `from` to `to` are gone; `added` stands there now. */
interface Hunk {
  readonly from: number
  readonly to: number
  readonly added: readonly string[]
}

const NOTHING = { hunks: [], lines: [] }

function reduced(lines: readonly string[], hunks: readonly Hunk[], names: readonly string[]): Reduced {
  const [kept, dropped]: [string[], string[]] = [[], []]
  const wholly = changedTests(lines, hunks, names)
  /** These lines without the tests that are dropped as a whole. */
  const left = (from: number, to?: number): string[] => {
    const own = lines.slice(from, to)
    dropped.push(...own.filter((_, index) => wholly.has(from + index)))
    return own.filter((_, index) => !wholly.has(from + index))
  }
  let at = 0
  for (const { from, to, added } of hunks) {
    kept.push(...left(at, from))
    at = to
    const gone = left(from, to).map(line => followed(line, added, names) ?? line)
    if (added.length === 0 && areExamplesOf(gone, names)) {
      dropped.push(...gone)
      continue
    }
    for (const { part, goes } of judgedParts(partsOf(gone, names), names)) {
      if (goes) dropped.push(...part)
      else
        for (const statement of statementsOf(withoutFollowing(part, names, dropped), names)) {
          const text = statement.join('\n')
          const shorter = mentions(text, names) ? withoutName(text, added, names) : text
          if (shorter === null && isOnlyInString(text, names)) kept.push(text)
          else if (shorter === null) dropped.push(...statement)
          else kept.push(shorter)
        }
    }
  }
  kept.push(...left(at))
  const changed = hunks.flatMap(({ from, to }) => lines.slice(from, to))
  const needed = dropped.length === 0 ? kept : kept.filter((line, index) => !isUnneeded(line, kept, index, changed))
  return withoutUnusedImports({ text: needed.join('\n'), dropped }, hunks, lines)
}

/** The same line with another name instead of the removed one: `total.old(1)` is `total.current(1)` now. */
function followed(line: string, added: readonly string[], names: readonly string[]): string | null {
  const name = names.find(one => mentions(line, [one]))
  const parts = name === undefined ? [] : line.trim().split(wordOf(name))
  const own = parts.slice(1).reduce((text, part) => `${text}([\\w$.:]{1,80})${plainly(part)}`, plainly(parts[0] ?? ''))
  const pattern = parts.length > 1 && parts.length <= MOST_USES ? new RegExp(`^${own}$`) : null
  const found = pattern === null ? [] : added.filter(other => new Set(pattern.exec(other.trim())?.slice(1)).size === 1)
  return found[0] ?? null
}

const MOST_USES = 4

const plainly = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Lines of tests in which more than the name changed, and whose assertions all depend on the name. These tests could be deleted, so they
 * may also be replaced.
 */
function changedTests(lines: readonly string[], hunks: readonly Hunk[], names: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { from, to } of testsIn(lines)) {
    const touched = hunks.filter(hunk => hunk.from < to && hunk.to > from)
    const gone = touched.flatMap(hunk =>
      lines
        .slice(Math.max(from, hunk.from), Math.min(to, hunk.to))
        .map(line => ({ line, isKept: isAmong(line, hunk.added) || followed(line, hunk.added, names) !== null })),
    )
    const own = lines.slice(from, to).filter(line => line.trim() !== '')
    const isOther = gone.some(({ line, isKept }) => line.trim() !== '' && !isKept)
    const mayGo =
      gone.filter(({ line }) => line.trim() !== '').length < own.length &&
      isOther &&
      gone.some(({ line }) => mentions(line, names))
    if (mayGo && own.slice(1).some(line => ASSERTS.test(line)) && !assertsOther(own, names))
      for (let index = from; index < to; index++) found.add(index)
  }
  return found
}

const isAmong = (line: string, others: readonly string[]): boolean => others.some(other => other.trim() === line.trim())

/** Each test, from its first line to the line that closes it. */
function testsIn(lines: readonly string[]): { readonly from: number; readonly to: number }[] {
  return lines.flatMap((line, from) => {
    if (!START.test(line) || GROUP.test(line)) return []
    const isAfter = (other: string): boolean => other.trim() !== '' && indentOf(other) <= indentOf(line)
    const end = lines.findIndex((other, at) => at > from && isAfter(other) && !/^\s*\{\s*$/.test(other))
    if (end < 0) return [{ from, to: lines.length }]
    return [{ from, to: /^\s*(?:[)\]}]|end\b)/.test(lines[end] ?? '') ? end + 1 : end }]
  })
}

/** The name is only in a string, as in `const verb = isOld ? 'old' : 'new'`: other lines may need the variable. */
const isOnlyInString = (line: string, names: readonly string[]): boolean =>
  VARIABLE.test(line) && !mentions(line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, ''), names)

/** A variable that only dropped lines used. Go does not compile unused variables. */
function isUnneeded(line: string, kept: readonly string[], at: number, changed: readonly string[]): boolean {
  const name = VARIABLE.exec(line)?.[1]
  if (name === undefined || !changed.includes(line) || ASSERTS.test(line.slice(line.indexOf('=')))) return false
  const next = kept.findIndex((other, index) => index > at && START.test(other))
  return !mentions(kept.slice(at + 1, next < 0 ? undefined : next).join('\n'), [name])
}

const VARIABLE = /^\s+(?:(?:const|let|var|auto)\s+)?([A-Za-z_]\w*)\s*:?=(?!=).*(?:[^,({[\s]|\{\}|\(\)|\[\])\s*$/

/** Go does not compile an import that only the tests needed which are gone. */
function withoutUnusedImports(found: Reduced, hunks: readonly Hunk[], lines: readonly string[]): Reduced {
  if (found.dropped.length === 0 || !/^package \w+/m.test(found.text)) return found
  const gone = hunks.flatMap(({ from, to }) => lines.slice(from, to)).filter(line => GO_IMPORT.test(line))
  const unused = gone.filter(line => {
    const name = GO_IMPORT.exec(line)?.groups?.['name'] ?? ''
    return !new RegExp(`(?<![\\w."/])${name}\\.`).test(found.text)
  })
  const text = unused.reduce((rest, line) => rest.replace(`${line}\n`, ''), found.text)
  return { text, dropped: [...found.dropped, ...unused] }
}

const GO_IMPORT = /^\s+"(?:[\w./-]+\/)?(?<name>(?!v\d+")[A-Za-z]\w*)"$/

/** Examples in prose, with what they print: all of them use what goes. */
function areExamplesOf(lines: readonly string[], names: readonly string[]): boolean {
  const examples = lines.filter(line => /^\s*(?:>>>|iex>) /.test(line))
  return examples.length > 0 && examples.every(line => mentions(line, names))
}

/** A group goes with its tests when all of them go. */
function judgedParts(parts: readonly string[][], names: readonly string[]): { part: string[]; goes: boolean }[] {
  const goes = parts.map(part => isTest(part) && mentions(part.join('\n'), names) && !assertsOther(part, names))
  const depths = parts.map(part => indentOf(part.find(line => line.trim() !== '') ?? ''))
  for (let at = parts.length - 1; at >= 0; at--) {
    if (!GROUP.test(parts[at]?.find(line => START.test(line)) ?? '')) continue
    const end = depths.findIndex((depth, index) => index > at && depth <= (depths[at] ?? 0))
    const inner = goes.slice(at + 1, end < 0 ? undefined : end)
    if (inner.length > 0 && inner.every(Boolean)) goes[at] = true
  }
  return parts.map((part, at) => ({ part, goes: goes[at] === true }))
}

const ASSERTS =
  /\b(?:assert|expect|require|check|verify|should)\w*\b|\bt\.(?:Error|Fatal)f?\(|\btest[A-Z]\w*\(|\b(?:EXPECT|ASSERT|TEST)\w*\(/
/** That something could be set up is no reason to keep a test. */
const SETS_UP =
  /\b(?:Fatal|Error|NoError|Nil|is_ok|unwrap)\w*\((?:t, ?)?err(?:or)?\)|\b(?:Fatal|Error)f?\("[^"]{0,80}", err\)/

/** Drops statements that depend on removed names only through variables. All others are judged later, by the names that they mention. */
function withoutFollowing(part: readonly string[], names: readonly string[], dropped: string[]): readonly string[] {
  const tied = tiedLines(part, names)
  let at = 0
  return statementsOf(part, names).flatMap(statement => {
    const lines = statement.map((_, index) => at + index)
    at += statement.length
    const isFollowing = lines.every(line => tied.has(line)) && !mentions(statement.join('\n'), names)
    if (isFollowing) dropped.push(...statement)
    return isFollowing ? [] : statement
  })
}

/** `test_object_clear` is a test of `json_object_clear`: what begins a name may be the name of the module. */
function isNamedAfter(head: string, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', '')
  const parts = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').split('_')
  return parts.some((_, at) => {
    const rest = plain(parts.slice(at).join(''))
    return (at === 0 || rest.length >= SHORTEST_REST) && plain(head).includes(rest)
  })
}

const SHORTEST_REST = 6

/** Whether a test with another name also asserts something that does not depend on what goes. */
function assertsOther(part: readonly string[], names: readonly string[]): boolean {
  const at = part.findIndex(line => START.test(line))
  const head = part[at] ?? ''
  if (GROUP.test(head) || names.some(name => isNamedAfter(head, name))) return false
  const body = part.slice(at + 1)
  const tied = tiedLines(body, names)
  return body.some((line, index) => !tied.has(index) && ASSERTS.test(line) && !SETS_UP.test(line))
}

const GROUP = /^\s*(?:describe|context|class)\b/

const isTest = (part: readonly string[]): boolean => part.some(line => START.test(line))

/** `import { a, b }` without `b`, as the file has it now; null when the line is gone as a whole. */
function withoutName(line: string, added: readonly string[], names: readonly string[]): string | null {
  const bare = (text: string): string =>
    names.reduce((rest, name) => rest.replaceAll(name, ''), text).replace(/[\s,]/g, '')
  return added.find(other => bare(other) === bare(line)) ?? null
}

/** The lines of a call that uses one of the names belong together. Blocks and longer lists have parts of their own, so their lines do not. */
function statementsOf(lines: readonly string[], names: readonly string[]): string[][] {
  const found: string[][] = []
  for (let at = 0; at < lines.length; at += found.at(-1)?.length ?? 1) {
    const end = lines.findIndex((_, to) => to > at && depthOf(lines.slice(at, to + 1)) === 0)
    const whole = depthOf(lines.slice(at, at + 1)) > 0 && end > 0 ? lines.slice(at, end + 1) : []
    const isOne = mentions(lines[at] ?? '', names) || whole.length <= 3 || isOneCall(whole)
    found.push(isOne && whole.length > 0 && !whole.some(opensBlock) ? whole : lines.slice(at, at + 1))
  }
  return found
}

/** `check(`, its arguments on lines of their own, and `)`. A list of rows is none. */
const isOneCall = (lines: readonly string[]): boolean =>
  lines.length <= LONGEST_CALL &&
  /^\s*(?:await |return )?[\w$.]+!?\($/.test(lines[0] ?? '') &&
  /^\s*\)[;,]?$/.test(lines.at(-1) ?? '') &&
  !lines.slice(1, -1).some(line => /^\s*[[({]/.test(line))

const LONGEST_CALL = 8

const depthOf = (lines: readonly string[]): number => {
  const text = lines.join('\n')
  return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0)
}

const opensBlock = (line: string): boolean => /(?:\)|=>|\w)\s*\{\s*$|\bdo\b(?:\s*\|[^|]*\|)?\s*$|:\s*$/.test(line)

/** One part per test; a group whose title has the name is one part with all its tests. */
function partsOf(lines: readonly string[], names: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  let group: number | null = null
  for (const [at, line] of lines.entries()) {
    if (startsPart(lines, at)) {
      const head = lines.slice(at).find(other => START.test(other)) ?? line
      if (group === null || indentOf(line) <= group) {
        parts.push([])
        group = mentions(head, names) ? indentOf(line) : null
      }
    }
    parts.at(-1)?.push(line)
  }
  return parts.filter(part => part.length > 0)
}

/** At a test, or at the first line of what stands directly above one. */
function startsPart(lines: readonly string[], at: number): boolean {
  if (at > 0 && ABOVE.test(lines[at - 1] ?? '')) return false
  const head = lines.slice(at).find(line => !ABOVE.test(line) || START.test(line))
  return head !== undefined && START.test(head) && (head === lines[at] || ABOVE.test(lines[at] ?? ''))
}

const LARGEST = 4_000_000

/** What is gone, and what stands there now. Of large files, only what is between equal lines; no hunks when that is large, too. */
function compareLines(
  lines: readonly string[],
  now: readonly string[],
): { readonly lines: readonly string[]; readonly hunks: readonly Hunk[] } {
  if (lines.length * now.length <= LARGEST) return { lines, hunks: hunksIn(lines, now) }
  const shortest = Math.min(lines.length, now.length)
  let [first, last] = [0, 0]
  while (first < shortest && lines[first] === now[first]) first++
  while (last < shortest - first && lines.at(-1 - last) === now.at(-1 - last)) last++
  const inner = hunksIn(lines.slice(first, lines.length - last), now.slice(first, now.length - last))
  return { lines, hunks: inner.map(({ from, to, added }) => ({ from: from + first, to: to + first, added })) }
}

function hunksIn(lines: readonly string[], now: readonly string[]): readonly Hunk[] {
  if (lines.length * now.length > LARGEST) return []
  const shared = lengthsOfShared(lines, now)
  const hunks: Hunk[] = []
  let [left, right] = [0, 0]
  while (left < lines.length || right < now.length) {
    const [from, start] = [left, right]
    while ((left < lines.length || right < now.length) && (left >= lines.length || lines[left] !== now[right]))
      if (
        right >= now.length ||
        (left < lines.length && (shared[left + 1]?.[right] ?? 0) > (shared[left]?.[right + 1] ?? 0))
      )
        left++
      else right++
    if (left > from || right > start) hunks.push({ from, to: left, added: now.slice(start, right) })
    while (left < lines.length && right < now.length && lines[left] === now[right]) {
      left++
      right++
    }
  }
  return hunks
}

/** For each pair of places, how many lines the rests have in common. */
function lengthsOfShared(lines: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: lines.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let left = lines.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--) {
      const [row, next] = [table[left], table[left + 1]]
      if (row === undefined || next === undefined) continue
      row[right] =
        lines[left] === now[right] ? (next[right + 1] ?? 0) + 1 : Math.max(next[right] ?? 0, row[right + 1] ?? 0)
    }
  return table
}
