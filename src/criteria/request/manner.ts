import { firstWord, isMending } from './verbs.ts'

const SET_OFF =
  /(?:^|[,;.!?]|\s-)\s*(?:(?:and|but|please|then|just)\s+)?(?:(?:run|do|start|keep) (?:it|this|that|everything|the loop)\s+)?$/i

/** The manner belongs to something that the sentence is about: "a job that runs in the background". */
export const OF_SOMETHING_ELSE =
  /\b(?:how|why|where)\b(?:\s+[\w'/.-]+){0,12}\s*$|\b(?:that|which|who|when|running|runs|executes?|executing|happens?|works|processing|processes|loads|loading|kept|is|are|was|were|be|to (?:run|execute|work|happen|stay|live|load|play|go))\b(?:\s+[\w'-]+){0,3}\s*$/i

/** What is built to outlive something: where it is spoken of, "it" is this and not the loop. */
const OUTLIVES =
  /\b(?:daemon|server|service|worker|process|session|app|application|client|agent|job|queue|uploa\w+|downloa\w+|importe\w+|store|storage|cache|state|data|database|db|log|journal|login|token|cart|form|draft|settings?|config|connection|reconnect|socket|subscription|lock|timer|schedule[rd]?|cron|player|window|tab|container|pod|cluster|node|backup|transaction)s?\b/i

/** Set off by a mark, at the very beginning, or behind work that nobody could build a background into. */
export function isManner(before: string, manner: string): boolean {
  if (SHAPING.test(manner) && !SET_OFF.test(before) && SHAPED.test(lastPart(lastClause(before)))) return false
  if (SET_OFF.test(before) || PRONOUN.test(lastPart(lastClause(before)))) return true
  return !OF_SOMETHING_ELSE.test(before) && isAboutTheWork(lastClause(before))
}

/** "It must survive a restart" is about the loop where nothing else is spoken of that could. */
export function isLasting(before: string, words: string): boolean {
  if (OUTLIVES.test(before)) return false
  if (!OF_THE_SPEAKER.test(words) && !isLoopOrTrouble(before)) return false
  const last = lastPart(lastClause(before))
  return SET_OFF.test(before) || [PRONOUN, CONVERSION, LOOPING].some(pattern => pattern.test(last)) || isOurs(last)
}

/** "Loop until X, must be resumable". */
export const isDemand = (before: string): boolean =>
  /[,;.]\s*$/.test(before) &&
  /^(?:loop|iterate|ralph (?:this|it)|keep (?:on )?(?:trying|going|iterating|looping))\b/i.test(before)

/** What the speaker has or does can only be about the loop; what a thing must outlast may be its own affair. */
const OF_THE_SPEAKER = /\b(?:i|me|my|we|our)\b/i
/** "Rewrite the indexer as a daemon" says what becomes of it. */
const SHAPING = /^as an?\b|^with\b|\bdetached\b(?! (?:session|loop|run|agent|execution)\b)/i
const SHAPED =
  /^(?:rewrite|rework|refactor|restructure|reorgani[sz]e|port|convert|moderni[sz]e|migrate|turn|redesign|update|improve|implement|build|make)\b(?!.*\b(?:tests?|specs?|suite|lint\w*|types?|typings|errors?|warnings?|failures?|coverage|docs?|documentation|deps|dependenc\w+|callbacks|promises|issues|findings|vulnerabilities|pass|green)\b)(?!.*\sto\s)/i

/** An order to loop, or trouble that nobody could make outlast anything: tests, lint, types. */
function isLoopOrTrouble(before: string): boolean {
  const last = lastPart(lastClause(before.replace(/[\s,;.!?-]+(?:and|but|so)?\s*$/i, ''))).trim()
  if (last === '' || /\s(?:until|till)\s/i.test(before)) return true
  return (
    [PRONOUN, CONVERSION, LOOPING, MADE, ARTEFACTS].some(pattern => pattern.test(last)) ||
    (isOurs(last) && !SHAPED.test(last)) ||
    (isMending(firstWord(last)) && (TO_ANOTHER.test(last) || NAMED_PLACE.test(last)))
  )
}

/** A loop as a means: "with an external loop". What is built may have one too: "replace polling with a background loop". */
export function isMeans(before: string): boolean {
  const clause = lastPart(lastClause(before)).trim()
  // "start with …" begins at a thing; a means is a means to something.
  if (!clause.includes(' ') && !LOOPING.test(clause)) return false
  return !OF_SOMETHING_ELSE.test(before) && !ABOUT_IT.test(clause) && (ARTEFACTS.test(clause) || !BUILDING.test(clause))
}

/** "the problem with the daemon", "errors thrown by it", "compare this with it". */
const ABOUT_IT =
  /\b(?:bugs?|issues?|problems?|crash(?:es)?|leaks?|races?|troubles?|conflicts?|regressions?|hangs?|deadlocks?|interplay|compatib\w+|integration|[a-z]+(?:ed|wn|nt))$|^(?:compare|integrate|combine|share|sync|align|connect|interact|communicate|talk)\b/i
const BUILDING =
  /^(?:replace|swap|implement|build|add|create|write|design|introduce|develop|rewrite|convert|turn|model|express|simulate|extend|support)\b/i
const PRONOUN =
  /^(?:put|move|take|send|push|run|spawn|do|start|launch|execute|continue|finish|handle|loop|keep doing|work on|ralph|fix)(?: (?:on|with|through))? (?:it|this|that|them|all (?:of )?(?:it|this|that)|these|everything|(?:the|an?|another) (?:[\w-]+ )?(?:loop|task|work)|ralph|agent-loop)$/i
const CONVERSION =
  /^(?:do|perform|carry out|complete|finish) (?:the |a |this |that )?(?:[\w/.-]+ )*(?:migration|refactor(?:ing)?|upgrade|rewrite|clean-?up|port|conversion|update|fix(?:es)?)(?: (?:to|of|for|from) [\w/.@-]+)*$/i
const ARTEFACTS =
  /^(?:add|write|create|generate|extend|increase|improve)\b.*\b(?:tests?|docs?|documentation|docstrings?|jsdoc|tsdoc|types?|type hints|comments|coverage|annotations)\b(?: (?:to|for|in|of) [\w/.@-]+)*$/i
const LOOPING = /^(?:work$|continue$|loop|iterate|ralph|keep (?:on )?\w+ing|repeat|retry|don't stop|do not stop)\b/i
const MADE = /^(?:make|get)\b.*\b(?:pass|green|work|clean|compile|build|happy)\b/i

/** Done to code alone; pictures, messages and jobs may themselves be in a background. */
const OF_CODE =
  /^(?:refactor|rename|moderni[sz]e|dedupe|deduplicate|consolidate|restructure|reorgani[sz]e|rewrite|rework|untangle|decouple|bump|lint|reformat|deflake|unbreak|port|upgrade|downgrade)$/i
const TROUBLE = 'errors?|warnings?|issues?|problems?|failures?|violations?|complaints?'
const TOOL =
  'lint(?:er|ing)?|types?|typescript|ts|tsc|mypy|eslint|biome|ruff|clippy|pylint|pyright|flake8|compil(?:e|er|ation)|build|imports?|syntax|style|typecheck'
const CODE = String.raw`(?:(?:unit |integration |e2e |failing |flaky )*tests?|test \w+|specs?|suite|${TOOL}|(?:${TOOL})\s+(?:${TROUBLE})|typings|type hints|any types|ci|pipeline|coverage|docs?|documentation|docstrings?|deps|dependenc(?:y|ies)|packages?|exports?|todos?|todo comments|deprecations?|(?:deprecation )?warnings|code|codebase|repo|repository|modules?|library|client|router|failures|review comments|issues|findings|vulnerabilities|(?:security|open|listed|remaining|reported) \w+|migrations?|suppressions|callbacks|promises|classes|functions|files)`
const WITHIN = String.raw`(?: (?:in|of|for|from|under|across|to|with|at|on|until) .+)?`
const OURS = new RegExp(String.raw`\b${CODE}${WITHIN}$`, 'i')
const NAMED_PLACE = /(?:^|\s)(?:[\w@.*-]+\/[\w@./*-]*|[\w-]+\.(?:[jt]sx?|py|go|rs|java|rb|md|cs|cpp|c|h|vue|css))$/i
const TO_ANOTHER =
  /\sto\s+(?:[A-Z][\w.+-]*|[a-z]+[\w.-]*\d[\w.]*|async\S*|typescript|vitest|jest|esm|pnpm|yarn)(?:\s[\d.]+)?$/
/** "the login bug", and not "the rendering bug". */
const BUG =
  /\s(?!render|visual|colou?r|layout|scroll|audio|video|sync|ui|css|display|memory|paint|mobile)[\w-]+ bugs?$/i
const PARTICIPLE = /\s(?:[a-z]+(?:ed|ing)|stuck|shown|seen|sent|left|kept|lost|held|done|drawn|hidden|run)\s*$/i

const isOurs = (part: string): boolean =>
  isMending(firstWord(part)) &&
  !PARTICIPLE.test(part) &&
  (OF_CODE.test(firstWord(part)) || [OURS, NAMED_PLACE, TO_ANOTHER, BUG].some(pattern => pattern.test(part)))

function isAboutTheWork(clause: string): boolean {
  const last = lastPart(clause)
  return [clause, last].some(
    part =>
      (isOurs(part) && !TELLING.test(last)) ||
      [MADE, PRONOUN, CONVERSION, ARTEFACTS, LOOPING].some(pattern => pattern.test(part)),
  )
}

/** "…, it stops in the background" tells about what was named before. */
const TELLING = /^(?:it|they|that|this|which|who|he|she|we|i|you|there)\b/i

const lastClause = (before: string): string =>
  before
    .split(/[;:.!?]\s/)
    .at(-1)
    ?.trim()
    .replace(/^(?:(?:please|then|and|also|just|now)\s+)+/i, '')
    .replace(/^(?:have|let|tell|ask|get)\s+(?:the |a )?(?:ralph|agent-loop)(?: loop)?\s+(?:to\s+)?(?=\S)/i, '') ?? ''

const lastPart = (clause: string): string => clause.split(/,\s*(?:and |then |but )?/).at(-1) ?? clause
