import { isCommonWord } from './scope-terms.ts'

const PATTERNS: readonly RegExp[] = [
  /^(?:make|just|task|rake|composer|(?:npm|pnpm|yarn|bun) run) ([\w:.-]+) (?:fails?|is|keeps|does|breaks|reports|complains)\b/i,
  /^(?:make|get) (?:it|this|the project|everything) ([\w:.-]+)(?: again| cleanly)?$/i,
  /^(?:make|get) (?:the )?([\w:.-]+)(?: script| target| task| command)? (?:to )?(?:pass|work|succeed|run|green|working|passing)(?:es|s)?(?: again| cleanly)?$/i,
  /^(?:the )?([\w:.-]+) (?:script|target|task|command) (?:complains?|fails?|breaks|reports|is (?:red|broken|failing))\b/i,
  /^(?:fix|repair|unbreak) (?:the )?([\w:.-]+) (?:script|target|task|command|step)$/i,
  /^(?:the )?([\w:.-]+) (?:script|target|task|command|step|job) (?:is |now |always )?(?:fail|break|broke|crash|red|does not|doesn't|no longer)/i,
]

/** A word that the task uses like the name of a script: "make it bootstrap". Null when it uses none so. */
export function scriptNamed(clause: string): string | null {
  const text = clause.replace(/[.!]+$/, '')
  const word = PATTERNS.map(pattern => pattern.exec(text)?.[1]).find(found => found !== undefined)
  return word === undefined || isCommonWord(word) ? null : word
}
