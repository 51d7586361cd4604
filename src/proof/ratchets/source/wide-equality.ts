import type { Syntax } from '../../../tools/syntax/syntax.ts'
import { type Equality, hasFields } from './equalities.ts'

/** Without comparisons that always have the same result: `other == other`, `1 == 1`, `other is not None`. */
const withoutTrivial = (body: string): string =>
  body.replace(
    /(?<![\w.])([\w.]+)\s*(?:===?|\bis\b(?!\s+not))\s*\1(?![\w.(])|\b\w+\s*(?:!==?|is\s+not)\s*(?:None|nil|null|undefined)\b/g,
    ' true ',
  )

/** Without comparisons of types, which say nothing about the fields of two values. */
const withoutTypes = (body: string): string =>
  body
    .replace(/\btypeof\s+[\w.]+\s*[!=]==?\s*(?:typeof\s+[\w.]+|["'`][^"'`]*["'`])/g, ' true ')
    .replace(
      /[\w.]*(?:\.constructor|\.class|getClass\(\)|\bClass\(\))\s*[!=]==?\s*[\w.]*(?:\.constructor|\.class|getClass\(\))/g,
      ' true ',
    )

/** A type of its own that is equal to every text of its length. */
const ONLY_LENGTH = /^\s*(?:return\s+)?[\w.&*()]*\.len\(\)\s*==\s*[\w.&*()]*\.len\(\)\s*;?\s*$/

const NO_COMPARISON =
  'isinstance|issubclass|type|hasattr|callable|bool|is_a\\?|kind_of\\?|instance_of\\?|respond_to\\?|isInteger|isArray|Boolean|is_int|is_object|is_numeric'

/** It compares something, or can return false, or delegates. */
const compares = (body: string, other: string): boolean =>
  body.trim() === '' ||
  new RegExp(`(?<!\\b(?:${NO_COMPARISON})\\s*)\\([^()]*(?<![\\w.])${other}\\b`).test(body) ||
  /[=!]=|<[^<>\n]*|>=|<=|\b(?:is|in)\b(?!stance)|\.(?:equals?|eql|cmp|compareTo|__eq__|isEqual|Equals|hasSameValue)\b|\b(?:equals?|super|hash\w*|compare\w*|isSame\w*|deepEqual|all|any|eql)\b\s*[(.?]|\bfalse\b|\bFalse\b|NotImplemented|\b(?:raise|throw|panic|unimplemented|fatalError|abstract)\b/.test(
    body,
  )

const NOTHING = 'an equality method that compares nothing'
export const RANGE = 'an equality that holds for a range of values'

/** What is wrong with an equality, or null. */
export function wideEquality(equality: Equality, syntax: Syntax): string | null {
  const { body, form, other, index } = equality
  if (form === 'order') {
    if (!/<=>|[<>-]|casecmp|compare|\bcmp\b|super|\bsort/.test(body)) return NOTHING
    return /\babs\b/.test(body) && hasRange(body, syntax) ? RANGE : null
  }
  const said = withoutTrivial(body)
  const isEmpty =
    form === 'fields' ? !compares(withoutTypes(said), other) && hasFields(syntax, index) : !compares(said, other)
  if (isEmpty || (syntax.language === 'rust' && form === 'any' && ONLY_LENGTH.test(body))) return NOTHING
  return form !== 'case' && hasRange(body, syntax) ? RANGE : null
}

/** Parts of a body in which `<` and `>` are no comparison of values. */
const NO_ORDERING =
  /\b(?:for|while)\s*\([^;{}]*;[^;{}]*;[^{}]*?\)(?=\s*[\w{])|\b(?:for|while)\b[^;{}\n]*[{:]|[-=]>|<<|>>|<=>|\.\.</g
const GENERICS = /\w\s?<(?:[\w\s,:*.?'[\]]|&(?!&))*>(?=[\s(){}>,;&*.:]|$)/g
const ORDERING = /[<>]=?|\.(?:is_)?(?:ge|le|gt|lt)\(|\.__(?:ge|le|gt|lt)__\b|\boperator\.(?:ge|le|gt|lt)\b/
const CLAUSES = /&&|\|\||;|\n|\band\b|\bor\b|\?|(?<!:):(?!:)|\breturn\b|\bif\b|\bunless\b|[{}]/
const COUNTING = /\b(?:length|size|len|count|capacity|i|j|k|idx|index|pos|offset|depth)\b/i

/** From the inside out: `Map<String, List<Integer>>`. */
function withoutGenerics(body: string): string {
  const less = body.replace(GENERICS, 'T')
  return less === body ? body : withoutGenerics(less)
}

/** An ordering that is neither a loop, nor a tolerance for rounding, nor one half of "neither smaller nor greater". */
function hasRange(body: string, { code }: Syntax): boolean {
  const plain = withoutGenerics(body).replace(NO_ORDERING, ' ')
  const comparesFields = /[!=]==?(?!\s*(?:null|nil|None|undefined)\b)|\.equals?\(/.test(
    withoutTypes(withoutTrivial(plain)),
  )
  const clauses = plain.split(CLAUSES).filter(clause => ORDERING.test(clause))
  const isHalf = (clause: string): boolean => clauses.some(other => isReverse(clause, other))
  return clauses.some(
    clause =>
      !isTolerance(clause, code) &&
      !isHalf(clause) &&
      !(comparesFields && COUNTING.test(clause) && !/\babs\b/i.test(clause)),
  )
}

const sidesOf = (clause: string): string[] => clause.split(/[<>]=?/).map(side => side.replace(/[\s!()]|\bnot\b/g, ''))

const isReverse = (one: string, other: string): boolean => {
  const [[left, right], [first, second]] = [sidesOf(one), sidesOf(other)]
  const isSameSign = /[<>]=?/.exec(one)?.[0] === /[<>]=?/.exec(other)?.[0]
  return (
    right !== undefined &&
    (isSameSign ? left === second && right === first : left === first && right === second && one !== other)
  )
}

const LARGEST_TOLERANCE = 0.1
const TOLERANCE = /\b\w*(?:eps(?:ilon)?|tol(?:erance)?|delta|precision|threshold)\w*\b/gi

/** `Math.abs(a - b) < 1e-9`, `diff <= EPSILON`: floating-point numbers are compared so. */
function isTolerance(clause: string, code: string): boolean {
  const numbers = clause.match(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?/gi) ?? []
  if (numbers.some(isSmall)) return true
  return (clause.match(TOLERANCE) ?? []).some(name => {
    const value = new RegExp(
      `\\b${name}\\b\\s*(?::[^=\\n]*)?(?:=|\\s)\\s*(\\d[\\d_]*(?:\\.\\d+)?(?:e-?\\d+)?)`,
      'i',
    ).exec(code)?.[1]
    return value === undefined || isSmall(value)
  })
}

const isSmall = (number: string): boolean => {
  const value = Number(number.replaceAll('_', ''))
  return value > 0 && value <= LARGEST_TOLERANCE
}
