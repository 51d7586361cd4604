import { isFunctionWords } from './function-words.ts'

// Work that a person may order, in the form of an order.
const REPAIRS =
  'fix repair resolve solve debug refactor migrate upgrade convert port rename modernize modernise clean tidy simplify extract split move merge deduplicate dedupe consolidate restructure reorganize reorganise rewrite rework untangle unify flatten decouple replace remove delete drop eliminate reduce shrink address handle tackle correct unbreak patch stabilize stabilise deflake reformat format lint satisfy silence bump update downgrade document annotate type cover improve finish complete swap inline optimize optimise harden translate'
const MAKING =
  'add implement write create build make get introduce support develop provide expose enable allow design wire integrate generate extend increase raise grow boost bring push lift speed tune adjust change set configure turn switch put hook test adapt align apply check ensure prepare publish deploy install setup train collect compute parse render sync load cache store save send call print log show list count sort rank find search look read open close review analyze analyse investigate explore explain describe summarize tell give ask help use try run start launch spawn trigger initiate execute kick spin fire begin do go keep work continue loop iterate repeat retry ralph have let take persist persevere carry hammer grind chip plug process rerun'
const OTHER =
  'stop abort cancel kill end terminate halt quit pause resume attach wait hold sleep stay leave restart commit rebase revert undo reset scroll stick poll watch monitor monitore grep document unroll ship release'

const words = (list: string): readonly string[] => list.split(' ')
const repairs: ReadonlySet<string> = new Set(words(REPAIRS))
const known: ReadonlySet<string> = new Set([...words(REPAIRS), ...words(MAKING), ...words(OTHER)])

export const firstWord = (text: string): string =>
  /^[\p{L}'-]+(?![\p{L}'-]|\.\p{L}|[(_/]\S)/u.exec(text.trim())?.[0]?.toLowerCase() ?? ''

export const isVerb = (word: string): boolean => known.has(word.toLowerCase())

/** An unlisted word is an order too when it is where an order has its verb: "prune the …", "vendor all …". */
export function isOrder(text: string): boolean {
  const word = firstWord(text)
  if (isVerb(word)) return true
  return (
    /^[\p{L}-]+\s+(?:the|all|every|each|any|my|our|these|those)\s/iu.test(text.trim()) &&
    !isFunctionWords(word) &&
    !/(?:ly|ing|ed|[^s]s)$/i.test(word)
  )
}

/** Repairs and conversions: a place named with these is where the work runs, never a feature of the result. */
export const isRepair = (word: string): boolean => repairs.has(word.toLowerCase())

/** "fixing" → fix. Null when the word is no such form. */
export function fromGerund(word: string): string | null {
  const stem = /^([a-z]{2,})ing$/i.exec(word)?.[1]?.toLowerCase()
  if (stem === undefined) return null
  const undoubled = stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  return [stem, `${stem}e`, undoubled].find(isVerb) ?? (/(.)\1$/.test(stem) ? undoubled : null)
}

/** "fixes" → fix. Null when the word is no such form. */
export function fromThirdPerson(word: string): string | null {
  const lower = word.toLowerCase()
  return (
    [lower.replace(/ies$/, 'y'), lower.replace(/es$/, ''), lower.replace(/s$/, '')].find(
      form => form !== lower && isVerb(form),
    ) ?? null
  )
}
