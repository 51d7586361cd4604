import { namedObjects } from './named-objects.ts'

export interface Rename {
  readonly from: string
  readonly to: string
}

/** The identifiers that a task renames, without what stands before their dots. */
export function renamesIn(task: string): Rename[] {
  const symbols = namedObjects(task).filter(({ kind }) => kind === 'symbol')
  const renames = symbols.flatMap((symbol, at) => {
    const next = symbols[at + 1]
    return symbol.expect === 'absent' && next?.expect === 'present'
      ? [{ from: lastPart(symbol.name), to: lastPart(next.name) }]
      : []
  })
  return renames.length > 0 ? renames : [...membersIn(task), ...misspelledIn(task)]
}

const MEMBER =
  /\brename\s+(?:the\s+)?(?:\w+\s+){0,3}?(?:arguments?|parameters?|params?|options?|kwargs?|fields?|property|attribute|method|function|class|variable|constant|type|enum|member|key|prop)\s+["'`]?(?<from>[A-Za-z_]\w*)["'`]?(?:\(\))?\s+(?:of|in|on|from)\s+(?:the\s+)?["'`]?[\w.]+(?:\(\))?["'`]?\s+(?:to|as|into)\s+["'`]?(?<to>[A-Za-z_]\w*)/gi

/** "rename the keyword argument width of table() to size". */
const membersIn = (task: string): Rename[] =>
  [...task.matchAll(MEMBER)].map(({ groups }) => ({ from: groups?.['from'] ?? '', to: groups?.['to'] ?? '' }))

const MISSPELLED = /\b(?:typos?|misspell\w*|misspelt|mistyped|spelling)\b/i
const IDENTIFIER = /(?<![\w./-])[A-Za-z_]\w{3,}(?![\w/-]|\.\w)/g
/** "it must be b", "a → b", "a to b", "a (b)": the right spelling follows the wrong one. */
const CORRECTED =
  /^[\s"'`)]*(?:[,;(–—-]\s*)?(?:(?:it|that|this|which)\s)?(?:(?:must|should|has to|needs to|is meant to|ought to)\s(?:be|read)|to|into|->|→|=>|is|:)?[\s"'`(]*$/i

/** "Fix the typo in parseDaet (it must be parseDate)": two names that are nearly the same. */
function misspelledIn(task: string): Rename[] {
  if (!MISSPELLED.test(task)) return []
  const words = [...task.matchAll(IDENTIFIER)]
  for (const first of words) {
    const second = words.find(
      ({ 0: word, index }) =>
        index > first.index &&
        CORRECTED.test(task.slice(first.index + first[0].length, index)) &&
        isNearly(first[0], word),
    )
    if (second !== undefined) return [{ from: first[0], to: second[0] }]
  }
  return []
}

/** They differ in at most three letters. */
function isNearly(a: string, b: string): boolean {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [at, other] of [...b].entries())
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return a !== b && (row.at(-1) ?? 0) <= 3
}

/** The part of `Foo.bar`, `Foo::bar`, or `Foo#bar` that sources contain. */
export const lastPart = (name: string): string => name.split(/\.|::|#/).at(-1) ?? name
