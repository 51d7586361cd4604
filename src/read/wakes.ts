import { plans } from './plans.ts'
import type { LineTest, ReaderPlan } from './reader.ts'
import { SLOTS, slots } from './slots.ts'

export interface Beginning {
  readonly prefix: string
  readonly plan: ReaderPlan
}

const ASCII = 128
// By the first two characters, which tell for nearly every line that it begins like nothing we know.
const byPair: (Beginning[] | undefined)[] = new Array(ASCII * ASCII).fill(undefined)
const beyond = new Map<number, Beginning[]>()
const byWord = new Map<string, readonly ReaderPlan[]>()

for (const plan of plans) {
  for (const prefix of plan.wakes) {
    const [first, second] = [prefix.charCodeAt(0), prefix.charCodeAt(1)]
    if (first >= ASCII) beyond.set(first, [...(beyond.get(first) ?? []), { prefix, plan }])
    else if (second < ASCII) know(first * ASCII + second, { prefix, plan })
    else for (let next = 0; next < ASCII; next++) know(first * ASCII + next, { prefix, plan })
  }
  for (const word of plan.numberedWakes ?? []) byWord.set(word, [...(byWord.get(word) ?? []), plan])
}

function know(pair: number, beginning: Beginning): void {
  const known = byPair[pair]
  if (known) known.push(beginning)
  else byPair[pair] = [beginning]
}

const NOBODY: readonly ReaderPlan[] = []

/** The beginnings that a line may have, by its first two characters. Nothing beyond ASCII follows a first character within it. */
export const beginnings = (first: number, second: number): readonly Beginning[] | undefined =>
  first < ASCII ? byPair[first * ASCII + (second < ASCII ? second : 0)] : beyond.get(first)

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
  readonly first: Uint8Array
  readonly last: Uint8Array
}

export const watches: readonly Watch[] = plans.flatMap(plan => {
  const { wakesWhen, asks } = plan
  if (!wakesWhen) return []
  const first = asks ? slots(asks.first) : new Uint8Array(SLOTS).fill(1)
  return [{ plan, wakesWhen, first, last: slots(asks?.last ?? '') }]
})
