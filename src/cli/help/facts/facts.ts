import type { ExitCode } from '../../../std/exit-codes.ts'
import type { Row } from '../columns.ts'

type Exits = Readonly<Partial<Record<ExitCode, string>>>

/** What `<command> --help` says besides summary and flags. */
export interface CommandFacts {
  readonly examples: readonly [Row, Row, ...Row[]]
  readonly exits: Exits
}

export const WRONG_ARGUMENTS: Exits = { 2: 'wrong arguments' }
export const WRONG_LOOP: Exits = { 2: 'wrong arguments, or no such loop' }
export const RECORDS_BROKEN: Exits = { 4: "the loop's records cannot be read" }
export const PERSON_ONLY: Exits = { 8: 'called inside a turn: only a person can do this' }

export const START_EXITS: Exits = {
  2: 'wrong arguments',
  3: 'there is no measurable criterion, or nobody confirmed it',
  4: 'the check cannot run or cannot fail, or agent-loop itself failed',
  7: 'the agent cannot be used',
  8: 'another loop works in this tree, or all slots are taken',
}

export const LOOP_EXITS: Exits = {
  ...START_EXITS,
  0: 'verified',
  1: 'a limit was reached before the work was verified',
  5: 'tampered: the check passes only because it was changed',
  6: 'stuck, or blocked until a person decides',
  9: 'paused',
  130: 'aborted',
}

/** A loop id in the examples. Any unique beginning of an id works as well. */
export const EXAMPLE_ID = 'ralph-fix-tests-a1b2c3d4'

export type FactsTable = Readonly<Record<string, CommandFacts>>
