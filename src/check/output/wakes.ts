import { plans } from '../../tools/plans.ts'
import type { LineTest, ReaderPlan } from '../../tools/reading/reader.ts'
import { SLOTS, slotOf, slots } from '../../tools/reading/slots.ts'

export interface Beginning {
  readonly prefix: string
  readonly plan: ReaderPlan
}

const ASCII = 128
const WORD = 32
// By the first two characters, which tell for nearly every line that it begins like nothing we know.
const byPair: (Beginning[] | undefined)[] = new Array(ASCII * ASCII).fill(undefined)
// Whose beginnings those are, a bit for each plan: most lines begin like those of tools that are awake already.
const bitsByPair = new Int32Array(2 * ASCII * ASCII)
const beyond = new Map<number, Beginning[]>()
const byWord = new Map<string, readonly ReaderPlan[]>()

for (const plan of plans) {
  for (const prefix of plan.wakes) {
    const [first, second] = [prefix.charCodeAt(0), prefix.charCodeAt(1)]
    const beginning: Beginning = { prefix, plan }
    if (first >= ASCII) beyond.set(first, [...(beyond.get(first) ?? []), beginning])
    else if (second < ASCII) know(first * ASCII + second, beginning)
    else for (let next = 0; next < ASCII; next++) know(first * ASCII + next, beginning)
  }
  for (const word of plan.numberedWakes ?? []) byWord.set(word, [...(byWord.get(word) ?? []), plan])
}

function know(pair: number, beginning: Beginning): void {
  const known = byPair[pair]
  if (known) known.push(beginning)
  else byPair[pair] = [beginning]
  const number = plans.indexOf(beginning.plan)
  const at = 2 * pair + (number < WORD ? 0 : 1)
  bitsByPair[at] = (bitsByPair[at] as number) | (1 << (number % WORD))
}

const NOBODY: readonly ReaderPlan[] = []
const NOTHING: readonly Beginning[] = []

/** Which plans sleep. */
export class SleepingReaders {
  readonly #awake = new Set<ReaderPlan>()
  #low = -1
  #high = -1

  has(plan: ReaderPlan): boolean {
    return !this.#awake.has(plan)
  }

  wake(plan: ReaderPlan): void {
    this.#awake.add(plan)
    const number = plans.indexOf(plan)
    if (number < WORD) this.#low &= ~(1 << number)
    else this.#high &= ~(1 << (number % WORD))
  }

  /** The beginnings that a line may have, by its first two characters. Nothing beyond ASCII follows a first character within it. */
  beginnings(first: number, second: number): readonly Beginning[] {
    if (first >= ASCII) return beyond.get(first) ?? NOTHING
    const pair = first * ASCII + (second < ASCII ? second : 0)
    const sleeping =
      ((bitsByPair[2 * pair] as number) & this.#low) | ((bitsByPair[2 * pair + 1] as number) & this.#high)
    return sleeping === 0 ? NOTHING : (byPair[pair] ?? NOTHING)
  }
}

const NUMBERED = /\d+ ([a-z]+)/y
const MAX_DIGITS = 7

/** Whom "3 passing" wakes: a number, a space, a word. */
export function wokenByNumber(text: string, begin: number): readonly ReaderPlan[] {
  let at = begin + 1
  while (at < begin + 1 + MAX_DIGITS && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1
  const letter = text.charCodeAt(at + 1)
  if (text.charCodeAt(at) !== 32 || letter < 97 || letter > 122) return NOBODY
  NUMBERED.lastIndex = begin
  return byWord.get(NUMBERED.exec(text)?.[1] ?? '') ?? NOBODY
}

/** A plan that has to look at lines to know whether they are its tool's. */
export interface Watch {
  readonly plan: ReaderPlan
  readonly wakesWhen: LineTest
}

export const watches: readonly Watch[] = plans.flatMap(plan =>
  plan.wakesWhen ? [{ plan, wakesWhen: plan.wakesWhen }] : [],
)

// Who wants to look at a line, a bit for each, by its first and by its last character.
const lookAtFirst = new Int32Array(SLOTS)
const lookAtLast = new Int32Array(SLOTS)
for (const [number, { plan }] of watches.entries()) {
  const first = plan.asks ? slots(plan.asks.first) : new Uint8Array(SLOTS).fill(1)
  const last = slots(plan.asks?.last ?? '')
  for (let slot = 0; slot < SLOTS; slot++) {
    if (first[slot] === 1) lookAtFirst[slot] = (lookAtFirst[slot] as number) | (1 << number)
    if (last[slot] === 1) lookAtLast[slot] = (lookAtLast[slot] as number) | (1 << number)
  }
}

export const lookers = (first: number, last: number): number =>
  (lookAtFirst[slotOf(first)] as number) | (lookAtLast[slotOf(last)] as number)
