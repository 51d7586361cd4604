/** Words for an old name that lives on: "keep discount as an alias", "backwards compatible", "the old name should still work". */
const KEPT =
  /\b(?:keep(?:s|ing)?|leav(?:e|es|ing)|retain\w*|preserv\w+|alias(?:es)?(?! (?:handling|registry|tables?|maps?|names?|methods?|functions?|class|module|support|logic|code|resolution|parsing|constants?)\b)|deprecat\w+|shims?|re-?exports?|backwards?|compat\w*|(?:still|continues? to) (?:work|exist)\w*|remains?)\b/i
const NOT = /\b(?:not|\w+n['’]t|no|never|without|neither|nor|nobody|nothing|none|instead of|rather than)\b/gi
const GONE = /\b(?:remov|delet|drop|eras|eliminat|discard|break|los|end|kill|abandon|get(?:ting)? rid)\w*\b/gi
const UNWANTED =
  /\b(?:unneeded|unnecessary|unwanted|irrelevant|(?:not|n['’]t|no longer)\b.*\b(?:need|requir|want|matter|important|necessary|issue|concern)\w*)/i

/**
 * Whether a task lets the old name of something that it renames or moves live on. "Do not keep the old name" and "drop the alias" do
 * not; "do not break backwards compatibility" has two negations, so it does.
 */
export const keepsOldName = (task: string): boolean =>
  MOVES.test(task) &&
  task.split(/[,;:]|\.(?=\s|$)|\b(?:and|but|then)\b/i).some(clause => {
    // "rename a.sh to b.sh; the function keeps its name": something else does.
    const said = clause
      .replace(/\bkeeps? (?:its|their|the same) (?:own )?names?\b/gi, '')
      .replace(OTHER, '')
      .replace(IDENTIFIER, '')
    const kept = KEPT.exec(said)
    if (kept === null || UNWANTED.test(said.slice(kept.index))) return false
    const front = said.slice(0, kept.index)
    return ((front.match(NOT)?.length ?? 0) + (front.match(GONE)?.length ?? 0)) % 2 === 0
  })

/** `preserveWhitespace` keeps nothing. */
const IDENTIFIER = /[\w$]*(?:[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d])[\w$]*/g

/** "Leave the changelog as it is": what is kept is something else. */
const OTHER =
  /\b(?:keep|leave|retain|preserve)\s+(?:(?:the|our|all|its|their|every|old|existing)\s+){0,3}(?:change-?logs?|history|readme|docs?|documentation|tests?|comments?|rest|others?|everything|behaviou?r|signatures?|order|formatting|files?|contents?|imports?)\b/gi

/** A task that only removes something keeps nothing of it. */
const MOVES =
  /\b(?:renam|mov|replac|extract|split|convert|inlin|merg|relocat|migrat|turn|deprecat|call|name|port)\w*\b|->|=>|→/i
