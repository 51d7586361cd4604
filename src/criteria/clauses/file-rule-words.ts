import type { FileRule } from '../criterion.ts'
import { escapeRegExp } from '../sentence/prose.ts'
import { isTrouble } from './file-troubles.ts'
import { readAlternatives, readSought, type Sought } from './searched-text.ts'

const HAS = String.raw`(?:contains?|contain|mentions?|mention|includes?|include|has|have|having|references?|reference|documents?|document|lists?|explains?|describes?|uses?|use|imports?|import|declares?|defines?|says|sets|exports|depends? on|covers|links to|starts? with|begins? with|ends? with|match(?:es)?)`
const PREDICATE = new RegExp(
  String.raw`^(?:(?:must|should|will|shall|still|now|also|each|all)\s+)*(?:(does not|doesn't|do not|don't|must not|should not|shouldn't|never|no longer|not)\s+)?(?:(is|are) free of|(?:(?:has|have|is|are) )?(without)|(${HAS}))\s+(?:(no|zero|0|any|neither)\s+)?(.+)$`,
  'i',
)

/** The rule in "contains X", "has no X", "are documented"; null when there is none. */
export function ruleOf(predicate: string): FileRule | null {
  const special = specialRule(predicate)
  if (special) return special
  const match = PREDICATE.exec(predicate)
  if (!match) return null
  const [, not, free, without, verb = '', no, object = ''] = match
  const negated =
    (not !== undefined) !==
    ((no !== undefined && no.toLowerCase() !== 'any') || free !== undefined || without !== undefined)
  // "has a test", "has a README.md" are about another file, not about the text of this one.
  if (
    /^(?:has|have)$/i.test(verb) &&
    /^(?:(?:a|an|its|own|unit|matching|corresponding|at least one|some|any)\s+)*(?:tests?|specs?)(?:\s+(?:files?|cases?|suites?))?$|^(?:a|an|its)\s+\S+\.\w+$/i.test(
      object,
    )
  )
    return null
  if (EXPORTS.test(verb) && !negated) return exported(object)
  if (isDescription(verb, object)) return null
  if (isTrouble(object) && !/^(?:mention|reference|document|list|explain|describe|say|cover|link)/i.test(verb))
    return null
  const sought = negated ? readAlternatives(object) : one(readSought(object))
  return sought === null ? null : soughtRule(sought, negated, verb)
}

const EXPORTS = /^exports?$/i
const EXPORTED =
  /^(?:(?:a|an|the|one|named|async)\s+)*(?:(?:functions?|class|const|constant|type|interface|enum|variable|component|hook|value|symbol|object)\s+)?(?:(?:called|named)\s+)?([`"']?)([A-Za-z_$][\w$]*)\1(?:\(\))?(?:\s+(?:function|class|constant|type|interface|component|hook))?$/i

/** "exports `parse`": a declaration of that name, or a list of exports with it. */
function exported(object: string): FileRule | null {
  const [, quote = '', name] = EXPORTED.exec(object) ?? []
  if (
    name === undefined ||
    (quote === '' && /^(?:a|an|the|function|class|all|everything|default|something)$/i.test(name))
  )
    return null
  const word = escapeRegExp(name)
  const declared = String.raw`^\s*export\s+(?:(?:declare|default|async|abstract)\s+)*(?:function\s*\*?|class|const|let|var|type|interface|enum|namespace)\s*\b${word}(?![\w$])`
  return {
    kind: 'matches',
    pattern: String.raw`${declared}|\bexport\s*\{[^}]*\b${word}(?![\w$])|\bexports\.${word}(?![\w$])`,
    flags: 'm',
    negated: false,
  }
}

const QUANTITY =
  /^(?:at (?:least|most)|more than|fewer than|less than|exactly|up to|no more than|several|many|enough|a few|some|\d+%?|[<>=]+\s*\d+%?)\s+\S|^\d+\s?%/i
const DESCRIBED =
  /^(?:(?:a|an|its|own|their|one|the)\s+)*(?:corresponding|matching|accompanying|associated|equivalent|related|proper|valid|correct|complete|detailed|clear|good|up-to-date)\s|^(?:(?:a|an|its|their|own)\s+)+[a-z][a-z-]*(?:\s+[a-z][a-z-]*)?$/

/** Words that describe what a file should have without being in it: "at least 3 code blocks", "a title", "100% coverage". */
function isDescription(verb: string, object: string): boolean {
  if (QUANTITY.test(object)) return true
  return (
    /^(?:has|have|having)$/i.test(verb) &&
    DESCRIBED.test(object) &&
    !/\b(?:section|heading|chapter|entry|mention)\b/i.test(object)
  )
}

const one = (sought: Sought | null): readonly Sought[] | null => (sought === null ? null : [sought])

export function soughtRule(sought: readonly Sought[], negated: boolean, verb = ''): FileRule {
  const [only] = sought
  const placed = /^(?:starts?|begins?)/i.test(verb) ? '^' : /^ends?/i.test(verb) ? '$' : ''
  // A lower-case word must match as a word: "no any in src" must not fail on "company".
  const wordy = only?.kind === 'text' && negated && verb === '' && /^[a-z]+$/.test(only.text)
  if (only?.kind === 'text' && sought.length === 1 && placed === '' && !wordy)
    return { kind: 'contains', text: only.text, negated }
  const patterns = sought.map(each =>
    each.kind === 'pattern' ? each.pattern : wordy ? String.raw`\b${each.text}\b` : escapeRegExp(each.text),
  )
  const joined =
    patterns.length > 1
      ? patterns.map(pattern => (/\|/.test(pattern) ? `(?:${pattern})` : pattern)).join('|')
      : (patterns[0] ?? '')
  const flags = only?.kind === 'pattern' ? only.flags : ''
  const pattern = placed === '^' ? `^${joined}` : placed === '$' ? `${joined}\\s*$` : joined
  return { kind: 'matches', pattern, flags, negated }
}

const DOCUMENTED =
  /^(?:must |should |each |all )*(?:(?:has|have|having|gets?|with|carry|carries)\s+(?:(?:a|an|proper|complete|full|good|their|its|valid|up-to-date)\s+)*(jsdocs?|tsdocs?|docstrings?|doc[- ]?comments?|documentation|docs|javadocs?|rustdocs?|godocs?|doc ?blocks?|phpdocs?)(?:\s+(?:comments?|blocks?|annotations?))?|(?:is|are|be)\s+(?:fully |properly )?(?:documented|commented)(?:\s+(?:with|using|in)\s+(\w+))?)$/i
const DEFAULT_EXPORT =
  /^(?:must |should |each |all )*(?:exports?|has|have|provides?|contains?)\s+(?:(?:a|an|one|its|their|exactly one|single)\s+)*default(?:\s+exports?|\s+(?:class|function|component|value))?$/i
const HAS_EXPORT =
  /^(?:must |should |each |all )*(?:(?:has|have|contains?)\s+(?:(?:a|an|some|at least one|named|one)\s+)*exports?|exports?\s+(?:something|anything|at least one \w+))$/i
const NEWLINE =
  /^(?:must |should |each |all )*ends? (?:with|in) a (?:trailing |final |single )?(?:newline|line break|line feed)$/i
const LICENCE =
  /^(?:must |should |each |all )*(?:has|have|starts? with|contains?|begins? with|carry|carries)\s+(?:a|an|the)?\s*(?:licen[cs]e|copyright|spdx)(?: licen[cs]e)?(?:\s+(?:header|notice|comment|identifier|line))?$/i

function specialRule(predicate: string): FileRule | null {
  const documented = DOCUMENTED.exec(predicate)
  if (documented) {
    const style = documented[1] ?? documented[2] ?? ''
    return {
      kind: 'documented',
      what: 'all',
      style: /^(?:jsdoc|tsdoc)/i.test(style) ? 'jsdoc' : /^docstring/i.test(style) ? 'docstring' : 'any',
    }
  }
  if (DEFAULT_EXPORT.test(predicate)) return { kind: 'default_export' }
  if (HAS_EXPORT.test(predicate))
    return {
      kind: 'matches',
      pattern: String.raw`^\s*(?:export\b|module\.exports\b|exports\.)`,
      flags: 'm',
      negated: false,
    }
  if (NEWLINE.test(predicate)) return { kind: 'matches', pattern: String.raw`\n$`, flags: '', negated: false }
  return LICENCE.test(predicate)
    ? { kind: 'matches', pattern: String.raw`copyright|licen[cs]e|SPDX`, flags: 'i', negated: false }
    : null
}
