import { UNIQUE_GLOBALS } from '../../../tools/protection/detection.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { closingOf } from '../tests/find-tests.ts'
import { newSpots, type Spot } from './new-spots.ts'
import { apartFrom, productOf } from './product.ts'

/** How a language defines equality: the pattern ends after the parameters. */
const EQUALITY: readonly (readonly [RegExp, RegExp])[] = [
  [/^python$/, /\bdef\s+__(?:eq|ne)__\s*\([^)]*\)\s*(?:->[^:\n]*)?:|\b__(?:eq|ne)__\s*=\s*lambda\b[^:\n]*:/g],
  [/^ruby$/, /\bdef\s+(?:===?|eql\?|equal\?)[ \t]*\(?[^)\n;]*\)?/g],
  [
    /^(?:java|kotlin|csharp)$/,
    /\b(?:boolean|bool|fun)\s+[eE]quals\s*\([^)]*\)\s*(?::\s*Boolean\s*)?|\boperator\s*==\s*\([^)]*\)/g,
  ],
  [/^swift$/, /\bfunc\s*==\s*(?:<[^>]*>)?\s*\([^)]*\)\s*->\s*Bool\s*/g],
  [/^c$/, /\boperator\s*==\s*\([^)]*\)[\s\w]*/g],
  // With its own type on the other side: a type with only one value is equal to itself.
  [/^rust$/, /\bimpl\b[^{]*\bPartialEq\s*<[^{]*\{\s*(?:#\[[^\]]*\]\s*)?fn\s+eq\s*\([^)]*\)\s*->\s*bool\s*/g],
]
const MATCHER = new RegExp(
  String.raw`(?<![\w.$]|\b(?:function|const|let|var)\s+)(?:async\s+)?asymmetricMatch\s*(?:\(\s*\w*\s*(?::[^)\n]*)?\)\s*(?::\s*\w+\s*)?\{|[:=](?!=))|["'\x60]asymmetricMatch["'\x60]\s*\]?\s*[:(=](?!=)|\$\$typeof["'\x60\]]*\s*[:=](?!=)\s*Symbol\.for\(\s*["'\x60](?:${UNIQUE_GLOBALS})\.asymmetricMatcher["'\x60]`,
  'g',
)
const VALUE = /(?<![\w.$])(?:valueOf|\[\s*Symbol\.toPrimitive\s*\])\s*(?::\s*(?:function\s*)?)?\(\w*\)\s*(?:=>)?\s*/g

/** Objects that compare as equal to other values. */
export function equalToAll(files: readonly ChangedText[]): Worse[] {
  const apart = apartFrom(files)
  return newSpots(productOf(files), (_, syntax) => [...equalitiesIn(syntax), ...matchersIn(syntax)]).map(spot => ({
    rule: 'equal-to-all',
    objection: apart.isForTests(spot.path) ? null : ('tampered' as const),
    what: spot.key,
    path: spot.path,
    line: spot.line,
  }))
}

function equalitiesIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  return EQUALITY.filter(([languages]) => languages.test(syntax.language)).flatMap(([, pattern]) =>
    [...syntax.code.matchAll(pattern)]
      .filter(found => {
        const body = bodyAfter(syntax, found.index, found[0])
        return !compares(body, otherIn(found[0])) || (syntax.language === 'rust' && ONLY_LENGTH.test(body))
      })
      .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'an equality method that compares nothing' })),
  )
}

/** A type of its own that is equal to every text of its length. */
const ONLY_LENGTH = /^\s*(?:return\s+)?[\w.&*()]*\.len\(\)\s*==\s*[\w.&*()]*\.len\(\)\s*;?\s*$/

/** It compares something, or can return false, or delegates. */
const compares = (body: string, other: string): boolean =>
  body.trim() === '' ||
  new RegExp(
    `(?<!\\b(?:isinstance|issubclass|type|hasattr|callable|bool|is_a\\?|kind_of\\?|respond_to\\?)\\s*)\\([^()]*(?<![\\w.])${other}\\b`,
  ).test(body) ||
  /[=!]=|<[^<>\n]*|>=|<=|\b(?:is|in)\b(?!stance)|\.(?:equals?|eql|cmp|compareTo|__eq__|isEqual|Equals|hasSameValue)\b|\b(?:equals?|super|hash\w*|compare\w*|isSame\w*|deepEqual|all|any|eql)\b\s*[(.?]|\bfalse\b|\bFalse\b|NotImplemented|\b(?:raise|throw|panic|unimplemented|fatalError|abstract)\b/.test(
    body,
  )

/** The name of the other side. */
const otherIn = (head: string): string =>
  head
    .match(/[A-Za-z_]\w*/g)
    ?.filter(name => !TYPES.test(name))
    .at(-1) ?? 'other'

const TYPES = /^(?:bool|boolean|Boolean|Bool|object|Object|Any|self|const|final|readonly|override|int|str)$/

/** The body that follows: in braces, by its indentation, up to `end`, or the rest of the line. */
function bodyAfter({ code, language }: Syntax, index: number, head: string): string {
  const from = index + head.length
  const rest = code.slice(from)
  if (language === 'python' || language === 'ruby') {
    const line = rest.split('\n')[0] ?? ''
    if (line.trim() !== '' && language === 'python') return line
    const indent = /^[ \t]*/.exec(code.slice(code.lastIndexOf('\n', index) + 1))?.[0].length ?? 0
    const lines = rest.split('\n').slice(1)
    const end = lines.findIndex(text => text.trim() !== '' && (/^[ \t]*/.exec(text)?.[0].length ?? 0) <= indent)
    return [line, ...lines.slice(0, end < 0 ? lines.length : end)].join('\n')
  }
  const open = /^\s*\{/.exec(rest)
  return open
    ? code.slice(from + open[0].length, closingOf(code, from + open[0].length - 1))
    : (rest.split('\n')[0] ?? '')
}

function matchersIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  if (!/^(?:javascript|typescript|jsx|tsx|markup)$/.test(syntax.language)) return []
  const matchers = [...syntax.spoken.matchAll(MATCHER)]
    .filter(({ index }) => syntax.code[index] === syntax.spoken[index])
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'a value that decides what it matches' }))
  const values = [...syntax.code.matchAll(VALUE)]
    .filter(found => /\+\+|--|[-+*]=|\.(?:shift|pop|push|next)\(/.test(bodyAfter(syntax, found.index, found[0])))
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'a value that changes with every read' }))
  return [...matchers, ...values]
}
