import { isDemand, isLasting, isManner, isMeans, OF_SOMETHING_ELSE } from './manner.ts'

/** What asks for a loop outside of the session, and the text without it. */
export interface Elsewhere {
  readonly text: string
  readonly because: readonly string[]
}

const AWAY = String.raw`(?:external|background|daemon|detached|daemonized|unattended|crash[- ]resilient|crash[- ]safe|resumable)`
const KIND = String.raw`(?:ralph|agent|al|agent-loop|iterative|autonomous|long-running|new|separate)`
const wordings = (sources: readonly string[]): readonly RegExp[] =>
  sources.map(source => new RegExp(String.raw`(?<![\w-])${source}`, 'gi'))

/** How a loop may be named that runs elsewhere; a name may also be that of a folder or a package. */
const NAMED = String.raw`(?:(?:an?|the|your|our|another|one) )?(?:agent-loop-ext|ralph-external|ralph external|ralph daemon|(?:${KIND} )*${AWAY} (?:(?:${KIND}|${AWAY}) )*loop|${AWAY} (?:ralph|agent-loop))`
/** "Background loop: fix the tests". */
export const NAMED_ALONE = new RegExp(`^${NAMED}$`, 'i')
const END_OF_NAME = String.raw`(?=\s*(?:$|[,;:.!?)]|\s-\s|(?:to|until|till|and|with|so|please|now|for|then|at most|up to)\b))`
const LOOP = String.raw`(?:(?:ralph|agent|al|agent-loop|iterative|autonomous|crash-resilient|long-running) )*(?:loop|run|session|mode|process|agent|job|task|execution)\b`
/** What may follow a manner of running; "in the background of the header" is something else. */
const END = String.raw`(?=\s*(?:$|[,;:.!?)]|\s-\s|(?:and|with|until|till|while|for|so|please|even|then|now|using|by|but|as|at most|up to|when|because|overnight|tonight|unattended|detached|to)\b))`
const LOST = String.raw`(?:crash(?:es)?|session|reboots?|restarts?|logouts?|log(?:ging)? out|disconnects?|terminal|laptop|closing|shutdown|ssh|power|hang-?ups?)`

/** A loop that is begun, told something, or worked with: nothing else is said about it, and nothing stands behind its name. */
const WORK_VERB =
  'fix|migrate|refactor|add|upgrade|convert|port|resolve|implement|write|make|get|do|handle|run|clean|update|finish|rewrite|improve'
const BEGUN = String.raw`(?<=^(?:run|start|launch|spawn|trigger|initiate|kick off|spin up|fire up|begin|set up|set off|fire off|use|have|let|tell|get|do|give me)(?: me)? )`
const FOLLOWED = String.raw`(?=\s*(?:$|[,;:.!?]|\s-\s|(?:overnight|tonight|today|to|that|which|for|on|until|till|and|with|so|please|now)\b))`
const LOOPS = wordings([
  String.raw`${BEGUN}${NAMED}(?:${FOLLOWED}|(?=\s+(?:${WORK_VERB})\b))`,
  String.raw`(?<=^(?:hand|give|pass|delegate|leave|offload|send)(?: (?:this|that|it|over|off))* )to ${NAMED}${END_OF_NAME}`,
])
/** "in the ralph daemon" is a place in the code; "in a background loop" is a way to work. */
const MEANS = wordings([String.raw`(?:(?:as|with|via|using|through|by) |in (?=an?\b|another\b))${NAMED}${END_OF_NAME}`])
/** About the doing when it stands as a manner of doing: in the head, set off, or behind a repair. */
const MANNERS = wordings([
  String.raw`in (?:the )?background${END}`,
  String.raw`(?<=^(?:please )?(?:put|move|take|send|push) (?:it|this|that) )(?:in)?to the background${END}`,
  String.raw`(?:as|in) (?:an? |the )?(?:external|background|daemon|detached|daemonized|unattended) ${LOOP}${END}`,
  String.raw`as an? (?:(?:background|detached|external|unattended|separate|crash[- ]resilient|long-running) )*daemon${END}`,
  String.raw`(?:as |in )?(?:detached|daemonized|unattended|externally|crash[- ]resiliently)${END}`,
  String.raw`(?<=^(?:please )?(?:work|loop|iterate|keep \w+ing|continue) )(?:unattended|detached|externally|in (?:the )?background)(?= (?:on|at|through)\b)`,
  String.raw`with (?:full |automatic )?crash[- ](?:recovery|resilience|safety)${END}`,
])
const OF_MINE = String.raw`(?:i|my|(?:the|this|our) (?:session|terminal|laptop|machine|computer|shell|ssh|connection|chat|conversation|assistant|editor|ide))`
/** It shall outlast something; the work itself may be to make a thing do that. */
const LASTING = wordings([
  String.raw`(?:and |so (?:that )?)?(?:let me|i (?:want|need|would like|'d like) to(?: be able to)?|i can|i could|i'll|i will|i am going to|i'm going to|i may|i might|allow me to|able to|to be able to) (?:re-?attach|attach|resume)(?: (?:to )?(?:it|this|the loop))?(?: (?:later|tomorrow|again|any ?time|from another terminal|when i'm back))?${END}`,
  String.raw`(?:and |and i'll |i'll |so (?:that )?(?:i|we) can |(?<=[,;.]\s*))(?:re-?attach|attach|resume)(?: (?:to )?(?:it|this))? later${END}`,
  String.raw`(?:so that |so |and )?(?:it |this |that |which |the loop |that it )?(?:should |must |can |shall |to |will |has to |needs to )*survives? (?:a |an |my |the |this |any )*(?:\w+ )?${LOST}(?: (?:ending|end|closing|dying|going away|(?:the|my|this|our) (?:laptop|lid|terminal|session|window|editor|ide|connection|shell|machine|computer|chat)))?${END}`,
  String.raw`(?:and |so (?:that )?)?(?:it |this |the loop )?(?:should |must |can |shall |will |has to |needs to )*(?:survives?|keeps? (?:running|going)|goes on|continues?|stays? alive) (?:even )?(?:if|when|after) ${OF_MINE} [^,;.:]*\b(?:close[sd]?|dies?|logs?|crash(?:es)?|disconnects?|ends?|drops?|sleeps?|reboots?|restarts?|leave|away|shut)\b[^,;.:]*`,
  String.raw`even (?:if|when|after) ${OF_MINE} [^,;.:]*\b(?:close[sd]?|dies?|log|logs|crash(?:es)?|disconnects?|ends?|drops?|sleeps?|reboots?|restarts?|leave|away|shut)\b[^,;.:]*`,
])

/** Said of no other thing, behind an order to loop: what is built may have to be resumable too. */
const DEMANDED = wordings([
  String.raw`(?:and )?(?:the loop )?(?:must|should|shall|has to|needs to|ought to) be (?:crash[- ](?:resilient|safe|proof)|resumable|detached|unattended)${END}`,
])

const NEGATED =
  /(?:\bnot|\bnothing|\bnone|\bavoid|\b(?:is|are|was|must|should|wo|ca)n't|\bcannot|\bno need to|\bdon't|\bdo not|\bdoesn't|\bwithout|\bnever|\binstead of|\brather than|\bno)\b[^,.;:]*$/i
/** What only led to the words that were taken out. */
const JOINED =
  /(?:\s*[,;]\s*(?:and\s+|but\s+|then\s+)?(?:(?:run|do|start|keep|running|doing)(?:\s+(?:it|this|that))?\s+)?|\s+(?:and|but)\s+(?:(?:run|do|start)\s+(?:it|this|that)\s+)?|(?<=[.!?]\s+)(?:please\s+)?(?:run|do|start|keep)\s+(?:it|this|that)\s+)$/i

const HERE =
  /(?:^|[,;.]\s*|\s+-\s+|\s*\b(?:and|but)\s+|\s+)(?:(?:please )?(?:no|not|without|don't (?:run|do|use|start|put)(?: (?:it|this))?|nothing)(?: (?:in|as|an?|the|any|to|into))* (?:background|daemons?|detached|external)(?: (?:loops?|jobs?|process(?:es)?|mode|stuff))?|(?:(?:stay|remain|keep it|do it|run it) )?in (?:the )?foreground|(?:stay|remain|keep it|do it|run it) (?:right )?here|(?:right )?here in (?:this|the) session|(?:(?:stay|remain|run it|do it|keep it) )?in this (?:very )?session)(?: please)?(?=\s*(?:$|[,;.!:]|until\b|till\b))/gi

/** Takes out what only says that the loop runs here, as it does unless somebody asks for more. */
export const withoutHere = (said: string): string => said.replace(HERE, '').replace(/^[\s,;:.!]+/, '')

interface RequestedPlace {
  /** Every manner counts here: nothing of the work is described in these words. */
  readonly isHead: boolean
}

export function takeElsewhere(said: string, { isHead }: RequestedPlace): Elsewhere {
  let text = said
  const because: string[] = []
  const take = (pattern: RegExp, fits: (before: string, match: string) => boolean): void => {
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
  const known = (): boolean => isHead || because.length > 0
  for (const pattern of LOOPS) take(pattern, before => !OF_SOMETHING_ELSE.test(before))
  for (const pattern of MEANS) take(pattern, before => known() || isMeans(before))
  for (const pattern of MANNERS) take(pattern, (before, match) => known() || isManner(before, match))
  for (const pattern of LASTING) take(pattern, (before, match) => known() || isLasting(before, match))
  for (const pattern of DEMANDED) take(pattern, before => known() || isDemand(before))
  return { text: spaced(text), because: because.sort((a, b) => said.indexOf(a) - said.indexOf(b)) }
}

const spaced = (text: string): string =>
  text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/(?<=[\w)])([.!?])\s+[.!?](?=\s|$)/g, '$1')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/^[\s,;]+/, '')
    .trim()
