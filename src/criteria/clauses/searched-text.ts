import { escapeRegExp, masked, unquoted } from '../sentence/prose.ts'

/** What must be found in an output or a file. */
export type Sought =
  /** Bare words match as words, quoted ones exactly. */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly flags: string }

const BEFORE =
  /^(?:(?:exactly|only|just|the|a|an|some|any|at least one|one|this|its|literal(?:ly)?|out|following|exact)\s+)*(?:(?:text|string|lines?|words?|message|phrase|value|substring|pattern|regexp?|regular expression|entry|key|field|keyword|snippet|heading|section|import|call|reference|mention|link|badge|version|dependency|script)\s+(?:(?:called|named|titled|on|about|saying|that says|containing|with|matching|to|of|for|:)\s+)?)?/i
const AFTER =
  /\s+(?:section|heading|chapter|entry|keyword|script|dependency|field|key|property|somewhere|to (?:stdout|stderr|the (?:console|terminal|screen))|on (?:stdout|stderr|the (?:console|terminal|screen))|in (?:its|the|stdout|stderr)(?: output| console| terminal)?|at the end|at least once)$|(?<=--\S+)\s+(?:flag|option|switch|parameter)$/i

/** Reads the object of "contains", "prints", "mentions"; null when nothing is left of it. */
export function readSought(phrase: string): Sought | null {
  const whole = phrase.trim()
  const stripped = whole.replace(BEFORE, '').replace(AFTER, '').trim()
  const text = stripped === '' ? whole : stripped
  const regex = /^`?\/(.+)\/([dgimsuvy]*)`?$/.exec(text)
  if (regex?.[1] && compiles(regex[1], regex[2] ?? ''))
    return { kind: 'pattern', pattern: regex[1], flags: regex[2] ?? '' }
  const quoted = unquoted(text)
  if (quoted && /\b(?:pattern|regexp?|regular expression)\b/i.test(whole) && compiles(quoted.inner, ''))
    return { kind: 'pattern', pattern: quoted.inner, flags: '' }
  if (quoted) return quoted.inner === '' ? null : { kind: 'text', text: quoted.inner, quoted: true }
  // A line of JSON has quotes of its own.
  if (/^"[^"]+"\s*:\s*\S/.test(text)) return { kind: 'text', text, quoted: true }
  return text === '' || /[`"]/.test(text) ? null : { kind: 'text', text, quoted: false }
}

export function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

/** The same as a regular expression. A bare number is that number and not a digit of another; bare words ignore case. */
export function patternOf(sought: Sought): { readonly pattern: string; readonly flags: string } {
  if (sought.kind === 'pattern') return sought
  const { text, quoted } = sought
  if (/^-?\d+(?:\.\d+)*$/.test(text))
    return { pattern: String.raw`(?<![\w.])${escapeRegExp(text)}(?![\w]|\.\d)`, flags: '' }
  return { pattern: escapeRegExp(text), flags: quoted ? '' : 'i' }
}

/** Several things with "or" between them, as one: "TODO or FIXME". Plural marks lose their s: "TODOs" are each a TODO. */
export function readAlternatives(phrase: string): readonly Sought[] | null {
  const cuts = [...masked(phrase).matchAll(/\s*,\s*(?:(?:or|and|nor)\s+)?|\s+(?:or|and|nor)\s+|\s*\/\s*(?=[A-Z]{3})/gi)]
  const starts = [0, ...cuts.map(cut => cut.index + cut[0].length)]
  const parts = starts.map((start, index) => phrase.slice(start, cuts[index]?.index ?? phrase.length).trim())
  const found = parts.map(part => readSought(singular(part)))
  return found.some(sought => sought === null) ? null : found.filter(sought => sought !== null)
}

const singular = (part: string): string =>
  part
    .replace(
      /\s+(?:comments?|markers?|statements?|calls?|strings?|mentions?|references?|occurrences?|tags?|annotations?|usages?|uses|imports?|types?|notes?|lines?|keywords?|left(?:overs?)?|remaining)$/i,
      '',
    )
    .replace(
      /^(?:comments? (?:with|containing)|mentions? of|references? to|uses? of|usages? of|occurrences? of|calls? to|imports? of|more|remaining|leftover|new|literal|explicit|stray)\s+/i,
      '',
    )
    .replace(/^([A-Z]{3,})s$/, '$1')
