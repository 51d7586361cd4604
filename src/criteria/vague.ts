import type { ParseProblem } from './reading.ts'

/**
 * Why a clause cannot be measured; null when these rules have nothing against it. "thorough" is vague, and "thorough:
 * coverage > 80 %" is not, because what follows is measured in its place.
 */
export function vagueness(clause: string): ParseProblem | null {
  const text = clause.trim()
  if (SELF_REFERENTIAL.some(pattern => pattern.test(text))) return { kind: 'self_referential', phrase: text }
  return endsInOpinion(text) || VAGUE.some(pattern => pattern.test(text)) ? { kind: 'vague', phrase: text } : null
}

const WORKER = String.raw`(?:(?:the |this |your |an |our )*(?:(?:ai|coding|llm) )?(?:agents?|assistant|model|ai|llm|claude|codex|gemini|copilot|gpt|bot|ralph|loop|worker|evaluator|judge)|you|yourself|it)`
const SELF_REFERENTIAL: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:when |until |once |if )?${WORKER} (?:(?:is|are|feels?|becomes?|seems?|gets?)(?: \w+)? (?:satisfied|happy|confident|sure|certain|content|convinced|pleased|finished|comfortable|done|proud)|thinks?|believes?|says?|decides?|claims?|considers?|judges?|declares?|announces?|reports?|feels?|agrees?|approves?|confirms?|concludes?|outputs?|prints?|writes?|signals?|stops?|gives? up|can't find|cannot find|finds? nothing|completes?|finishes)\b`,
    'i',
  ),
  /^(?:you're|you are|i'm|i am|we're|we are) (?:satisfied|happy|confident|sure|certain|content|convinced|done|finished)\b/i,
  /^self-?(?:review|assessment|check|evaluation)\b|<promise>|\bcompletion promise\b/i,
]

/** Words of praise: where one of them is all that is said of a thing, people decide and no command does. */
const JUDGEMENT = String.raw`(?:clean(?:er|ed up)?|good(?: enough| shape)?|great|better|best|nicer?|fine|ok|okay|alright|happy|satisfied|pleased|completed?|thorough(?:ly)?|comprehensive(?:ly)?|readable|maintainable|robust|solid|fast(?:er)?|quick(?:er)?|slow(?:er)?|stable|polished|perfect|correct(?:ly)?|right|proper(?:ly)?|sane|reasonable|acceptable|sufficient|adequate|production[- ]?(?:ready|grade)|(?:high[- ])?quality|well[- ]\w+|user[- ]friendly|secure|safe|performant|efficient|scalable|simpler?|elegant|beautiful|pretty|modern|idiomatic|consistent|tidy|neat|smooth(?:ly)?|responsive|intuitive|accessible|as (?:expected|intended|before|it should)|up[- ]to[- ](?:date|standard|scratch|par)|bug[- ]?free|flawless(?:ly)?|awesome|excellent|decent|sensible|easy|clear(?:er)?|understandable|helpful|useful|professional|in order|enough|high(?:er)?|low(?:er)?|reliable|well|normal(?:ly)?|tested|documented|written|structured|designed|organi[sz]ed|working|works?|reviewed|covered|handled|integrated|refactored|optimi[sz]ed|improv(?:ed|ing)|fixed|finished|done|ready|implemented|resolved|addressed|shippable|deployed|merged|usable|functional|supported|migrated|updated|upgraded|met|closed|solved|over|followed)`
const DEGREE = String.raw`(?:(?:really|very|more|much|most|fully|totally|completely|pretty|quite|so|all|now|as|reasonably|sufficiently|properly|a lot|way|finally|truly|100%|in a|of|still|actually|too|not|well|in|nicely|correctly)\s+)*`
const TAIL = String.raw`(?: (?:well|properly|correctly|enough|nicely|thoroughly|up|as (?:possible|expected|intended|it should)|now|already|again|overall|in general|than before|everywhere|code|work|state|results?|to \w+|for \w+|by \w+|with (?:it|the \w+)|on (?:all|every|mobile)(?: \w+)?|in (?:production|practice|all cases)))*`
const VERB = String.raw`(?:is|are|be|been|looks?|feels?|seems?|gets?|becomes?|stays?|remains?|appears?|was|were|reads?|runs?|works?|performs?|behaves?|scales?|has been|have been)`
const THING = String.raw`(?:[\w'’/.@-]+ ){0,7}?[\w'’/.@-]+`
/** Things with so many parts that "it works" says nothing. */
const WHOLE = String.raw`(?:app|application|features?|code(?:base)?|it|everything|things?|site|website|pages?|program|project|system|ui|frontend|backend|api|service|server|product|login|search|bugs?|issue|problem|fix|flow|button|tool|cli|function|implementation|solution|integration|all|stuff|form|screen|module)`

const OPINION = new RegExp(String.raw`(?:^|\s)${DEGREE}${JUDGEMENT}${TAIL}$`, 'i')
const FILLER = /^(?:all|it|it's|that's|looks?|just|everything|make|get|should|be|until|please|best|\s)*$/i
const OF_A_THING = new RegExp(String.raw`^${THING} ${VERB}$`, 'i')

/** "good enough", "the code is really clean now". Two steps, because one pattern for both would take exponential time. */
function endsInOpinion(text: string): boolean {
  const found = OPINION.exec(text)
  if (!found) return false
  const before = text.slice(0, found.index).trim()
  return FILLER.test(before) || OF_A_THING.test(before)
}

const VAGUE: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:the |my |our |this |whole )*(?:\w+ )?${WHOLE} (?:just |now |still |all |really |always |finally )*(?:works?|functions?|behaves?|runs?|performs?|goes away|is gone)${TAIL}(?: end[- ]to[- ]end| reliably| without (?:problems|issues|bugs))?$`,
    'i',
  ),
  new RegExp(String.raw`^(?:make|keep|get|leave) ${THING} ${DEGREE}${JUDGEMENT}$`, 'i'),
  /^(?:improve|polish|clean ?up|optimi[sz]e|enhance|moderni[sz]e|tidy up|do your best|try (?:your )?(?:best|hard)|refactor|work on|finish|complete|fix|implement)\b(?: (?!`)[\w'’/.-]+){0,8}$/i,
  /^(?:no|zero|without) (?:(?:more|known|obvious|major|serious|critical|remaining|visible) )*(?:bugs?|issues?|problems?|errors?|complaints?|code smells?|tech(?:nical)? debt|edge cases?|mistakes?|flaws?|dead code|duplication)(?: (?:left|remain|remaining|anywhere|at all))*$/i,
  new RegExp(String.raw`^(?:there (?:are|is) )?(?:${JUDGEMENT}|improved|enough|plenty of) [a-z][\w -]*$`, 'i'),
  /\b(?:users?|customers?|people|everyone|everybody|stakeholders?|team|boss|reviewers?|maintainers?|manager|i|we)\b (?:is|are|am|feels?|loves?|likes?|enjoy|approves?|agrees?|says?|thinks?|signs? off)\b/i,
  /^(?:success(?:ful)?|stop|end|yes|green|pass|passes|all (?:good|done)|good to go|lgtm|ship it|shipped|tbd|whatever|anything|nothing|something|best effort|asap|n\/a|none)$/i,
  /\b(?:performance|speed|quality|readability|maintainability|ux|usability|security|architecture|design|style|structure|latency|complexity)\b(?: of [\w ]+)? (?:improve[ds]?|increase[ds]?|reduced?|decrease[ds]?|enhanced)(?: .*)?$/i,
]
