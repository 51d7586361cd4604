import { isPath } from '../clauses/file-words.ts'
import { verdictsAtEnd } from '../clauses/verdict-words.ts'
import { looksLikeCommand } from '../shell/command-likeness.ts'
import type { Connective } from './connectives.ts'
import { masked, tidied, unquoted, withoutLeadIn, words } from './prose.ts'

export interface Neighbours {
  readonly before: string | null
  readonly last: string
  readonly connective: Connective
}

/**
 * What a clause may be short for. In "npm test passes and prints ok" the second clause has no subject, in "npm test and
 * make check fail" the first has no verb, in "no TODO in src and lib" the last is only the end of one.
 */
export function carried(
  clause: string,
  { before, last, connective }: Neighbours,
  readsAlone: boolean,
): readonly string[] {
  const text = withoutLeadIn(tidied(clause))
  const found: string[] = []
  if (before !== null && isQuotation(text) && /[`"']$/.test(before.trim()) && !isQuotation(before.trim()))
    found.push(...endings(before, text))
  if (readsAlone) return [...found, ...withVerb(text, last, connective)]
  if (before !== null) {
    const subject = subjectOf(before)
    if (subject !== null)
      found.push(`${subject} ${text.replace(/^(?:it|they|this|that|which|these|those)\s+(?:all\s+|both\s+)?/i, '')}`)
    found.push(...endings(before, text))
  }
  if (text !== last.trim()) {
    const verdict = verdictsAtEnd(last.trim())[0]
    if (verdict) found.push(`${text} ${last.trim().slice(verdict.subject.length).trim()}`)
  }
  return found
}

const isQuotation = (text: string): boolean => unquoted(text) !== null

/** A command alone means that it passes, unless the verb that it shares says otherwise. */
function withVerb(text: string, last: string, connective: Connective): readonly string[] {
  if (text === last.trim() || verdictsAtEnd(text).length > 0 || !looksLikeCommand(unquoted(text)?.inner ?? text))
    return []
  const verdict = verdictsAtEnd(last.trim())[0]
  if (!verdict || verdict.verdict.kind === 'passes' || (!verdict.plural && connective !== 'or')) return []
  return [`${text} ${last.trim().slice(verdict.subject.length).trim()}`]
}

/** The clause before with its last word, or its last two, replaced. */
function endings(before: string, text: string): readonly string[] {
  const start = masked(before.trim()).search(/\s\S+$/)
  return start > 0 && words(text).length <= 3 ? [`${before.trim().slice(0, start)} ${text}`] : []
}

const VERB =
  /\s+(?:(?:must|should|will|does not|doesn't|do not|never|still|now)\s+)*(?:prints?|outputs?|shows?|displays?|says|logs|emits?|reports?|contains?|includes?|mentions?|matches|has|have|lists?|exists?|is|are|stays?|finishes|takes|documents?|uses?|defines?|exports?)(?:\s|$)/i

function subjectOf(clause: string): string | null {
  const text = clause.trim()
  const verdict = verdictsAtEnd(text)[0]
  if (verdict) return verdict.subject
  const verb = VERB.exec(masked(text))
  if (verb && verb.index > 0) return text.slice(0, verb.index)
  const comparison = /^(.+?)\s*(?:[<>=≥≤]|\b(?:above|below|at least|at most|over|under)\b)/i.exec(masked(text))
  if (comparison?.[1]) return text.slice(0, comparison[1].length).trim()
  return isPath(words(text)[0] ?? '') || looksLikeCommand(text) ? text : null
}
