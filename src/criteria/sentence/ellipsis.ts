import { BARE_DOCUMENT, isPath } from '../clauses/file-words.ts'
import { toolRole } from '../clauses/roles.ts'
import { commandVerdicts } from '../clauses/verdict-position.ts'
import { type Judged, verdictsAtEnd } from '../clauses/verdict-words.ts'
import { looksLikeCommand } from '../shell/command-likeness.ts'
import type { Connective } from './connectives.ts'
import { masked, tidied, unquoted, withoutLeadIn, words } from './prose.ts'

interface Neighbours {
  readonly before: string | null
  readonly last: string
  readonly connective: Connective
  /** The last verb applies to all of them: "a and b fail". */
  readonly shared: boolean
}

/**
 * What a clause may be short for. In "npm test passes and prints ok" the second clause has no subject, in "npm test and
 * make check fail" the first has no verb, in "no TODO in src and lib" the last is only the end of one.
 */
export function carried(clause: string, neighbours: Neighbours, readsAlone: boolean): readonly string[] {
  const { before, last } = neighbours
  const text = withoutLeadIn(tidied(clause))
  const found: string[] = []
  const exists = EXIST.exec(last.trim())?.[0]
  if (exists !== undefined && text !== last.trim() && /^\S+$/.test(text) && (isPath(text) || BARE_DOCUMENT.test(text)))
    found.push(`${text}${exists}`)
  if (before !== null && isQuotation(text) && /[`"']$/.test(before.trim()) && !isQuotation(before.trim()))
    found.push(...endings(before, text))
  if (readsAlone) return [...found, ...withVerb(text, neighbours)]
  if (before !== null) {
    const subject = subjectOf(before)
    if (subject !== null)
      found.push(`${subject} ${text.replace(/^(?:it|they|this|that|which|these|those)\s+(?:all\s+|both\s+)?/i, '')}`)
    found.push(...endings(before, text))
  }
  if (text !== last.trim()) {
    const verdict = verdictOf(last.trim())
    if (verdict) found.push(`${text} ${last.trim().slice(verdict.subject.length).trim()}`)
  }
  return found
}

const EXIST =
  /\s(?:all\s|both\s|must\s|should\s)*(?:exist|do not exist|don't exist|are (?:gone|present|there|removed|deleted))$/i

const isQuotation = (text: string): boolean => unquoted(text) !== null

/** A command without a verdict means that it passes, unless the shared verb says otherwise. */
function withVerb(text: string, { last, connective, shared }: Neighbours): readonly string[] {
  if (text === last.trim() || commandVerdicts(text).length > 0 || !looksLikeCommand(unquoted(text)?.inner ?? text))
    return []
  const verdict = verdictOf(last.trim())
  if (!verdict || (!verdict.plural && !shared && connective !== 'or')) return []
  // `eslint` on its own is the program; "eslint and tsc pass" is about the project's own checks.
  if (verdict.verdict.kind === 'passes' && toolRole(text) === null) return []
  return [`${text} ${last.trim().slice(verdict.subject.length).trim()}`]
}

/** The verdict of a clause; a command that only ends in such a word has none. */
const verdictOf = (clause: string): Judged | undefined =>
  (commandVerdicts(clause)[0] ?? looksLikeCommand(clause)) ? commandVerdicts(clause)[0] : verdictsAtEnd(clause)[0]

/** The previous clause with its last word, or its last two, replaced. */
function endings(before: string, text: string): readonly string[] {
  const start = masked(before.trim()).search(/\s\S+$/)
  return start > 0 && words(text).length <= 3 ? [`${before.trim().slice(0, start)} ${text}`] : []
}

const VERB =
  /\s+(?:(?:must|should|will|does not|doesn't|do not|never|still|now)\s+)*(?:prints?|outputs?|shows?|displays?|says|logs|emits?|reports?|contains?|includes?|mentions?|matches|has|have|lists?|exists?|is|are|stays?|finishes|takes|documents?|uses?|defines?|exports?)(?:\s|$)/i

/** What a clause is about: the words before its verb. */
export function subjectOf(clause: string): string | null {
  const text = clause.trim()
  const verdict = verdictOf(text)
  if (verdict) return verdict.subject
  const verb = VERB.exec(masked(text))
  if (verb && verb.index > 0) return text.slice(0, verb.index)
  const comparison = /^(.+?)\s*(?:[<>=≥≤]|\b(?:above|below|at least|at most|over|under)\b)/i.exec(masked(text))
  if (comparison?.[1]) return text.slice(0, comparison[1].length).trim()
  return isPath(words(text)[0] ?? '') || looksLikeCommand(text) ? text : null
}
