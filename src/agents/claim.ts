import { stripVTControlCharacters } from 'node:util'

/**
 * Whether the last words say that the work is done. A program that exits with 0 counts as claiming it, also if it says nothing; this tells
 * what may be quoted. "Not done yet" and "once this is done" say the opposite.
 */
export function saysDone(answer: string): boolean {
  const lines = stripVTControlCharacters(answer.slice(-LOOKED_AT)).trimEnd().split('\n').slice(-LINES)
  return lines.flatMap(line => line.split(/(?<=[.!;])\s/)).some(sentence => DONE.test(sentence) && !OPEN.test(sentence))
}

const LOOKED_AT = 2_000
const LINES = 6

const DONE =
  /\b(?:done|finished|completed?|fixed|implemented|resolved|solved|repaired|corrected|added|renamed|removed|updated|refactored|migrated|ready|works?(?: now)?|pass(?:es|ed)?|(?:all )?green|successful(?:ly)?)\b|✅|✓/i

const OPEN =
  /\b(?:not|n['’]t|cannot|never|no longer|nothing|un(?:done|finished|resolved)|in ?complete|still|yet|once|until|when|if|will|would|should|could|must|going to|to be|trying|almost|partly|partially|only|fail(?:s|ed|ing|ure)?|stuck|blocked)\b|n['’]t\b/i
