import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'

const EVALUATIVE =
  'better|nicer|nice|great|greater|good|best|awesome|amazing|lovely|cool|cooler|beautiful|pretty|prettier|elegant|cleaner|clean|robust|solid|stronger|strong|modern|professional|perfect|excellent|fantastic|wonderful|shiny|sane|decent|proper|sexy|fancy|slick|sleek|smart|smarter|readable|maintainable|usable|user-friendly|friendlier|simple|simpler|tidy|tidier|neat|neater|production[- ]ready|enterprise[- ](?:grade|ready)|world-class|state of the art|idiomatic|pleasant|delightful|reliable|stable|scalable|flexible|secure|pythonic|useful|creative|consistent|joyful|a joy|wow|lit|fresh|snappy|polished|stunning|magical|bulletproof|rock-solid|top-notch|intuitive|powerful|pop|shine|sparkle|sing|fly|rock|sparkling|improved|up to scratch|less ugly|less messy'

/** These can be measured, where there is something to measure. */
const FAST = 'faster|fast|quicker|lighter|smaller|efficient|performant|leaner'

/** Phrases that praise an end without naming it. */
const HOLLOW =
  /\b(some (?:love|polish|attention|tlc)|next level|in(?:to)? (?:good |better )?shape|level up|joy to (?:use|work)|best practices|(?:modern|industry|our|high) standards|all the things|better place|(?:do|try) your (?:best|magic|thing)|up to (?:scratch|snuff|speed)|something (?:useful|nice|good|cool|great)|as you see fit|great again|whatever you)\b|^be \w+$|^make (?:the )?(?:users?|customers?|everyone|people|me|us|the team) happy/i

/** Goals that cannot be finished: a quality, or everything at once. */
const ABSTRACT =
  /^(code|codebase|code base|quality|architecture|performance|speed|readability|maintainability|usability|structure|design|project|repo|repository|everything|it|things|stuff|this|that|thing|ux|ui|dx|packages?|plugin|app|application|library|program|software|system|product|tool|site|website|robustness|reliability|experience|developer experience|user experience|docs|documentation|security|technical debt|tech debt|debt|overall|general|generally|whole|all|results?|output|state|health|hygiene|standards?|practices?|implementation|efficiency|scalability|stability|consistency|polish|look|feel|style and structure|situation|world|bits|parts|rest|issues?|problems?|errors?|mess|code quality|the code)$/i

const WEAK_VERBS =
  /^(improve|enhance|optimi[sz]e|polish|better|beautify|moderni[sz]e|revamp|rework|upgrade|perfect|refine|clean(?: up)?|tidy(?: up)?|work on|look (?:at|into)|review|fix(?: up)?|finish|complete|do|handle|continue|deal with|address|sort out|help(?: with)?|take care of|make sense of|think about|play with|rethink|elevate|boost|strengthen|harden|streamline|overhaul|spruce up|jazz up)\b/i

/** Why a task cannot be measured, and the words that it is about. */
export interface VagueTask {
  readonly code: 'no-work' | 'no-object' | 'no-comparison' | 'not-measurable' | 'matter-of-taste' | 'undefined-goal'
  /** Empty when the task has no words at all. */
  readonly phrase: string
}

/** Why a task cannot be measured; null when it names something that can. */
export function vagueness(clause: string, names: readonly string[] = []): VagueTask | null {
  const text = named(clause.replace(/[.!?]+$/, '').trim(), names)
  if (!/[\p{L}]{2,}/u.test(text)) return { code: 'no-work', phrase: '' }
  if (isSpecific(text)) return null
  const hollow = HOLLOW.exec(text)
  if (hollow) return { code: 'not-measurable', phrase: hollow[0] }
  const sped = new RegExp(`^(?:make|get)\\s+(.+?)\\s+(?:much |a lot |even |way |more |really )*(${FAST})\\b`, 'i').exec(
    text,
  )
  if (sped) return isAbstract(sped[1] ?? '') ? { code: 'no-comparison', phrase: sped[2] ?? '' } : null
  const made = new RegExp(
    `^(?:make|get|turn|render|keep|let)\\s+(.+?)\\s+(?:a (?:lot|bit) |much |even |way |into |more |less |really |super |very |so |as |look |feel |be |truly |absolutely )*(${EVALUATIVE})\\b`,
    'i',
  ).exec(text)
  if (
    made &&
    !(
      /^(clean|stable|happy|solid|reliable)$/i.test(made[2] ?? '') &&
      (/\b(tests?|lint\w*|build|compile|types?|suite|ci)\b/i.test(text) ||
        SPOKEN_NAMES.some(([pattern]) => pattern.test(text)))
    )
  )
    return { code: 'matter-of-taste', phrase: made[2] ?? '' }
  const compared =
    /^make\s+(.+?)\s+(?:more|less)\s+(\w[\w-]*)$/i.exec(text) ??
    /^make\s+(.+?)\s+(?:(?:feel|look|seem|sound)\s+)?(?!faster|quicker|lighter|smaller|leaner)(\w+ier)$/i.exec(text)
  if (compared) return { code: 'matter-of-taste', phrase: compared[2] ?? '' }
  const weak = WEAK_VERBS.exec(text)
  if (weak) {
    const object = text.slice(weak[0].length).trim()
    if (BETTERING.test(text) && contentWords(object) <= 1 && !/\bcoverage\b/i.test(object))
      return { code: 'not-measurable', phrase: object }
    if (isAbstract(object))
      return object === '' ? { code: 'no-object', phrase: text } : { code: 'not-measurable', phrase: object }
  }
  if (
    /^(make|get) (it|this|that|things|everything|stuff)( all)? (work|right|happen|done|good|great|go)( properly| well| again)?$/i.test(
      text,
    )
  )
    return { code: 'undefined-goal', phrase: text }
  const content = text
    .split(/\s+/)
    .filter(
      word =>
        !/^(the|a|an|to|of|and|or|it|this|that|do|your|my|our|please|some|magic|thing|things|stuff|something|with|be|best|all|everything|now|go|work|on|in|for|up|out|help|me|us|just|try|start|continue|keep|going|finish|same|again|more|is|are|hello|hi|hey|thanks|thank|you|here|there|what|whatever|needed|necessary|fix|make)$/i.test(
          word,
        ),
    )
  return content.length === 0 ? { code: 'no-work', phrase: text } : null
}

/** A project called by its name is as vague as "the project". */
const named = (text: string, names: readonly string[]): string =>
  names
    .filter(name => name.length > 1)
    .reduce(
      (clause, name) =>
        clause.replace(new RegExp(`(^|\\s)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=\\s|$)`, 'gi'), '$1project'),
      text,
    )

/** An identifier, a path, a number or a quoted name: something a machine could find. */
const isSpecific = (text: string): boolean =>
  /`[^`]+`|[\w-]+\/[\w./-]+|\b[\w-]+\.(?:[a-z]{1,4})\b|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+|\b\w+::\w+|--[\w-]+|#\d+|\d+ ?%|\b\d+(?:\.\d+)?\s?(?:ms|s|mb|kb)\b|\b[A-Z]\w+\.[A-Z]\w+/.test(
    text,
  )

const BETTERING = /^(improve|enhance|better|perfect|boost|elevate|refine|overhaul|revamp|strengthen|rethink)\b/i

const contentWords = (object: string): number =>
  object
    .split(/\s+/)
    .filter(
      word =>
        /\w/.test(word) &&
        !/^(the|a|an|our|my|your|its|all|some|this|that|these|overall|general|a bit|please|generally|everywhere|further)$/i.test(
          word,
        ),
    ).length

/** True for an object that is a quality or everything at once: "technical debt", "the code". */
export function isAbstract(object: string): boolean {
  const heads = object
    .replace(
      /\b(please|generally|overall|somehow|a (?:bit|lot|little)|in general|as needed|further|everywhere|across the board|in this (?:repo|project)|of (?:this|the) (?:repo|repository|project|codebase|code)|for (?:me|us))\b/gi,
      ' ',
    )
    .split(/\s*(?:,|\band\b|\bor\b|&)\s*/i)
    .map(part => headOf(part))
    .filter(part => part !== '')
  return heads.every(head => ABSTRACT.test(head))
}

/** "the overall quality of the labs packages" → quality. */
function headOf(phrase: string): string {
  const [front = ''] = phrase.split(/\b(?:of|in|for|on|with|within|across)\b/i)
  return front
    .replace(
      /\b(the|a|an|this|that|all|our|my|your|its|overall|general|entire|whole|existing|current|remaining|some|any|every|more|up)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}
