import { UNIQUE_GLOBALS } from '../../../tools/protection/detection.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import { testLibraryImports } from '../../../tools/syntax/test-libraries.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { bodyAfter, equalitiesOf } from './equalities.ts'
import { newSpots, type Spot } from './new-spots.ts'
import { apartFrom, productOf } from './product.ts'
import { RANGE, wideEquality } from './wide-equality.ts'

const MATCHER = new RegExp(
  String.raw`(?<![\w.$]|\b(?:function|const|let|var)\s+)(?:async\s+)?asymmetricMatch\s*(?:\(\s*\w*\s*(?::[^)\n]*)?\)\s*(?::\s*\w+\s*)?\{|[:=](?!=))|["'\x60]asymmetricMatch["'\x60]\s*\]?\s*[:(=](?!=)|\$\$typeof["'\x60\]]*\s*[:=](?!=)\s*Symbol\.for\(\s*["'\x60](?:${UNIQUE_GLOBALS})\.asymmetricMatcher["'\x60]`,
  'g',
)
const VALUE = /(?<![\w.$])(?:valueOf|\[\s*Symbol\.toPrimitive\s*\])\s*(?::\s*(?:function\s*)?)?\(\w*\)\s*(?:=>)?\s*/g

/** Objects that compare as equal to other values. A task about equality may ask for one that holds for a range. */
export function equalToAll(files: readonly ChangedText[], isRangeAsked: boolean): Worse[] {
  const apart = apartFrom(files)
  const isExempt = ({ path, key }: Spot): boolean =>
    apart.isForTests(path) || (key === LIBRARY && apart.isBeside(path)) || (key === RANGE && isRangeAsked)
  return newSpots(productOf(files), (_, syntax) => [
    ...equalitiesIn(syntax),
    ...matchersIn(syntax),
    ...librariesIn(syntax),
  ]).map(spot => ({
    rule: 'equal-to-all',
    objection: isExempt(spot) ? null : ('tampered' as const),
    what: spot.key,
    path: spot.path,
    line: spot.line,
  }))
}

const LIBRARY = 'an import of a test library, whose values may equal anything'

const librariesIn = (syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] =>
  testLibraryImports(syntax).map(({ index }) => ({ index, line: syntax.lineAt(index), key: LIBRARY }))

function equalitiesIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  const wide = equalitiesOf(syntax).flatMap(equality => {
    const key = wideEquality(equality, syntax)
    return key === null ? [] : [{ index: equality.index, key }]
  })
  const taken = syntax.language === 'ruby' ? [...syntax.code.matchAll(TAKEN_IN_RUBY)] : []
  const others = syntax.language === 'python' ? [...syntax.code.matchAll(OTHER_IN_PYTHON)] : []
  const values = OWN_VALUE.flatMap(one => (one.language === syntax.language ? ownValues(one, syntax) : []))
  const found = [
    ...wide,
    ...[...taken, ...others].map(({ index }) => ({ index, key: REPLACED })),
    ...values.map(index => ({ index, key: RANGE })),
  ]
  return found.map(spot => ({
    ...spot,
    line: syntax.lineAt(spot.index),
  }))
}

const REPLACED = 'an equality that another method replaces'
/** Without `==`, `method_missing` answers. An alias may name what compares: `alias == eql?`. */
const TAKEN_IN_RUBY =
  /\bundef(?:_method)?\b\s*\(?\s*:?(?:==|eql\?)|\bremove_method\b\s*\(?\s*:==|\balias(?:_method)?\b\s*\(?\s*:?==\s*,?\s*:?(?:[<>]=?(?!>)|!=|(?:respond_to|is_a|kind_of|instance_of|nil|frozen|itself|tap|then|class|hash|public_send|send)\b\??)/g
/** `class Text(str)` with an equality of its own: what tests compare is no longer that text. */
const ownValues = ({ head, equality }: (typeof OWN_VALUE)[number], syntax: Syntax): number[] =>
  [...syntax.code.matchAll(head)]
    .filter(found => equality.test(bodyAfter(syntax, found.index, found[0])))
    .map(({ index }) => index)
const OWN_VALUE = [
  {
    language: 'python',
    head: /^class[ \t]+\w+\((?:[\w.]+,[ \t]*)?(?:str|bytes|int|float|tuple|list|dict|set|frozenset)\)[ \t]*:/gm,
    equality: /^[ \t]+def[ \t]+__(?:eq|ne)__\b/m,
  },
  {
    language: 'ruby',
    head: /^[ \t]*class[ \t]+\w+[ \t]*<[ \t]*(?:::)?(?:String|Array|Hash|Integer|Float|Set)\b/gm,
    equality: /^[ \t]+def[ \t]+(?:==|eql\?)/m,
  },
]
const OTHER_IN_PYTHON =
  /\b__eq__\s*=\s*(?:[\w.]+\.__(?:le|ge|lt|gt|ne|bool|contains|init_subclass|instancecheck)__\b|operator\.(?:le|ge|lt|gt|ne|contains)\b)/g

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
