import { firstWord, isMending } from './verbs.ts'

/** What asks for a loop outside of the session, and the text without it. */
export interface Elsewhere {
  readonly text: string
  readonly because: readonly string[]
}

/** How a loop may be named that runs elsewhere; a name may also be that of a folder or a package. */
const NAMED = String.raw`(?:(?:an?|the|your|our|another|one) )?(?:agent-loop-ext|ralph-external|ralph external|ralph daemon|(?:(?:external|background|daemon|detached|daemonized|unattended|crash[- ]resilient|crash[- ]safe|resumable) )(?:(?:ralph|agent|al|agent-loop|iterative|autonomous) )*loop)`
const END_OF_NAME = String.raw`(?=\s*(?:$|[,;:.!?)]|\s-\s|(?:to|until|till|and|with|so|please|now|for|then|at most|up to)\b))`
const LOOP = String.raw`(?:(?:ralph|agent|al|agent-loop|iterative|autonomous|crash-resilient|long-running) )*(?:loop|run|session|mode|process|agent|job|task|execution)\b`
/** What may follow a manner of running; "in the background of the header" is something else. */
const END = String.raw`(?=\s*(?:$|[,;:.!?)]|\s-\s|(?:and|with|until|till|while|for|so|please|even|then|now|using|by|but|as|at most|up to|when|because|overnight|unattended|detached|to)\b))`
const LOST = String.raw`(?:crash(?:es)?|session|reboots?|restarts?|logouts?|log(?:ging)? out|disconnects?|terminal|laptop|closing|shutdown|ssh|power|hang-?ups?)`

/** A loop that is begun, told something, or worked with: nothing else is said about it, and nothing stands behind its name. */
const WORK_VERB =
  'fix|migrate|refactor|add|upgrade|convert|port|resolve|implement|write|make|get|do|handle|run|clean|update|finish|rewrite|improve'
const BEGUN = String.raw`(?<=^(?:run|start|launch|spawn|trigger|initiate|kick off|spin up|fire up|begin|set up|use|have|let|tell|get|do|give me)(?: me)? )`
const FOLLOWED = String.raw`(?=\s*(?:$|[,;:.!?]|\s-\s|(?:to|that|which|for|on|until|till|and|with|so|in|please|now)\b))`
const LOOPS: readonly string[] = [
  String.raw`${BEGUN}${NAMED}(?:${FOLLOWED}|(?=\s+(?:${WORK_VERB})\b))`,
  String.raw`(?:as|in|with|via|using|through|by) ${NAMED}${END_OF_NAME}`,
]
/** About the doing when it stands as a manner of doing: in the head, set off, or behind a repair. */
const MANNERS: readonly string[] = [
  String.raw`in the background${END}`,
  String.raw`(?:as|in) (?:an? |the )?(?:external|background|daemon|detached|daemonized|unattended) ${LOOP}${END}`,
  String.raw`as an? (?:background )?daemon${END}`,
  String.raw`(?:as |in )?(?:detached|daemonized|unattended|externally|crash[- ]resiliently)${END}`,
  String.raw`with (?:full |automatic )?crash[- ](?:recovery|resilience|safety)${END}`,
  String.raw`(?:so that |so |and )?(?:it |this |that |which |the loop |that it )?(?:should |must |can |shall |to |will |has to |needs to )*survives? (?:a |an |my |the |this |any )*(?:\w+ )?${LOST}(?: (?:ending|end|closing|dying|going away))?${END}`,
  String.raw`even (?:if|when|after) (?:i|my|the|this) [^,;.:]*\b(?:close[sd]?|dies?|log|logs|crash(?:es)?|disconnects?|ends?|drops?|sleeps?|reboots?|restarts?|leave|away|shut)\b[^,;.:]*`,
  String.raw`(?:and |so (?:that )?)?(?:let me|i (?:want|need|would like|'d like) to(?: be able to)?|i can|i could|i'll|allow me to|able to|to be able to) (?:re-?attach|attach|resume)(?: (?:to )?(?:it|this|the loop))?(?: (?:later|tomorrow|again|any ?time|from another terminal|when i'm back))?${END}`,
  String.raw`(?:and |i'll |so (?:that )?(?:i can |we can )?)?(?:re-?attach|attach|resume)(?: (?:to )?(?:it|this))? later${END}`,
]

const NEGATED =
  /(?:\bnot|\bno need to|\bdon't|\bdo not|\bdoesn't|\bwithout|\bnever|\binstead of|\brather than|\bno)\b[^,.;:]*$/i
/** The manner belongs to something that the sentence is about: "a job that runs in the background". */
const OF_SOMETHING_ELSE =
  /\b(?:that|which|who|when|where|why|how|running|runs|executes?|executing|happens?|works|processing|processes|loads|loading|kept|is|are|was|were|be)\b(?:\s+[\w'-]+){0,3}\s*$/i

/** What only led to the words that were taken out. */
const JOINED =
  /(?:\s*[,;]\s*(?:and\s+|but\s+|then\s+)?(?:(?:run|do|start|keep|running|doing)(?:\s+(?:it|this|that))?\s+)?|\s+(?:and|but)\s+(?:(?:run|do|start)\s+(?:it|this|that)\s+)?)$/i

export interface Place {
  /** Every manner counts here: nothing of the work is described in these words. */
  readonly isHead: boolean
}

export function takeElsewhere(said: string, { isHead }: Place): Elsewhere {
  let text = said
  const because: string[] = []
  const take = (source: string, fits: (before: string, match: string) => boolean): void => {
    const pattern = new RegExp(String.raw`(?<![\w-])${source}`, 'gi')
    for (const match of [...text.matchAll(pattern)].reverse()) {
      const before = text.slice(0, match.index)
      if (NEGATED.test(before)) {
        text = `${before.replace(NEGATED, '').replace(/[\s,]*(?:\bbut|\band)?\s*$/i, '')} ${text.slice(match.index + match[0].length)}`
        continue
      }
      if (!fits(before, match[0])) continue
      because.push(match[0].trim().replace(/^(?:and|but)\s+/i, ''))
      text = `${before.replace(JOINED, ' ')} ${text.slice(match.index + match[0].length)}`
    }
  }
  for (const source of LOOPS) take(source, before => !OF_SOMETHING_ELSE.test(before))
  for (const source of MANNERS) take(source, before => isHead || because.length > 0 || isManner(before))
  return { text: spaced(text), because: because.sort((a, b) => said.indexOf(a) - said.indexOf(b)) }
}

/** Set off by a mark, at the very beginning, or behind work that nobody could build a background into. */
function isManner(before: string): boolean {
  if (
    /(?:^|[,;.!?]|\s-)\s*(?:(?:and|but|please|then|just)\s+)?(?:(?:run|do|start|keep) (?:it|this|that|everything|the loop)\s+)?$/i.test(
      before,
    )
  )
    return true
  if (OF_SOMETHING_ELSE.test(before)) return false
  const clause =
    before
      .split(/[;:.!?]\s/)
      .at(-1)
      ?.trim() ?? ''
  return isAboutTheWork(clause)
}

const PRONOUN =
  /^(?:run|spawn|do|start|launch|execute|continue|finish|handle|loop|keep doing|work on|ralph)(?: (?:on|with|through))? (?:it|this|that|all (?:of )?(?:it|this|that)|these|everything|(?:the|an?|another) (?:[\w-]+ )?(?:loop|task|work|job)|ralph|agent-loop)$/i
const CONVERSION =
  /^(?:do|perform|carry out|complete|finish) (?:the |a |this |that )?(?:[\w/.-]+ )*(?:migration|refactor(?:ing)?|upgrade|rewrite|clean-?up|port|conversion|update|fix(?:es)?)(?: (?:to|of|for|from) [\w/.@-]+)*$/i
const ARTEFACTS =
  /^(?:add|write|create|generate|extend|increase|improve)\b.*\b(?:tests?|docs?|documentation|docstrings?|jsdoc|tsdoc|types?|type hints|comments|coverage|annotations)\b(?: (?:to|for|in|of) [\w/.@-]+)*$/i
const LOOPING = /^(?:loop|iterate|ralph|keep \w+ing|repeat|retry|don't stop|do not stop)\b/i

function isAboutTheWork(clause: string): boolean {
  const last = clause.split(/,\s*(?:and |then |but )?/).at(-1) ?? clause
  return [clause, last].some(
    part =>
      isMending(firstWord(part)) ||
      /^(?:make|get)\b.*\b(?:pass|green|work|clean|compile|build|happy)\b/i.test(part) ||
      [PRONOUN, CONVERSION, ARTEFACTS, LOOPING].some(pattern => pattern.test(part)),
  )
}

const spaced = (text: string): string =>
  text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/(?<=[\w)])([.!?])\s+[.!?](?=\s|$)/g, '$1')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/^[\s,;]+/, '')
    .trim()
