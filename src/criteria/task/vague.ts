import { isFunctionWords } from '../request/function-words.ts'
import { checksSpokenOf, TROUBLE } from './check-words.ts'
import { partsOf, withoutConditions } from './parts.ts'
import { isStatement } from './read-statement.ts'
import { isConcrete } from './read-task.ts'

/** Why a task cannot be measured, and the words that it is about. */
export interface VagueTask {
  readonly code:
    | 'no-work'
    | 'no-object'
    | 'no-comparison'
    | 'not-measurable'
    | 'matter-of-taste'
    | 'undefined-goal'
    | 'question'
  /** Empty when the task has no words at all. */
  readonly phrase: string
}

/**
 * Why a task cannot be measured; null when it names something that can. A superlative and an end that a person feels are never
 * measurable. Taste and polish are not either, unless another part of the sentence says what to do. Names of files change nothing.
 */
export function vagueness(clause: string, names: readonly string[] = []): VagueTask | null {
  const text = named(clause.replace(/[.!?]+$/, '').trim(), names)
  if (!/[\p{L}]{2,}/u.test(text)) return { code: 'no-work', phrase: '' }
  const felt = FELT_END.exec(text) ?? SUPERLATIVE.exec(text)
  if (felt) return { code: 'matter-of-taste', phrase: felt[0].trim() }
  const parts = partsOf(text)
  const tastes = parts.map(part => tasteIn(part))
  const taste = tastes.find(one => one !== null)
  if (taste)
    return parts.some(
      (part, at) =>
        tastes[at] === null &&
        isConcrete(part) &&
        (!SOFT.test(part) || checksSpokenOf(part).length > 0) &&
        !isEmptyOrder(part),
    )
      ? null
      : taste
  return parts.every(isEmptyOrder) ? emptiness(text) : null
}

/** "rework the parser so that it is more elegant": the end decides, not the way. */
const SOFT =
  /^(?:refactor|rework|rewrite|restructure|reorgani[sz]e|simplify|moderni[sz]e|optimi[sz]e|update|change|make|get|have|keep|turn|bring)\b/i

/** A project called by its name is as vague as "the project". */
const named = (text: string, names: readonly string[]): string =>
  names
    .filter(name => name.length > 1)
    .reduce(
      (clause, name) =>
        clause.replace(new RegExp(`(^|\\s)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=\\s|$)`, 'gi'), '$1project'),
      text,
    )

const PRAISE =
  'better|nicer?|great(?:er)?|good|awesome|amazing|lovely|cool(?:er)?|beautiful|pretty|prettier|elegant|clean(?:er)?|robust|solid|strong(?:er)?|modern|professional|perfect|excellent|fantastic|wonderful|shiny|sane(?:r)?|decent|sexy|fancy|slick(?:er)?|sleek|smart(?:er)?|readable|maintainable|understandable|usable|user[- ]friendly|friendly|simple|simpler|tidy|neat(?:er)?|production[- ](?:ready|quality|grade)|enterprise[- ](?:grade|ready)|world[- ]class|state[- ]of[- ]the[- ]art|idiomatic|pleasant|delightful|reliable(?! (?:across|between|with|when|under|on|for)\\b)|scalable|flexible|pythonic|swifty|useful|creative|consistent(?! (?:across|between|with|when|under|on|for)\\b)|joyful|fresh|polished|stunning|magical|bulletproof|rock[- ]solid|top[- ]notch|intuitive|powerful|smooth(?:er)?|appealing|attractive|first[- ]class|impressive|expressive|engaging|inviting|gorgeous|exciting|convenient|comfortable|ergonomic|approachable|welcoming|fun|natural|(?!use|success)\\w{3,}ful|easy(?: to \\w+)?|well[- ](?:structured|organi[sz]ed|designed|written)|intuitively|improved|sharp(?:er)?|crisp(?:er)?|nice to \\w+'
const BLAME =
  'ugly|mess|messy|clunky|clumsy|dated|awful|terrible|horrible|hideous|bad|crappy|gross|hairy|confusing|annoying|convoluted|spaghetti|unwieldy|bloated|embarrassing|boring|old[- ]fashioned|lame|meh|rough|sloppy|cluttered|chaotic|a pain'
const JOY = 'a (?:real |true |pure )?(?:joy|delight|pleasure|treat|dream)(?: to \\w+)?'
/** Comparisons that tests can decide. */
const MEASURED =
  '(?:faster|quicker|smaller|lighter|shorter|longer|larger|bigger|higher|lower|earlier|later|strict|stricter|lenient|permissive|tolerant|verbose|specific|precise|accurate|(?:memory[- ])?efficient|performant|leaner|than|information|details?|tests?|coverage|memory|time|often|errors?)'
const DEGREE =
  '(?:(?:a (?:lot|bit|little)|much|even|way|more|less|really|super|very|so|as|truly|absolutely|far|too|quite|rather|overall|just|all|into|something|some ?what|significantly|nice and)\\s+)*'
const TASTE = `(?:${PRAISE}|${BLAME}|${JOY}|(?!earlier)\\w{3,}ier|(?:more|less) (?!${MEASURED}\\b)[a-z][\\w-]*|easier(?: to \\w+)?)`
/** An adjective in front of a noun only describes it: "the smart quotes". */
const PREDICATIVE =
  "(?=$|[^\\w\\s'-]|\\s+[^\\w\\s]|\\s+(?:to|for|in|and|or|than|overall|again|out|please|when|so|with|on|too|as|by|everywhere|enough|now|until|at|across|under|but|if|of|imho|imo|tbh|please|pls|somehow|really)\\b)"

const MADE = new RegExp(
  `^(?:make|get|turn|render|keep|let|have|leave)\\s+(.+?)\\s+(?:(?:look|feel|seem|sound|be|become|read|to be|to look|to feel)\\s+)?${DEGREE}(?<!\\b(?:with|by|using|via|in|of|from|through)\\s)(${TASTE})${PREDICATIVE}`,
  'i',
)
const SENSED = new RegExp(
  `\\b(?:feels? (?!like\\b|free\\b|for\\b|that\\b)${DEGREE}([a-z][\\w-]+)|(?:looks?|seems?|sounds?|reads?) (?:like a (?:novel|book|poem)|${DEGREE}${TASTE}${PREDICATIVE}))`,
  'i',
)
const STATED = new RegExp(
  `\\b(?:is|are|be|being|been|gets?|becomes?|it's|its|reads?|works?|nicely)\\s+(?:getting\\s+|gotten\\s+|become\\s+)?(?:a |an )?${DEGREE}(${TASTE})${PREDICATIVE}`,
  'i',
)
const TURNED = new RegExp(
  `^(?:turn|make|transform|convert|shape)\\b.*\\binto (?:a |an |something )(?:(?:more|really|truly|very) )*(?:${PRAISE})\\b`,
  'i',
)
const HAS_TASTE =
  /\b(?:deserves?|could use|could do with|needs?|wants?) (?:a |an |some |more |much |a bit of |a little )*(?:love|polish(?:ing)?|attention|tlc|care|refresh|facelift|makeover|face-?lift|scrub|cleanup|clean-up|touch|better|nicer|improv\w+|rethink\w*|work)\b|\bgotten (?:\w+ )?(?:ugly|messy|old)/i

/** The choice of the goal is left to the agent. */
const LEFT_TO_YOU =
  /\b(?:surprise (?:me|us)|(?:up to|left to) you|you (?:decide|choose|pick|know best)|your (?:choice|call|judge?ment|taste)|(?:whatever|however|anything|as) you (?:like|want|think|prefer|feel))\b/i

/** Phrases that praise an end without naming it. */
const HOLLOW =
  /\b(?:see what (?:you|we) can (?:do|squeeze|get|find|gain|come up)|next level|(?:good|great|better|top|tip-top|proper) shape|level up|best practices|(?:modern|industry|our|high|today's) standards|better place|(?:do|try|work) (?:your|some|its) (?:very )?(?:best|magic|thing)|up to (?:scratch|snuff|par)|(?:bring|get|keep) (?:(?:the|our|this|whole|entire) )*(?:project|code ?base|repo(?:sitory)?|code|library|package|everything|it|this) up to date$|something (?:useful|nice|good|cool|great)|do something about|as you see fit|great again|whatever (?:you|is (?:needed|necessary))|what(?:ever)? (?:can|could|should) be (?:improved|better|done)|makes? (?:more |some )?sense|have fun|(?:developer|user|overall) experience|all the things|(?:be |are |is )proud of|something (?:we|people|users|everyone) (?:can|will|would)|in(?:to)? (?:perfect |good |proper )?order$|under control|(?:do|take|make) (?:a|another|one) (?:\w+ )?(?:pass|sweep|round)(?: over| through| on| of)?|(?:more|better|some) (?:structure|clarity|consistency|order|quality|readability|elegance|robustness|usability|maintainability|simplicity|cleanliness|style)|look and feel|(?:(?:do not|dont|don't) (?:really |much )?(?:like|love|enjoy)|hate|dislike) (?:how|the way)|raise the bar|\d+(?:st|th) century|do better|get the most out of|where(?:ver)? you (?:can|like|see fit|want|think)|(?:some|a bit of|a little) (?:love|polish|attention|tlc|care|magic)|do what(?:ever)? (?:you|we) can|(?:is|are) not (?:\w+ )?(?:helpful|nice|great|good|intuitive|readable|pretty|elegant|friendly|convenient|pleasant))\b|^give\b.+\ba (?:\w+ )?(?:feel|vibe|touch|scrub|polish|facelift|face-?lift|makeover|touch|refresh|once-over|overhaul|brush-?up|look)\b|^be \w+$|^(?:make|keep) (?:the |our )*(?:users?|customers?|everyone|people|me|us|team) happy|\b(?:shine|sparkle|sing|pop)$/i

/** Ends that only a person can feel: "until we are happy". */
const FELT_END =
  /\b(?:un)?til(?:l)? (?:(?:you|we|i|everyone|everybody|the team|the boss|people|users?|he|she)(?:'re|'m| are| am| is| feel\w*| get)? (?:\w+ )?(?:happy|satisfied|pleased|content|proud|convinced|confident|comfortable|like|love|think|agree|approve|good|done|ok|okay|sure)|happy|satisfied|perfect|(?:it|this|that|they|everything|things|\w+ \w+)(?:'s| is| are)? (?:feels?|looks?|seems?|reads?)|(?:it|this|that|they|everything|the (?:code|result|output|\w+))(?:'s| is| are) (?:\w+ )?(?:good|great|perfect|nice|nicer|beautiful|better|right|excellent|elegant|readable|polished|awesome))\b/i

/** "make it the best parser out there". "Return the best match" compares what the code compares. */
const SUPERLATIVE =
  /\b(?:make|be|becomes?|is|are|turn|get|into|want|need|have|build|deliver)\s+(?:[\w./'-]+\s+){0,5}?(?:the |our |its |simply )(?:absolute(?:ly)? |very )?(?:best|cleanest|fastest|nicest|prettiest|simplest|smartest|coolest|greatest|finest|slickest|sleekest|leanest|easiest|friendliest|safest|strongest|sexiest|most (?:\w+able|elegant|beautiful|modern|robust|powerful|popular|pleasant|intuitive|idiomatic|secure|advanced|efficient))(?![\w-])|\bthe (?:best|cleanest|fastest|nicest|greatest) [\w -]*?(?:out there|ever|in the world|on the market|possible|it can be)\b|\bas \w+ as (?:possible|you (?:can|like|want)|we can|it gets|can be)\b/i

const POLISHING =
  /^(?:improve|enhance|polish|beautify|moderni[sz]e|revamp|perfect(?= (?:the|our|my|this|it|all|every)\b)|refine|clean(?: ?up)?|tidy(?: ?up)?|elevate|boost|strengthen|harden|streamline|overhaul|rethink|spruce|jazz|freshen|brush|touch|smooth|optimi[sz]e|raise|lift|prettify|refresh|straighten)(?![\w-])(?: (?:up|out|over))?/i
/** Their objects decide: a figure can be raised and a loop can be made faster; quality cannot. */
const NEUTRAL = /^(?:optimi[sz]e|moderni[sz]e|raise|lift|boost)\b/i
const MEASURABLE = new RegExp(
  `\\b(?:${TROUBLE}|error messages?|messages?|coverage|(?:build|test|start-?up|load(?:ing)?|compile|run|response|boot|render\\w*) ?times?|size|memory|latency|throughput|complexity|allocations?|typos?|links?|dead code|unused|imports?|duplicates?|duplicat\\w+|deprecat\\w+)\\b|\\d\\s*(?:%|x\\b|ms|s\\b|kb|mb|percent)`,
  'i',
)
const SPEED = /\b(?:performance|speed)\b\s+(?:of|in|for|when|while)\s+(.+)$/i

const isFasterThing = (object: string): boolean => !isAbstract(SPEED.exec(object)?.[1] ?? '')

/** The words of a part that are a matter of taste, or a polish without an end. */
function tasteIn(part: string): VagueTask | null {
  const aboutChecks = checksSpokenOf(part).length > 0 || part.includes('`')
  const hollow = LEFT_TO_YOU.exec(part) ?? HOLLOW.exec(part) ?? HAS_TASTE.exec(part) ?? TURNED.exec(part)
  if (hollow) return { code: 'not-measurable', phrase: hollow[0] }
  const sped =
    /^(?:make|get)\s+(.+?)\s+(?:(?:much|a (?:lot|bit|little)|even|way|more|really|significantly|noticeably|twice|\d+x|\w+ times) )*(fast(?:er)?|quick(?:er)?|snappy|snappier|responsive|lighter|smaller|leaner|(?:more )?(?:efficient|performant)|as (?:fast|small|quick))\b/i.exec(
      part,
    )
  if (sped && MADE.exec(part) === null)
    return /\d|\bbench/i.test(part) ? null : { code: 'no-comparison', phrase: sped[2] ?? '' }
  const slow = SLOW.exec(part)
  if (slow && isAbstract(slow[1] ?? '') && !/\d/.test(part)) return { code: 'no-comparison', phrase: slow[2] ?? '' }
  const wished = WISHED.exec(part) ?? ONLY_PRAISE.exec(part)
  if (wished) return { code: 'matter-of-taste', phrase: wished[0] }
  const praised =
    MADE.exec(part)?.[2] ?? SENSED.exec(part)?.[0] ?? (/\bnot\b/i.test(part) ? undefined : STATED.exec(part)?.[1])
  if (praised !== undefined && !(aboutChecks && OF_CHECKS.test(praised)))
    return { code: 'matter-of-taste', phrase: praised }
  return polish(part, aboutChecks)
}

/** "the project is slow on big files": slower than what? */
const SLOW = new RegExp(
  `^(.+?) (?:is|are|feels?|seems?|got|gets) ${DEGREE}(?:just )?(slow|slower|sluggish|laggy|heavy)\\b`,
  'i',
)

/** "the query language: nicer pls". */
const ONLY_PRAISE = new RegExp(`^${DEGREE}(?:${PRAISE})(?:,? (?:please|pls|plz|thanks|thx))?$`, 'i')

/** "more readable code in the tokenizer": the wish is an adjective. */
const WISHED = new RegExp(
  `^(?:(?:write|produce|use|have|want|need|deliver|create) )?(?:a |an |some )?(?:(?:more|less|much|far) )*(?:${PRAISE})\\s+(?:code|design|names?|naming|structure|output|look|docs?|documentation|api|ui|ux|experience|architecture|style)\\b`,
  'i',
)

/** Of a check these are states: "make lint clean", "keep the suite stable". */
const OF_CHECKS =
  /^(?:clean|happy|unhappy|stable|solid|reliable|good|great|strict|red|green|bad|angry|broken|fine|ok|okay)$/i

function polish(part: string, aboutChecks: boolean): VagueTask | null {
  const verb = isStatement(part) ? null : POLISHING.exec(part)
  if (verb === null) return null
  const object = part.slice(verb[0].length).trim()
  if (object === '') return { code: 'no-object', phrase: part }
  if (PRONOUN.test(object)) return { code: 'not-measurable', phrase: part }
  if (MEASURABLE.test(object) || (/^(?:clean|tidy)/i.test(part) && withoutConditions(part) !== part)) return null
  if (isFasterThing(object)) return null
  if (NEUTRAL.test(part)) return isAbstract(object) ? { code: 'not-measurable', phrase: object } : null
  return aboutChecks && isConcrete(part) && !/\b(?:tests?|suites?|specs?|builds?|docs|documentation)\b/i.test(object)
    ? null
    : { code: 'not-measurable', phrase: object }
}

const PRONOUN =
  /^(?:it|them|this|that|these|those|things?|stuff|everything|all)(?: (?:up|out|a (?:bit|little)|please))*$/i

const EMPTY_VERBS =
  /^(?:fix(?: up)?|finish|complete|do|handle|continue|address|help(?: with)?|inspect|review|work(?: on)?|make|get|think about|play with|go over|take a (?:pass|look) (?:over|at)|start|try|improve|see|run|upgrade|debug|rework|simplify|speed|accelerate|tune|be|go|keep)\b/i

/** An order without an object that could be found: "fix everything", "work on the code". */
function isEmptyOrder(part: string): boolean {
  const bare = part
    .replace(
      /\b(?:works?|working|going|happen|done|right|properly|well|good|great|useful|necessary|needed|left|hello|hi|hey|thanks?|started|magic|try|best|same)\b/gi,
      ' ',
    )
    .trim()
  const verb = EMPTY_VERBS.exec(bare)
  return !isFasterThing(bare) && isAbstract(verb === null ? bare : bare.slice(verb[0].length))
}

const emptiness = (text: string): VagueTask =>
  /^(?:make|get)\b/i.test(text)
    ? { code: 'undefined-goal', phrase: text }
    : /\s/.test(text)
      ? { code: 'not-measurable', phrase: text }
      : { code: 'no-work', phrase: text }

/** Goals that cannot be finished: a quality, or everything at once. */
const ABSTRACT =
  /^(?:code|codebase|code base|quality|architecture|performance|speed|readability|maintainability|usability|structure|design|project|repo|repository|things?|stuff|ux|ui|dx|packages?|plugin|app|application|library|program|software|system|product|tool|site|website|robustness|reliability|experience|docs|documentation|security|technical debt|tech debt|debt|general|generally|whole|results?|output|state|health|hygiene|standards?|practices?|implementation|efficiency|scalability|stability|consistency|polish|look|situation|world|bits|parts|rest|issues?|problems?|errors?|mess|code quality|work|works|everything|anything|something|nothing)$/i

/** True for an object that is a quality or everything at once: "technical debt", "the code". */
function isAbstract(object: string): boolean {
  return object
    .replace(
      /\b(?:generally|overall|somehow|a (?:bit|lot|little)|in general|as needed|further|everywhere|across the board|in this (?:repo|project)|of (?:this|the) (?:repo|repository|project|codebase|code)|for (?:me|us))\b/gi,
      ' ',
    )
    .split(/\s*(?:,|\band\b|\bor\b|&)\s*/i)
    .map(headOf)
    .every(head => head === '' || isFunctionWords(head) || ABSTRACT.test(head))
}

/** "the overall quality of the labs packages" → quality. */
function headOf(phrase: string): string {
  const [front = ''] = phrase.split(/\b(?:of|in|for|on|with|within|across)\b/i)
  return front
    .replace(
      /\b(?:the|a|an|this|that|all|our|my|your|its|overall|general|entire|whole|existing|current|remaining|some|any|every|more|up|please)\b/gi,
      ' ',
    )
    .replace(/[^\w\s'-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
