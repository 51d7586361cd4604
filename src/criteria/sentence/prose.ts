/** Replaces a quoted span: no pattern matches it by accident. */
const FILLER = '\uE000'

/**
 * The same text, of the same length, with everything inside quotes, backticks, and parentheses masked. A search
 * finds only the person's own sentence, never a quotation, and positions are valid in the original.
 */
export function masked(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const end = spanEnd(text, at)
    if (end > at + 1) {
      const width = /^`+/.exec(text.slice(at))?.[0].length ?? 1
      out += text.slice(at, at + width) + FILLER.repeat(end - at - 2 * width) + text.slice(end - width, end)
      at = end
    } else if (text[at] === '\\' && at + 1 < text.length) {
      out += FILLER.repeat(2)
      at += 2
    } else {
      out += text[at]
      at += 1
    }
  }
  return out
}

/** Where the quotation that opens here ends; the same position when nothing opens. */
function spanEnd(text: string, at: number): number {
  const open = text[at]
  if (open === '`') {
    const fence = /^`+/.exec(text.slice(at))?.[0] ?? '`'
    const close = text.indexOf(fence, at + fence.length)
    return close === -1 ? at : close + fence.length
  }
  if (open === '"') return closing(text, at, '"')
  // An apostrophe is a quote only where a quotation can begin and end: "don't" and "users' data" have none.
  if (open === "'" && !/[\w)]/.test(text[at - 1] ?? ' ')) return closing(text, at, "'")
  if (open === '(') return parenthesisEnd(text, at)
  if (open === '/' && ASKS_FOR_PATTERN.test(text.slice(Math.max(0, at - 30), at))) return patternEnd(text, at)
  return at
}

const ASKS_FOR_PATTERN = /\b(?:match(?:es|ing)?|prints?|outputs?|pattern|regexp?|contain(?:s|ing)?|shows?)\s+$/i

function patternEnd(text: string, at: number): number {
  const length = /^\/(?:[^/\\\n]|\\.)+\/(?=[a-z]*(?:\s|$))/.exec(text.slice(at))?.[0].length
  return length === undefined ? at : at + length
}

function closing(text: string, at: number, quote: string): number {
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\' && quote === '"') i += 1
    else if (text[i] === quote && (quote === '"' || !/\w/.test(text[i + 1] ?? ' '))) return i + 1
  }
  return at
}

function parenthesisEnd(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i += 1) {
    const end = i > at && text[i] !== '(' ? spanEnd(text, i) : i
    if (end > i + 1) i = end - 1
    else if (text[i] === '(') depth += 1
    else if (text[i] === ')') depth -= 1
    if (depth === 0) return i + 1
  }
  return at
}

/** What is between the quotes when the whole text is one quotation; null when it is not. */
export function unquoted(text: string): { readonly inner: string; readonly quote: string } | null {
  const quote = /^(?:`+|["'])/.exec(text)?.[0]
  if (!quote || text.length < 2 * quote.length + 1) return null
  const end = quote.startsWith('`') ? text.indexOf(quote, quote.length) + quote.length : closing(text, 0, quote)
  if (end !== text.length) return null
  const inner = text.slice(quote.length, -quote.length)
  return { inner: quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner, quote }
}

/** Removes what pasted text brings along: a prompt, a bullet, a full stop. */
export function tidied(text: string): string {
  const straight = text
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u00a0\u2007\u202f\t]/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
  return withoutFullStop(
    withoutFence(straight.trim())
      .replace(/(?<=^|\s)\*\*(?=[^\s*/])([^*\n]+?)(?<=[^\s*/])\*\*(?=[\s.,;:]|$)/g, '$1')
      .replace(/^(?:[✅☑✔✓☐⬜🔲🎯]\uFE0F?\s*)+/u, '')
      .replace(/^(?:[-*•–]\s+(?:\[[ xX]?\]\s*)?|\d+[.)]\s+|[$❯]\s+|>\s+(?=\w))/, '')
      .trim(),
  )
}

function withoutFence(text: string): string {
  const fenced = /^(`{3,})(?:[a-z]*)\n([\s\S]*?)\n?\1$/.exec(text)
  return fenced ? (fenced[2] ?? '').trim() : text
}

/** The dot of `eslint .` and of `./...` is an argument and stays. */
function withoutFullStop(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}"'`)%\]])[.!?;,:…]+$/u, '').trim()
}

const leadIns: readonly RegExp[] = [
  /^(?:please|so|then|and|also|now|first)\s+/i,
  /^(?:(?:the\s+)?(?:loop|task|work|job|goal|it|this|we|you|i)\s+(?:is|are|am|will be)\s+)?(?:done|completed?|finished|over|stop|finish|end)\s+(?:only\s+)?(?:when|once|if|as soon as|means(?: that)?)\b[:,]?\s*/i,
  /^(?!.*;\s*do\b)(?:[a-z]+\s+){0,4}(?:until|till)\s+(?=\S)/i,
  /^(?:only\s+)?(?:when|once)\s+(?=\S)/i,
  /^(?:we|i|you)\s+(?:have|want|need|see|expect)\s+(?:to see\s+|to have\s+)?(?=\S)/i,
  /^(?:the\s+|our\s+|my\s+)?(?:code ?base|code|repo(?:sitory)?|project|app(?:lication)?|package)\s+(?:has|have|contains|shows|compiles with|reports)\s+(?=(?:no|zero|0)\s)/i,
  /^(?:(?:just )?(?:make sure|ensure)(?:\s+(?:that|of))?|(?:verify|check|confirm|assert|validate|guarantee|require)\s+that)\s+/i,
  /^(?:done|success|goal|definition of done|dod|gate|must|should|requirement|check|verification|completion|(?:\w+ )?criteri(?:on|a))\s*[:=]\s+/i,
  /^(?:the\s+)?(?:command|script|shell command)\s+(?=[`"'./])/i,
  /^(?:run|running|execute|executing|calling|invoking)\s+(?=\S)/i,
]

/** Words before the criterion that are not part of it: "make sure that", "done when", "run". */
export function withoutLeadIn(text: string): string {
  let rest = text
  for (let round = 0; round < 4; round += 1) {
    const next = leadIns.reduce((left, pattern) => left.replace(pattern, ''), rest).trim()
    if (next === rest || next === '') break
    rest = next
  }
  return rest
}

export const words = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '')

export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
