import type { FailureGatherer } from '../../reading/gather.ts'
import { slots } from '../../reading/slots.ts'
import type { Diagnostic } from './located-lines.ts'
import { extensionAt, type LineLocation, type LocatedLine } from './placed.ts'

/** How complaints of one kind go on behind their place: ": error TS2322: ", ": E501 ". Digits stand for any. */
export interface Lead {
  /** Where they are counted. */
  readonly run: FailureGatherer
  readonly tool: string
  readonly mild: boolean
  readonly extension: string
  readonly paren: boolean
  readonly column: boolean
  readonly text: string
  /** Its characters, and 0 for a digit. */
  readonly codes: Uint16Array
  /** The rule is in it, so that none can stand at the end. */
  readonly ruled: boolean
}

const MAX_LEADS = 16
const [CLOSE, CLOSE_SQUARE] = [41, 93]

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/**
 * The kinds of complaints that have been read, so that more of the same can be counted where they stand. A line that ends in a
 * bracket may name its rule there, and with it another tool: it is none of them, unless its rule came before.
 */
export class Leads {
  readonly #leads: Lead[] = []

  learn(placed: LocatedLine, { tool, rule, message, severity }: Diagnostic, run: FailureGatherer): void {
    const { rest, extension, paren, column } = placed
    const text = rest.slice(0, rest.length - message.length)
    const ruled = rule !== null && text.includes(rule)
    if (
      this.#leads.length >= MAX_LEADS ||
      text.length < 4 ||
      !rest.endsWith(message) ||
      (!ruled && endsInBracket(rest, rest.length))
    )
      return
    const lead: Lead = {
      run,
      tool,
      mild: severity === 'warning',
      extension,
      paren,
      column,
      text,
      codes: codesOf(text),
      ruled,
    }
    if (!this.#leads.some(other => isSame(other, lead))) this.#leads.push(lead)
  }

  get some(): boolean {
    return this.#leads.length > 0
  }

  /** The kind of a line; null where it has to be read to know. */
  of(text: string, place: Readonly<LineLocation>, to: number): Lead | null {
    const bracket = endsInBracket(text, to)
    for (let at = 0; at < this.#leads.length; at++) {
      const lead = this.#leads[at] as Lead
      if (
        (lead.ruled || !bracket) &&
        lead.paren === place.paren &&
        lead.column === place.column &&
        extensionAt(text, place.end, lead.extension) &&
        goesOn(text, place.stop, lead.codes, to)
      )
        return lead
    }
    return null
  }
}

/** A place without a column is followed by how bad it is, or it is a frame. */
export const isFrame = (text: string, { column, paren, stop }: Readonly<LineLocation>): boolean =>
  !(column || paren || maybeGraded(text, stop))

const [SPACE, COLON] = [32, 58]
const severe = slots('efnw')

/** Whether ": error" or " - error" may follow. */
function maybeGraded(text: string, stop: number): boolean {
  if (text.charCodeAt(stop) !== COLON || text.charCodeAt(stop + 1) !== SPACE) return text.charCodeAt(stop) === SPACE
  return severe[text.charCodeAt(stop + 2)] === 1
}

function endsInBracket(text: string, to: number): boolean {
  const last = text.charCodeAt(to - 1)
  return last === CLOSE || last === CLOSE_SQUARE
}

const isSame = (one: Lead, other: Lead): boolean =>
  one.tool === other.tool &&
  one.extension === other.extension &&
  one.paren === other.paren &&
  one.column === other.column &&
  one.text.replace(/\d/g, '0') === other.text.replace(/\d/g, '0')

/** Whether a text goes on like a lead, with as many digits, and with something behind it. */
function goesOn(text: string, from: number, codes: Uint16Array, to: number): boolean {
  if (from + codes.length >= to) return false
  for (let at = 0; at < codes.length; at++) {
    const code = text.charCodeAt(from + at)
    const like = codes[at]
    if (code !== like && !(like === 0 && isDigit(code))) return false
  }
  return true
}

const codesOf = (text: string): Uint16Array =>
  Uint16Array.from(text, character => (isDigit(character.charCodeAt(0)) ? 0 : character.charCodeAt(0)))
