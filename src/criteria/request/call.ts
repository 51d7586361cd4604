import { NAMED_ALONE, takeExternal } from './external.ts'
import { isFunctionWords } from './function-words.ts'
import { firstWord, isOrder, isVerb } from './verbs.ts'

/** A loop that was called by its name. */
export interface LoopCall {
  /** The work after the call; empty when only the loop was named. */
  readonly task: string
  readonly because: readonly string[]
}

const NAME = String.raw`(?:agent-loop-ext|ralph-external|ralph[- ]loop|agent(?:ic)?[- ]loop|ralph|al)`
const THIS = String.raw`(?:\s+(?:on )?(?:(?:this|that)(?: (?:task|one|thing|issue|bug|problem|job|ticket))?|it))`
const SLASH = new RegExp(String.raw`^\/(?:[\w-]+:)?${NAME}(?![\w-])\s*`, 'i')
const BARE = new RegExp(String.raw`^(?:${NAME}${THIS}?|loop${THIS}?|in a loop)(?:\s+(?:now|please|here|then))*$`, 'i')
const MARKED = new RegExp(
  String.raw`^(?:${NAME}|loop)${THIS}(?:\s+(?:for me|now|please|here|then|instead))*\s*(?:,|-)\s+(?=\S)`,
  'i',
)
const EXTERNAL_NAME = /^\/?(?:[\w-]+:)?(agent-loop-ext|ralph-external)(?![\w-])/i

/** Headings that only say how: loop, place, and function words. */
const OF_A_LOOP =
  /\b(?:hand|pass|delegate|send|over|run|do|start|launch|begin|use|try|loops?|ralph|al|agent(?:ic)?|agent-loop(?:-ext)?|ralph-external|iterat(?:e|ing)|keep|trying|going|session|quick|new|another|instead|forever|overnight|tonight|today|tomorrow|way|mode|autonomous|iterative|task|thing|issue|bug|problem|job|ticket|one|following)\b/gi
const NAMES_A_LOOP = /\b(?:ralph|al|agent[- ]loop|loop|iterate|keep (?:trying|going|iterating|at it))\b/i

/** Reads "ralph this: X", "/al X", "in the background: X", and similar calls; null when there is none. */
export function callIn(said: string): LoopCall | null {
  // `aiwg ralph "…"` is the same call, through another program.
  const core = said.replace(/^aiwg\s+(?=(?:ralph|al|agent-loop)\b)/i, '')
  const named = EXTERNAL_NAME.exec(core)?.[1]
  const because = named === undefined ? [] : [named.toLowerCase()]
  const slash = SLASH.exec(core)
  if (slash) return { task: core.slice(slash[0].length), because }
  return withHead(core, because) ?? withName(core, because)
}

/** "ralph this (see above)", "keep going until X": the rest of a heading; its end belongs to the task. */
function bare(said: string): { readonly head: string; readonly end: string } {
  const head = said.replace(/\s*\([^()]*\)/g, '')
  const [whole = '', state = ''] = /\s(?:until|till)\s+(.+)$/i.exec(head) ?? []
  const isDone = /^(?:it(?:'s| is)|you(?:'re| are)|all is|everything is)? ?(?:done|finished|complete)$/i.test(state)
  return { head: head.slice(0, head.length - whole.length), end: whole === '' || isDone ? '' : ` until ${state}` }
}

function withHead(core: string, because: readonly string[]): LoopCall | null {
  const colon = /:(?=\s|$|[\uE000\p{L}])/u.exec(core)
  if (colon === null) return null
  const { head, end } = bare(core.slice(0, colon.index))
  if (head.length > 90 || head.includes('\n')) return null
  const work = core.slice(colon.index + 1).trim()
  if (work === '' && end !== '') return null
  const task = `${work}${end}`
  const place = takeExternal(isOrder(task) && NAMED_ALONE.test(wish(head)) ? `run ${wish(head)}` : head, {
    isHead: true,
  })
  const said = because.length > 0 ? because : place.because
  // One word before a mark is a heading: "detached: fix the leak" may be a commit message.
  const aboutLoop = NAMES_A_LOOP.test(head) || because.length > 0 || (said.length > 0 && head.trim().includes(' '))
  // "al" is also a name, so it counts only directly before the mark.
  if (!aboutLoop || !isFunctionWords(place.text.replace(OF_A_LOOP, ' '))) return null
  return { task, because: said }
}

const wish = (text: string): string => text.replace(/,? please$/i, '')

function withName(core: string, because: readonly string[]): LoopCall | null {
  const wished = wish(core)
  if (NAMED_ALONE.test(wished)) return { task: '', because: because.length > 0 ? because : [wished.toLowerCase()] }
  if (/^in (?:the )?background$/i.test(wished)) return { task: '', because: [wished.toLowerCase()] }
  if (BARE.test(core)) return { task: '', because }
  const marked = MARKED.exec(core)
  if (marked) return { task: core.slice(marked[0].length), because }
  const name = new RegExp(String.raw`^${NAME}(?![\w-])\s*(?:,\s*)?(?=\S)`, 'i').exec(core)?.[0]
  if (name === undefined) return null
  const task = core.slice(name.length)
  if (/^\uE000/.test(task)) return { task, because }
  if (/^al\b/i.test(name)) return name.startsWith('al') && isOrder(task) ? { task, because } : null
  if (/^this\s+(?=\p{L}+)/iu.test(task) && isVerb(firstWord(task.slice(5)))) return { task: task.slice(5), because }
  if (isVerb(firstWord(task))) return { task, because }
  if (/,/.test(name)) return null
  return /^(?:the|all|every|these|those|my|our)\s/i.test(task) && !FINITE.test(task)
    ? { task: `fix ${task}`, because }
    : null
}

/** "ralph the designer wants …" is about a person. */
const FINITE = /\s(?:is|are|was|were|wants?|has|had|wrote|did|does|said|says|likes?|thinks?|will|would)\b/i
