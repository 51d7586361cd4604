import { firstWord, fromGerund, fromThirdPerson, isVerb } from './verbs.ts'

/** What a looping clause says about the work: the task, and whether the words before count more than the condition. */
export interface Work {
  /** Empty when the clause names none. */
  readonly task: string
  /** "keep trying" refers to the conversation; "keep fixing" refers to the condition. */
  readonly goesOn: boolean
  /** "fix", "run": an order whose object is in the condition. */
  readonly bareVerb: string | null
}

export const LOOP_START = String.raw`(?:keep (?:on )?\w+ing|keep at (?:it|this|the|that|my|our|all)|keep it (?:up|going)|persist|persevere|carry on|loop|iterate|repeat|retry|try again|(?:don't|do not|never) (?:you )?(?:ever )?(?:stop|quit|give up|rest|finish|end|come back|return|let up|leave)|(?:stay|stick) (?:on|at|with) (?:it|this|that)|continue|go on|go)\b`

const GENERIC =
  /^(?:trying|going|iterating|looping|working|hammering|retrying|running|grinding|chipping|plugging|pushing|repeating|doing)$/i
export const TROUBLED =
  /\b(?:fail\w*|errors?|warnings?|broken|red|bugs?|flaky|lint|crash\w*|issues?|problems?|violations?|findings?|complaints?)\b/i
const NEITHER = /^(?:it|this|that|them|these|those|everything|things)$/i

/** "keep refactoring the parser" → refactor the parser; "keep trying to fix it" → fix it; "iterate on X" → work on X. */
export function workIn(clause: string): Work {
  const text = clause.trim().replace(/[\s,;:]+$/, '')
  const kept = /^keep (?:on )?(\w+ing)\b\s*(.*)$/is.exec(text)
  if (kept) return keptWork(kept[1] ?? '', kept[2] ?? '')
  if (
    /^(?:keep at (?:it|this)|keep it (?:up|going)|persist|persevere|carry on|(?:stay|stick) (?:on|at|with) \w+|(?:don't|do not|never) .*|try(?: it)? again.*|retry|continue|go on|try(?: (?:hard|harder))?)$/i.test(
      text,
    )
  )
    return { task: '', goesOn: true, bareVerb: null }
  const at = /^keep at (?!(?:it|this|that)$)(.+)$/is.exec(text)?.[1]
  if (at !== undefined) return { task: object(at), goesOn: false, bareVerb: null }
  const to = /^(?:try|retry|keep at it|continue|loop|iterate|work|go on)(?: again)* to\s+(.+)$/is.exec(text)?.[1]
  if (to !== undefined) return { task: to, goesOn: false, bareVerb: null }
  const on =
    /^(?:loop|iterate|repeat|continue|retry|hammer|grind|chip away|work away)(?: (?:as|if|when|where) (?:often|long|many|much|needed|necessary|required).*| repeatedly| freely| a (?:bit|few|little)(?: times| rounds| more)?)?(?: (?:on|at|with|over|through|away at))?(?:\s+(.+))?$/is.exec(
      text,
    )
  if (on) return { task: object(on[1] ?? ''), goesOn: NEITHER.test(on[1] ?? ''), bareVerb: null }
  const bare = /^(\w+)(?:\s+(?:it|this|that|them|everything))?$/i.exec(text)?.[1]
  if (bare !== undefined)
    return {
      task: '',
      goesOn: /^(?:do|run|start|ralph|loop|launch|work)$/i.test(bare) && / /.test(text),
      bareVerb: bare.toLowerCase(),
    }
  return { task: text, goesOn: false, bareVerb: null }
}

function keptWork(gerund: string, rest: string): Work {
  const toDo = /^(?:hard )?to\s+(.+)$/is.exec(rest)?.[1]
  if (toDo !== undefined) return { task: toDo, goesOn: false, bareVerb: null }
  const base = fromGerund(gerund)
  if (GENERIC.test(gerund) || base === null) {
    const about = /^(?:on|at|through|with|away at)\s+(.+)$/is.exec(rest)?.[1]
    if (about !== undefined) return { task: object(about), goesOn: true, bareVerb: null }
    if (rest === '' || NEITHER.test(rest) || base === null) return { task: '', goesOn: true, bareVerb: null }
  }
  if (rest === '' || NEITHER.test(rest)) return { task: '', goesOn: false, bareVerb: base }
  return { task: `${base} ${ungerunded(rest)}`, goesOn: false, bareVerb: null }
}

/** "the tests and fixing failures" → "the tests and fix failures". */
const ungerunded = (text: string): string =>
  text.replace(/(\band|,)\s+(\w+ing)\b/gi, (whole, joint: string, gerund: string) => {
    const base = fromGerund(gerund)
    return base === null ? whole : `${joint} ${base}`
  })

/** A noun without a verb is not an order: if it is broken, fix it, otherwise work on it. */
export function object(thing: string): string {
  const text = thing.trim()
  if (text === '' || NEITHER.test(text)) return ''
  if (
    isVerb(firstWord(text)) &&
    !/^(?:test|type|build|format|lint|document|cover|log|list|print|search|cache|process|release|review|patch|merge|update|upgrade)\s/i.test(
      text,
    )
  )
    return text
  const gerund = fromGerund(firstWord(text))
  if (gerund !== null) return `${gerund}${ungerunded(text.slice(firstWord(text).length))}`
  return `${TROUBLED.test(text) ? 'fix' : 'work on'} ${text}`
}

/** "a loop that fixes the lint errors": the order in it. */
export function fromRelative(text: string): string {
  const word = firstWord(text)
  const base = isVerb(word) ? word : (fromThirdPerson(word) ?? fromGerund(word))
  return base === null ? object(text) : `${base}${text.slice(word.length)}`
}
