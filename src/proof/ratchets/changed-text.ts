import type { CheckFamily } from '../../tools/protection/protection.ts'

/** One file that differs from the tree before the first turn. Null where it is not there. */
export interface ChangedText {
  /** From the tree's root, with slashes. */
  readonly path: string
  readonly before: string | null
  readonly now: string | null
  /** Whether tests are written in it, or what they stand on. */
  readonly isTest: boolean
}

/** What the criterion asks for, besides tests: loosening a check matters where that check is asked. */
export type AskedFamilies = Readonly<Record<CheckFamily, boolean>>

/** In the order in which they are told. */
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

/** One thing that became worse, before those of a kind are put together. */
export interface Worse {
  readonly rule: RatchetRule
  readonly objection: 'weakened' | 'tampered' | null
  /** What it is, in a few words. */
  readonly what: string
  readonly path: string
  readonly line: number
}
