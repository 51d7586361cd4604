import type { CheckFamily } from '../../tools/protection/protection.ts'

/** One file that differs from the tree before the first turn. Null when it does not exist. */
export interface ChangedText {
  /** From the tree's root, with slashes. */
  readonly path: string
  readonly before: string | null
  readonly now: string | null
  /** Whether it contains tests, or something that tests depend on. */
  readonly isTest: boolean
}

/** What the criterion checks besides tests: weakening a check matters if the criterion includes it. */
export type AskedFamilies = Readonly<Record<CheckFamily, boolean>>

/** In the order in which they are reported. */
export const RATCHET_RULES = [
  'runner-detected',
  'checks-patched',
  'equal-to-all',
  'tests-reached',
  'exit-in-tests',
  'assertions-dropped',
  'empty-test',
  'retries-configured',
  'coverage-lowered',
  'coverage-narrowed',
  'config-loosened',
  'suppressions-added',
] as const

export type RatchetRule = (typeof RATCHET_RULES)[number]

/** One weakening, before those of the same kind are combined. */
export interface Worse {
  readonly rule: RatchetRule
  readonly objection: 'weakened' | 'tampered' | null
  /** What it is, in a few words. */
  readonly what: string
  readonly path: string
  readonly line: number
  /** Refused even if the task allows changing the file. */
  readonly evenIfFree?: boolean
  /** Based only on a count of assertions. Comparing what the original and the new tests notice can refute it. */
  readonly isCount?: boolean
}
