/** Words that only say "do this in a loop". */
const WRAPPERS =
  /^\s*(?:(?:please|hey|ok|now|then|and|also|just|can you|could you|i want you to|we need to|you should|let'?s|try to|go and)\b[,:]?\s+|(?:ralph|al|agent-?loop|loop|iterate|task|todo)(?: this| it| on this)?\s*[:,-]\s+|(?:ralph|loop) this\s+)+/i

/** Side conditions: they limit how, they do not say what. */
const ASIDES: readonly RegExp[] = [
  /[,;]?\s*\b(?:without|but (?:do not|don't|never|not)|and (?:do not|don't|never)|no need to)\b[^,;.]*/gi,
  // An order, not a complaint: "the packages do not build" says what is wrong.
  /(?:^|[,;.])\s*(?:do not|don't|never)\b[^,;.]*|\s(?:do not|don't|never) (?:touch|change|break|modify|edit|delete|remove|alter|rename|use|add|introduce|skip|disable|weaken|rewrite|regress)\b[^,;.]*/gi,
  /[,;]?\s*\b(?:while|and|but)?\s*(?:keeping|keep|preserving|leaving)\b (?:the |all |existing )*(?:tests?|suite|build|behaviou?r|lint|types?|api|public api)\b[^,;.]*/gi,
  /[,;]?\s*\b(?:and |but )?(?:make sure|ensure|so)(?: that)? (?:the |all |existing )*(?:tests?|suite|build|lint)\b[^,;.]*\bstill\b[^,;.]*/gi,
  /\((?:[^)]*)\)/g,
]

/** "formatting/linting is off": two checks, not a path. */
const CHECK_WORD = '(?:lint(?:ing|ers?)?|format(?:ting|ters?)?|fmt|type-?check(?:s|ing)?|typing|spelling|style)'
const JOINED_CHECKS = new RegExp(`(?<![\\w./-])(${CHECK_WORD})/(${CHECK_WORD})(?![\\w/]|\\.\\w)`, 'gi')

/** The task without the loop around it. */
export const withoutWrappers = (task: string): string => task.trim().replace(WRAPPERS, '').trim()

/** The task without the loop around it and without its side conditions. */
export function mainClause(task: string): string {
  const bare = withoutWrappers(task.replace(/\s+/g, ' ').replace(JOINED_CHECKS, '$1 and $2'))
  const kept = ASIDES.reduce((text, pattern) => text.replace(pattern, ' '), bare)
    .replace(/\s+/g, ' ')
    .trim()
  return kept === '' || !/[a-z]/i.test(kept) ? bare : kept
}
