import type { Attribute, Directive, SuppressionBaseline } from './protection.ts'

export const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
export const PYTHON = /^python$/

export const comment = (
  family: Directive['family'],
  languages: RegExp,
  says: RegExp,
  scope: Directive['scope'],
  more: Pick<Directive, 'ends' | 'rule' | 'block'> = {},
): Directive => ({ family, languages, says, scope, ...more })

/** A comment by itself holds for what follows, one behind code for its line. */
export const asItStands: Directive['scope'] = ({ alone }) => (alone ? 'block' : 'line')

export const forBlock: Attribute['scope'] = () => 'block'

const RULES = String.raw`(?<rules>[@\w/:.-]+(?:\s*,\s*[@\w/:.-]+)*)`

/** `<word>-disable-line`, `<word>-disable-next-line`, and the block between `<word>-disable` and `<word>-enable`. */
export const disabledBy = (word: string): readonly Directive[] => [
  comment('lint', SCRIPT, new RegExp(`^\\s*${word}-disable-(?:next-)?line(?![\\w-])\\s*${RULES}?`), 'line'),
  comment('lint', SCRIPT, new RegExp(`^\\s*${word}-disable(?![\\w-])\\s*${RULES}?`), 'file', {
    ends: new RegExp(`^\\s*${word}-enable\\b`),
    block: true,
  }),
]

/** How often a pattern occurs in a baseline. */
export const countOf =
  (pattern: RegExp): SuppressionBaseline['amount'] =>
  text =>
    text.match(pattern)?.length ?? 0

/** The sum of the numbers that a pattern finds. */
export const sumOf =
  (pattern: RegExp): SuppressionBaseline['amount'] =>
  text =>
    [...text.matchAll(pattern)].reduce((total, { 1: number }) => total + Number(number), 0)
