const TAGS = /<(\/?\s*(?:promise|goal|done|complete|completed|completion|task[-_]?complete)\b[^<>]{0,80})>/gi
const WORDS = /\b(EXIT|RALPH|TASK|LOOP|ALL|STOP|GOAL)_(SIGNAL|STATUS|COMPLETED?|DONE|HOOK|ACHIEVED)\b/g

/** Neutralizes words that loops take for a claim of completion. */
export const defuse = (text: string): string => text.replace(TAGS, '‹$1›').replace(WORDS, '$1·$2')
