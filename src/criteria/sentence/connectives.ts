import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { spokenNames } from '../../tools/commands/tool-names.ts'
import { PROGRAMS } from '../../tools/shell/programs.ts'
import { commandVerdicts } from '../clauses/verdict-position.ts'
import { looksLikeCommand } from '../shell/command-likeness.ts'
import { masked } from './prose.ts'

/** How clauses are joined, the loosest first. */
export type Connective = 'unless' | 'or' | 'and' | 'shell_or' | 'shell_and'

const WITH_OR_WITHOUT_COMMA = String.raw`\s*[,;]?\s+`
const patterns: Readonly<Record<Connective, RegExp>> = {
  unless: /\s*,?\s+unless\s+/gi,
  or: /\s*,?\s+(?:or else|or otherwise|or)\s+(?:if\s+)?/gi,
  and: new RegExp(
    String.raw`\s*;\s+(?:and\s+)?|\s*,\s+(?:(?:and(?: then| also)?|but(?: also)?|then|plus|while|as well as)\s+)?|${WITH_OR_WITHOUT_COMMA}(?:and(?: then| also| that)?|but(?: also)?|plus|as well as|along with|together with|followed by|while|whilst|then)\s+|(?<=[\p{Ll}%\x60"')\d])[.!]\s+(?=[\p{Lu}\x60])|\s+[+]\s+|\s+&\s+(?!&)|\s*\n+\s*(?:[-*•]\s+(?:\[[ x]?\]\s*)?|\d+[.)]\s+|and\s+)?`,
    'giu',
  ),
  shell_or: /\s+\|\|\s+/g,
  shell_and: /\s*&&\s*/g,
}

const NUMBER = String.raw`\d+(?:\.\d+)?`
// Words that join within a clause. They look like connectives and are not.
const joiners: readonly RegExp[] = [
  /,?\s+(?:or|and)\s+(?:more|higher|above|better|greater|up|over|larger|upwards|less|fewer|lower|below|under|smaller|shorter|equal(?:\s+to)?|newer|later)\b/gi,
  new RegExp(String.raw`\bbetween\s+${NUMBER}\s*%?\s+and\s+${NUMBER}`, 'gi'),
  /\b(?:errors?|failures?|warnings?|issues?|problems?|violations?)(?:,?\s+(?:or|and|nor)(?:\s+(?:no|0|zero|any|without))?|,\s+(?:no|0|zero))\s+(?:errors?|warnings?|failures?|issues?|problems?|violations?)\b/gi,
  /\b(?:no|any|without|zero|free of)\s+(?:[^\s,]+(?:\s*,\s*(?:(?:or|and)\s+)?|\s+or\s+|\s+nor\s+|\s+and\s+))+(?:[^\s,]+\s+){1,3}?(?:(?:left|remaining|remain|comments?|anywhere|statements?)\s+)*(?:in|inside|under|within)\b/gi,
  /\b(?:unit|integration|e2e|end-to-end|functional|acceptance|smoke|backend|frontend|front-end|back-end|ui|api|client|server|component|regression)(?:\s+tests?)?\s*(?:,|\s+and|,\s+and|\s+or)\s+(?:unit|integration|e2e|end-to-end|functional|acceptance|smoke|backend|frontend|front-end|back-end|ui|api|client|server|component|regression)\s+tests?\b/gi,
  /\bno\s+new\s+\w+,?\s+and\s+pass(?:es)?\s+"[^"]*"(?:(?:\s*,\s*|\s+and\s+)"[^"]*")*/gi,
]

const JOINED = '\uE001'

/** "a and either b or c": the either holds its alternatives together. */
const AFTER_EITHER = /(?<=(?:\band|\bbut|\bplus|,)\s)either\s.+$/is

/** The text cut at one connective, with quotations and joiners left whole. One part means that it does not occur. */
export function cutAt(text: string, connective: Connective): readonly Cut[] {
  const safe = joiners.reduce(
    (left, joiner) =>
      left.replace(joiner, found =>
        found.replace(/[,\s]/g, JOINED).replace(/or|and|nor|but/gi, word => JOINED.repeat(word.length)),
      ),
    masked(text),
  )
  const grouped = connective === 'or' ? safe.replace(AFTER_EITHER, group => JOINED.repeat(group.length)) : safe
  const cuts: Cut[] = []
  let from = 0
  for (const match of grouped.matchAll(patterns[connective])) {
    if (text.slice(from, match.index).trim() === '') continue
    cuts.push({ text: text.slice(from, match.index), from, to: match.index })
    from = match.index + match[0].length
  }
  cuts.push({ text: text.slice(from), from, to: text.length })
  return cuts.filter(cut => cut.text.trim() !== '')
}

export interface Cut {
  readonly text: string
  readonly from: number
  readonly to: number
}

const LIST = String.raw`(\w[\w-]*(?:\s*,\s*\w[\w-]*)*)\s*,?\s+(?:or|and|nor)\s+(\w[\w-]*)`
const COVERAGE = String.raw`(lines?|branch(?:es)?|functions?|statements?)`

/** "make `npx tsc --noEmit` pass" asks for the state in which it passes. */
const imperative = (text: string): string => {
  const rest = /^(?:make|get|have|let)\s+(?=`|\S+\s)(.+?)(?:\s+to)?(\s+(?:pass|succeed|work|run|exit\s.+))$/is.exec(
    text,
  )
  const first = rest?.[1]?.split(/\s/)[0] ?? ''
  return rest?.[1] && rest[2] && (first.startsWith('`') || PROGRAMS.has(first))
    ? singular(`${rest[1]}${rest[2]}`)
    : text
}

const BASE_VERB = /(?<=\s)(?:(?:both|all|each)\s+)?(pass|succeed|fail)$/i

/** "a and b pass": for one of them it is "passes", which is rarely an argument of a command. */
export function singular(clause: string): string {
  const single = clause.replace(BASE_VERB, (_, verb: string) => `${verb}${/s$/i.test(verb) ? 'es' : 's'}`)
  // After `-k` the word belongs to the command and stays as it was written.
  return looksLikeCommand(clause.trim()) && commandVerdicts(single.trim()).length === 0 ? clause : single
}

const OTHER_TROUBLE =
  /^([^,;]+?)\s+((?:is |are |still |all |must |should )*(?:pass(?:es)?|succeeds?|completes?|finishes|runs?|works?|green|builds?|compiles?))\s+(?:without(?: any)?|with (?:no|zero|0))\s+(lint(?:er|ing)?|type|typescript|ts|format(?:ting)?|build|compile|test)\s+(errors?|warnings?|failures?|issues?|problems?|violations?)$/i

const ofKind = (words: string, purpose: Purpose): RegExp =>
  new RegExp(String.raw`${words}|\b(?:${spokenNames(purpose)})\b`, 'i')
const KINDS = [
  ofKind('lint', 'lint'),
  ofKind(String.raw`type|\bts\b`, 'types'),
  ofKind('format', 'format'),
  ofKind('build|compil', 'build'),
  ofKind('test|spec', 'test'),
]

/** "lint passes without lint errors" says one thing; "tests pass without lint errors" says two. */
const ofOwnKind = (subject: string, kind: string): boolean =>
  KINDS.some(pattern => pattern.test(subject) && pattern.test(kind))

/** Expands what a sentence leaves out: "no lint or type errors", "line and branch coverage above 80%", "exits 0 or 1". */
export function writtenOut(text: string): string {
  return imperative(text)
    .replace(
      /^(?:it |they |the (?:code|app|project) )?(?:should |must )?pass(?:es)? ((?:all|the|every|our)\b.*\b(?:tests?|checks|specs|suite))$/i,
      '$1 pass',
    )
    .replace(OTHER_TROUBLE, (whole, ...[subject = '', verb = '', kind = '', noun = '']: string[]) =>
      ofOwnKind(subject, kind) ? whole : `${subject} ${verb} and no ${kind} ${noun}`,
    )
    .replace(/\bcoverage\s*=\s*(?=\d)/i, 'coverage = ')
    .replace(
      /(?<=\b(?:pass|passes|passing|green|succeeds?))\s+(?:with|at)\s+(?=[^,;]*\bcoverage\b)(?=[^,;]*\d)/i,
      ' and ',
    )
    .replace(
      /^((?:tests?|lint|build|types?|typecheck|format)(?:\/(?:tests?|lint|build|types?|typecheck|format))+)(?=\s|$)/i,
      list => list.replaceAll('/', ' and '),
    )
    .replace(
      new RegExp(String.raw`\bno\s+${LIST}\s+(errors?|warnings?|failures?|issues?|problems?)\b`, 'i'),
      (_, many: string, last: string, what: string) =>
        [...many.split(/\s*,\s*/), last].map(each => `no ${each} ${what}`).join(' and '),
    )
    .replace(
      new RegExp(
        String.raw`\b${COVERAGE}(?:\s*,\s*${COVERAGE})?\s*,?\s+and\s+${COVERAGE}\s+(coverage\b[^,;]*?)(?=$|,|;|\s+and\s)`,
        'i',
      ),
      (_, ...[first, second, third, rest]: string[]) =>
        [first, second, third]
          .filter(Boolean)
          .map(each => `${each} ${rest}`)
          .join(' and '),
    )
    .replace(/\b((?:exits?|returns?)(?:\s+(?:with|code|status|exit|a|an))*)\s+(\d+)\s+or\s+(\d+)$/i, '$1 $2 or $1 $3')
    .replace(
      new RegExp(String.raw`\b(?:is |stays |must be |be )?between\s+(${NUMBER}\s*%?)\s+and\s+(${NUMBER}\s*%?)`, 'i'),
      'is at least $1 and at most $2',
    )
    .replace(/^(?:both|either)\s+(?=\S)/i, '')
    .replace(/^(?:all|each|every one|both) of(?: the following| these)?:?\s+(?=\S)/i, '')
    .replace(
      /^(?:the )?(?:exit|return)(?: code| status)?(?: of| from) (.+?) (?:is|equals|==?|should be|must be) (\d+)$/i,
      '$1 exits $2',
    )
}
