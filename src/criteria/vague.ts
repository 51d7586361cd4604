import type { ParseProblem } from './reading.ts'

/**
 * Why a clause cannot be measured; null when these rules have nothing against it. "thorough" is vague, and "thorough:
 * coverage > 80 %" is not, because what follows is measured in its place.
 */
export function vagueness(clause: string): ParseProblem | null {
  const text = clause.trim()
  if (selfReferential.some(pattern => pattern.test(text))) return { kind: 'self_referential', phrase: text }
  return endsInJudgement(text) || vague.some(pattern => pattern.test(text)) ? { kind: 'vague', phrase: text } : null
}

const WORKER = String.raw`(?:(?:the |this |your |an |our )*(?:(?:ai|coding|llm) )?(?:agents?|assistant|model|ai|llm|claude|codex|gemini|copilot|gpt|bot|ralph|loop|agent-loop|worker|evaluator|judge|reviewer agent)|you|yourself|it)`
const selfReferential: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:when |until |once |if )?${WORKER} (?:is|are|be|am|feels?|becomes?|seems?|gets?)(?: \w+)? (?:satisfied|happy|confident|sure|certain|content|convinced|pleased|finished|comfortable|done with it|ok with it|proud)\b`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:when |until |once |if )?${WORKER} (?:thinks?|believes?|says?|decides?|claims?|considers?|judges?|deems?|declares?|announces?|reports?|feels?|agrees?|approves?|confirms?|concludes?|has decided|outputs?|prints?|writes?|signals?|responds?|stops?|gives? up|can't find|cannot find|finds? nothing|completes?|finishes|is done|are done)\b`,
    'i',
  ),
  /^(?:you're|you are|i'm|i am|we're|we are) (?:satisfied|happy|confident|sure|certain|content|convinced|done|finished)\b/i,
  /^(?:self-?(?:review|assessment|check|evaluation)|the (?:agent|model|ai)'s (?:own )?(?:word|judg(?:e)?ment|opinion|review))\b/i,
  /<promise>|\bcompletion promise\b/i,
]

const VERB = String.raw`(?:is|are|be|being|been|looks?|feels?|seems?|gets?|becomes?|stays?|remains?|appears?|was|were|has been|have been|must be|should be|will be|reads?|runs?|works?|performs?|behaves?|scales?)`
const DEGREE = String.raw`(?:(?:really|very|more|much|most|nice(?:ly)? and|fully|totally|completely|pretty|quite|so|all|now|as|reasonably|sufficiently|properly|a lot|way|finally|truly|100%|in a|of|still|perfectly|actually|too|not|well|of a|in)\s+)*`
const JUDGEMENT = String.raw`(?:clean(?:er|ed up)?|good(?: enough| shape)?|great|better|best|nice(?:r)?|fine|ok|okay|alright|all right|happy|satisfied|pleased|complete(?:d)?|thorough(?:ly)?(?: tested| documented| reviewed)?|comprehensive(?:ly)?(?: tested| documented)?|readable|maintainable|robust|solid|fast(?:er)?|quick(?:er)?|slow(?:er)?|stable|polished|perfect|correct(?:ly)?|right|proper(?:ly)?|sane|reasonable|acceptable|sufficient|adequate|production[- ]?ready|production[- ]grade|high[- ]quality|quality|top[- ]notch|well[- ](?:tested|documented|written|structured|designed|factored|organi[sz]ed)|(?:tested|documented|written|structured|designed|organi[sz]ed|working|work|works|reviewed|covered|handled|integrated|refactored|optimi[sz]ed|improved|fixed|finished|done|ready|implemented|resolved|addressed|shippable|deployed|merged|usable|functional|operational|supported|migrated|updated|upgraded|cleaned)(?: (?:well|properly|correctly|enough|fine|as expected|as intended|as it should|again|nicely|thoroughly|up))*|user[- ]friendly|friendly|secure|safe|performant|efficient|scalable|simple(?:r)?|elegant|beautiful|pretty|modern|idiomatic|consistent|tidy|neat|smooth(?:ly)?|responsive|intuitive|accessible|as expected|as intended|as it should|as before|up[- ]to[- ](?:date|standard|scratch|par)|bug[- ]?free|flawless(?:ly)?|awesome|excellent|decent|sensible|easy(?: to (?:read|use|understand|maintain|follow))?|clear(?:er)?|understandable|helpful|useful|professional|in order|enough|high|higher|low|lower|improving|green enough|reliable|trustworthy|successful enough|well|normal(?:ly)?)`
const THING = String.raw`(?:[\w'’/.@-]+ ){0,7}?[\w'’/.@-]+`

const TAIL = String.raw`(?: (?:as possible|now|already|again|overall|in general|than before|everywhere|on mobile|code|work|state|results?|quality|to (?:me|read|use|ship|merge|go|understand|maintain|everyone|users)|for (?:me|now|production|users|everyone|us)|by (?:users|everyone|me)|with (?:it|the (?:result|code|work|quality)s?)|on (?:all|every) \w+|in (?:production|practice|all cases)))*`
const JUDGED = new RegExp(String.raw`(?:^|\s)${DEGREE}${JUDGEMENT}${TAIL}$`, 'i')
const ALONE = /^(?:\s|all|it|it's|its|that's|just|everything|looks?|feels?|seems?|works?|make|get)*$/i
const OF_A_THING = new RegExp(String.raw`^${THING} ${VERB}$`, 'i')

/** "good enough", "the code is really clean now": an opinion, of something or of nothing in particular. */
function endsInJudgement(text: string): boolean {
  const match = JUDGED.exec(text)
  if (!match) return false
  const before = text.slice(0, match.index).trim()
  return ALONE.test(before) || OF_A_THING.test(before)
}

const vague: readonly RegExp[] = [
  /^(?:the |my |our |this |an |whole |entire )*(?:app|application|feature|features|code|codebase|it|everything|thing|things|site|website|page|pages|program|project|system|ui|frontend|backend|api|service|server|product|login|search|bug|bugs|issue|problem|fix|flow|button|tool|cli|function|functionality|implementation|solution|integration|all|stuff|\w+ (?:feature|page|flow|screen|module|functionality|integration|button|form)) (?:just |now |still |all |really |always |finally )*(?:works?|functions?|behaves?|runs?|performs?|goes away|is gone)(?: (?:fine|well|correctly|properly|perfectly|as (?:expected|intended|before|it should|designed)|again|now|nicely|smoothly|great|ok|reliably|for (?:users|everyone)|in production|on (?:all|every) \w+|end[- ]to[- ]end|without (?:problems|issues|bugs|trouble)))*$/i,
  new RegExp(
    String.raw`^(?:make|keep|get|leave) ${THING} ${DEGREE}(?:clean(?:er)?|good|great|better|nice(?:r)?|fast(?:er)?|readable|maintainable|robust|perfect|pretty|simpler|work|right|stable|secure|modern|tidy|work better)$`,
    'i',
  ),
  /^(?:improve|polish|clean ?up|optimi[sz]e|enhance|beautify|modernize|tidy up|do your best|try (?:your )?(?:best|hard)|refactor|work on|finish|complete|fix|implement|perfect)\b(?: (?!`)[\w'’/.-]+){0,8}$/i,
  /^(?:no|zero|without) (?:(?:more|known|obvious|major|serious|critical|remaining|visible|real|big) )*(?:bugs?|issues?|problems?|errors?|complaints?|code smells?|technical debt|tech debt|edge cases?|mistakes?|flaws?|dead code|duplication|slop)(?: (?:left|remain|remaining|anywhere|at all))*$/i,
  /^(?:high|good|better|great|best|improved|enough|sufficient|adequate|decent|clean|proper|nice|solid|readable|robust|maintainable|acceptable|comprehensive|thorough|complete|excellent|perfect|beautiful|elegant|simple|fast|secure|reliable|stable|modern|working|bug-free) [\w -]+$/i,
  /^(?:there (?:are|is) )?(?:enough|sufficient|adequate|good|proper|plenty of|more|better) (?:tests?|docs?|documentation|coverage|comments|logging|error handling|performance|test coverage)(?: \w+)*$/i,
  /\b(?:users?|customers?|people|everyone|everybody|stakeholders?|the team|the boss|reviewers?|maintainers?|my manager|i|we)\b (?:is|are|am|feels?|love|loves?|likes?|enjoy|approves?|agrees?|can use|say|says|think|thinks|signs? off)\b/i,
  /^(?:done|complete|completed|finished|ready|works|working|success|success(?:ful)?|stop|end|yes|ok|good|green|pass|passes|perfect|nice|fixed|solved|resolved|all good|all done|good to go|lgtm|ship it|shipped|tbd|whatever|anything|nothing|something|best effort|asap|n\/a|none)$/i,
  /^(?:the |this |our |my )*(?:task|work|job|goal|issue|ticket|feature|story|bug|pr|refactoring|refactor|migration|implementation|request|problem|project|todo list|acceptance criteria|requirements?|everything|all(?: of)?(?: the)? (?:work|tasks?|issues?|requirements?|features?|acceptance criteria|things?)) (?:is|are|has been|have been|gets?|was)? ?(?:fully |completely |all |properly )?(?:done|complete(?:d)?|finished|resolved|fixed|closed|solved|implemented|met|satisfied|handled|delivered|addressed|accomplished|achieved|over)$/i,
  /\b(?:performance|speed|quality|readability|maintainability|ux|usability|security|architecture|design|style|structure|latency|complexity)\b(?: of [\w ]+)? (?:is |are |gets? |has |have |should be |must be )*(?:improve[ds]?|better|good|great|increase[ds]?|reduced?|decrease[ds]?|higher|lower|enhanced|ok|okay|acceptable|nice|up|fine|optimal|faster)(?: .*)?$/i,
]
