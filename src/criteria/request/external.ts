import { firstWord, fromThirdPerson, isRepair } from './verbs.ts'

/** The words that ask for a loop outside the session, and the text without them. */
interface WithoutExternal {
  readonly text: string
  readonly because: readonly string[]
}

const AWAY = String.raw`(?:external|background|daemon|detached|daemonized|unattended|crash[- ](?:resilient|safe)|resumable)`
const KIND = String.raw`(?:ralph|agent|al|agent-loop|iterative|autonomous|long-running|new|separate)`
const NAMED = String.raw`(?:(?:an?|the|your|our|another|one) )?(?:agent-loop-ext|ralph[- ]external|ralph daemon|(?:${KIND} )*${AWAY} (?:(?:${KIND}|${AWAY}) )*loop|${AWAY} (?:ralph|agent-loop))`
/** "Background loop: fix the tests". */
export const NAMED_ALONE = new RegExp(`^${NAMED}$`, 'i')
/** "in the background of the header" is something else. */
const END = String.raw`(?=\s*(?:$|[,;:.!?)]|\s-\s|(?:and|with|that|which|on|until|till|while|for|so|please|even|then|now|using|by|but|as|at most|up to|when|because|overnight|tonight|today|unattended|detached|to)\b))`
const MINE = String.raw`(?:i|my|the|this|our)\b`

const wording = (source: string): RegExp => new RegExp(String.raw`(?<![\w-])${source}${END}`, 'gi')
/** A loop that is started, told something, or used. */
const LOOPS = [
  wording(
    String.raw`(?<=^(?:run|start|launch|spawn|trigger|initiate|kick off|spin up|fire up|begin|set up|set off|fire off|use|have|let|tell|get|do|give me)(?: me)? )${NAMED}`,
  ),
  new RegExp(String.raw`(?<=^(?:have|let|tell|get) )${NAMED}(?=\s+\p{Ll})`, 'giu'),
  wording(String.raw`(?<=^(?:hand|give|pass|delegate|leave|offload|send)(?: (?:this|that|it|over|off))* )to ${NAMED}`),
]
/** A daemon that repairs the code is a loop; one that does something else is the work. */
const DAEMON =
  /(?<=^(?:start|run|launch|spawn|trigger|begin|kick off|spin up|fire up|set up|use) )(?:an?|the|another) daemon(?=\s+(?:to|that|which)\s+\S)/gi
/** "in the ralph daemon" is a place in the code; "in a background loop" is a way to work. */
const MEANS = wording(String.raw`(?:(?:as|with|via|using|through|by) |in (?=an?\b|another\b))${NAMED}`)
const MANNERS = [
  wording(
    String.raw`(?:in|(?<=^(?:please )?(?:put|move|take|send|push) (?:it|this|that) )(?:in)?to) (?:the )?background`,
  ),
  wording(
    String.raw`(?:as|in) (?:an? |the )?(?:${AWAY} )+(?:${KIND} )*(?:loop|run|session|mode|process|agent|job|task|execution)`,
  ),
  wording(String.raw`as an? (?:(?:${AWAY}|separate|long-running) )*daemon`),
  wording(String.raw`(?:as |in )?(?:detached|daemonized|unattended|externally)`),
  wording(String.raw`with (?:full |automatic )?crash[- ](?:recovery|resilience|safety)`),
]
/** The loop outlasts the session: only the speaker's own session, terminal, and return are unambiguous. */
const LASTING = [
  wording(
    String.raw`(?:and |so (?:that )?)?(?:let me|(?:i|we)(?:'d like to|'ll| want to| can| could| will| may)(?: be able to)?|allow me to)? ?(?:(?:re-?)?attach|resume)(?: (?:to )?(?:it|this|the loop))?(?: (?:later|tomorrow|again|any ?time|from another terminal|when i'm back))`,
  ),
  wording(
    String.raw`(?:and |so (?:that )?)?(?:it |this |the loop |that |in a way that )?(?:should |must |can |shall |to |will |has to |needs to )*(?:survives? \w+|(?:keeps? (?:running|going)|continues?|stays? alive) (?:even )?(?:if|when|after) ${MINE}|even (?:if|when|after) (?:i|my)\b|be (?:crash[- ](?:resilient|safe)|resumable))[^,;.:]*`,
  ),
]

const NEGATED =
  /(?:\bdo not|\bnot|\bnothing|\bnone|\bavoid|\b\w+n't|\bcannot|\bno need to|\bwithout|\bnever|\binstead of|\brather than|\bno)\b[^,.;:]*$/i
/** Words that only introduced the removed words. */
const JOINED =
  /(?:\s*[,;]\s*(?:and\s+|but\s+|then\s+)?(?:(?:run|do|start|keep|running|doing)(?:\s+(?:it|this|that))?\s+)?|\s+(?:and|but)\s+(?:(?:run|do|start)\s+(?:it|this|that)\s+)?|(?<=[.!?]\s+)(?:please\s+)?(?:run|do|start|keep)\s+(?:it|this|that)\s+)$/i
const HERE =
  /(?:^|[,;.]\s*|\s+-\s+|\s*\b(?:and|but)\s+|\s+)(?:(?:please )?(?:no|not|without|don't (?:run|do|use|start|put)(?: (?:it|this))?|nothing)(?: (?:in|as|an?|the|any|to|into))* (?:background|daemons?|detached|external)(?: (?:loops?|jobs?|process(?:es)?|mode))?|(?:(?:stay|keep it|do it|run it) )?in (?:the )?foreground|(?:stay|keep it|do it|run it) (?:right )?here|(?:right )?here in (?:this|the) session|(?:(?:stay|run it|do it|keep it) )?in this session)(?: please)?(?=\s*(?:$|[,;.!:]|until\b|till\b))/gi

/** Removes words that only say that the loop runs here, which is the default. */
export const withoutHere = (said: string): string => said.replace(HERE, '').replace(/^[\s,;:.!]+/, '')

interface Where {
  /** Every manner counts here, because these words do not describe the work. */
  readonly isHead: boolean
}

/** Finds the words that ask for a loop outside the session. In doubt they belong to the work, and the loop stays here. */
export function takeExternal(said: string, { isHead }: Where): WithoutExternal {
  let text = said
  const because: string[] = []
  const take = (pattern: RegExp, fits: (before: string, match: string, after: string) => boolean): void => {
    for (const match of [...text.matchAll(pattern)].reverse()) {
      const before = text.slice(0, match.index)
      const isDenied = NEGATED.test(before)
      if (
        !isDenied &&
        !isHead &&
        because.length === 0 &&
        !fits(before, match[0], text.slice(match.index + match[0].length))
      )
        continue
      if (!isDenied) because.push(match[0].trim().replace(/^(?:and|but)\s+/i, ''))
      const kept = isDenied
        ? before.replace(NEGATED, '').replace(/[\s,]*(?:\bbut|\band)?\s*$/i, '')
        : before.replace(JOINED, ' ')
      text = `${kept} ${text.slice(match.index + match[0].length)}`
    }
  }
  for (const pattern of LOOPS) take(pattern, () => true)
  take(DAEMON, (_before, _match, after) => isDaemonWork(after))
  take(MEANS, isMeans)
  for (const pattern of MANNERS) take(pattern, isManner)
  for (const pattern of LASTING) take(pattern, isLasting)
  return { text: spaced(text), because: because.sort((a, b) => said.indexOf(a) - said.indexOf(b)) }
}

const SET_OFF =
  /(?:^|[,;.!?]|\s-)\s*(?:(?:and|but|please|then|just)\s+)?(?:(?:run|do|start|keep) (?:it|this|that|everything|the loop)\s+)?$/i
/** The manner describes something in the sentence: "a job that runs in the background". */
const OF_SOMETHING_ELSE =
  /\b(?:how|why|where)\b[^,;:]*$|\b(?:that|which|who|when|runs?|running|executes?|happens?|works|process\w*|load\w*|kept|is|are|was|were|be|to (?:run|execute|work|happen|stay|load|play|go))\b(?:\s+[\w'-]+){0,3}\s*$/i
const PRONOUN =
  /^(?:put|move|take|send|push|run|spawn|do|start|launch|execute|continue|finish|handle|loop|work on|ralph|fix)(?: (?:on|with|through))? (?:it|this|that|them|all (?:of )?(?:it|this|that)|these|everything|(?:the|an?|another) (?:[\w-]+ )?(?:loop|task|work)|ralph|agent-loop)$/i
const LOOPING =
  /^(?:work$|continue$|loop|iterate|ralph|keep (?:on )?\w+ing|repeat|retry|don't stop|do not stop|(?:make|get)\b.*\b(?:pass|green|clean|compile|happy)\b)/i
/** Work on code only; pictures, messages, and jobs may themselves be in a background. */
const CODE =
  /\b(?:tests?|specs?|suite|lint\w*|types?|typescript|typings|type hints|errors|warnings?|failures|issues|findings|violations|vulnerabilities|ci|pipeline|coverage|docs?|documentation|docstrings?|jsdoc|deps|dependenc(?:y|ies)|packages?|imports|exports|todos?|deprecations?|code(?:base)?|repo(?:sitory)?|modules?|librar(?:y|ies)|comments|migrations?|callbacks|promises|classes|functions|files|build|bugs?|[\w@.*-]+\/[\w@./*-]*|[\w-]+\.[a-z]{1,4})(?: (?:in|of|for|from|under|across|to|with|at|on|until) .+)?$|\sto\s+\S+(?:\s[\d.]+)?$/i
const OF_CODE = /^(?:refactor|rename|upgrade|bump|port|rewrite|lint|reformat|restructure)\s/i
const MAKING = /^(?:add|write|create|generate|extend|increase|do|perform|finish)\s/i
/** "Rewrite the indexer as a daemon" describes the result. */
const SHAPING = /^as an?\b|^with\b|\bdetached\b(?! \w)/i

/** Whether such words say how the loop works, and do not describe something else; a denied manner is none. */
export const isMannerOf = (before: string, manner: string): boolean => !NEGATED.test(before) && isManner(before, manner)

/** What was said before such words, without the words that only introduced them. */
export const withoutJoint = (before: string): string => before.replace(JOINED, '').trimEnd()

/** Set off by a mark, at the beginning, or after work that cannot have a background of its own. */
function isManner(before: string, manner: string): boolean {
  const clause = lastClause(before)
  if (SET_OFF.test(before) || isLoopOrder(clause)) return true
  if (SHAPING.test(manner) && !CODE.test(clause)) return false
  return !OF_SOMETHING_ELSE.test(before) && isCodeWork(clause)
}

const isLoopOrder = (clause: string): boolean => PRONOUN.test(clause) || LOOPING.test(clause)
const isCodeWork = (clause: string): boolean =>
  OF_CODE.test(clause) || ((isRepair(firstWord(clause)) || MAKING.test(clause)) && CODE.test(clause))

function isDaemonWork(after: string): boolean {
  const work = after.replace(/^\s*(?:to|that|which)\s+/i, '')
  const word = firstWord(work)
  return isRepair(fromThirdPerson(word) ?? word) && CODE.test(work)
}

/** "It must survive a restart": about the loop after an order to loop, or after work that cannot outlast anything. */
function isLasting(before: string, words: string): boolean {
  if (LASTING_WORK.test(before)) return false
  if (/\b(?:i|my)\b/i.test(words) && SET_OFF.test(before)) return true
  const clause = lastClause(before.replace(/[\s,;.!?-]+(?:and|but|so)?\s*$/i, ''))
  return (
    clause === '' ||
    isLoopOrder(clause) ||
    (isCodeWork(clause) && CODE.test(clause)) ||
    /\b(?:until|ralph)\b/i.test(before)
  )
}

/** Things that are built to survive something: after these, "it" means the thing and not the loop. */
const LASTING_WORK =
  /\b(?:server|service|worker|process|session|app|client|job|queue|upload\w*|download\w*|import\w*|store|storage|cache|state|data\w*|log(?:in)?|token|cart|form|draft|settings?|config|connection|socket|lock|timer|schedul\w+|player|window|tab|container|backup|transaction|daemon)s?\b/i

/** A loop as a means: "with an external loop". The result may have one too: "replace polling with a background loop". */
function isMeans(before: string): boolean {
  const clause = lastClause(before)
  if (!clause.includes(' ') && !LOOPING.test(clause)) return false
  return !OF_SOMETHING_ELSE.test(before) && (CODE.test(clause) || isLoopOrder(clause))
}

const lastClause = (before: string): string =>
  (before.split(/[;:.!?]\s|,\s*(?:and |then |but )?/).at(-1) ?? '')
    .trim()
    .replace(/^(?:(?:please|then|and|also|just|now)\s+)+/i, '')
    .replace(/^(?:have|let|tell|ask|get)\s+(?:the |a )?(?:ralph|agent-loop)(?: loop)?\s+(?:to\s+)?(?=\S)/i, '')

const spaced = (text: string): string =>
  text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/(?<=[\w)])([.!?])\s+[.!?](?=\s|$)/g, '$1')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/^[\s,;]+/, '')
    .trim()
