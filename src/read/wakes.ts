import { plans } from './plans.ts'
import type { LineTest, ReaderPlan } from './reader.ts'
import { SLOTS, slots } from './slots.ts'

interface Beginning {
  readonly prefix: string
  readonly plan: ReaderPlan
}

const byFirst = new Map<number, readonly Beginning[]>()
const byWord = new Map<string, readonly ReaderPlan[]>()
// The first two characters tell for nearly every line that it begins like nothing we know.
const ASCII = 128
const pairs = new Uint8Array(ASCII * ASCII)

for (const plan of plans) {
  for (const prefix of plan.wakes) {
    const [first, second] = [prefix.charCodeAt(0), prefix.charCodeAt(1)]
    byFirst.set(first, [...(byFirst.get(first) ?? []), { prefix, plan }])
    if (first >= ASCII) continue
    if (second < ASCII) pairs[first * ASCII + second] = 1
    else pairs.fill(1, first * ASCII, (first + 1) * ASCII)
  }
  for (const word of plan.numberedWakes ?? []) byWord.set(word, [...(byWord.get(word) ?? []), plan])
}

const NOBODY: readonly ReaderPlan[] = []
const NOTHING: readonly Beginning[] = []

/** The beginnings that a line may have, by its first two characters. */
export function beginnings(first: number, second: number): readonly Beginning[] {
  if (first < ASCII && second < ASCII && pairs[first * ASCII + second] === 0) return NOTHING
  return byFirst.get(first) ?? NOTHING
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
  readonly first: Uint8Array
  readonly last: Uint8Array
}

export const watches: readonly Watch[] = plans.flatMap(plan => {
  const { wakesWhen, asks } = plan
  if (!wakesWhen) return []
  const first = asks ? slots(asks.first) : new Uint8Array(SLOTS).fill(1)
  return [{ plan, wakesWhen, first, last: slots(asks?.last ?? '') }]
})
