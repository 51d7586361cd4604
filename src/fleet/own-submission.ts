import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { LoopSpec } from '../loop/state.ts'
import { specFor } from '../run/spec.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import type { Environment } from '../system/shell.ts'
import type { Submission } from './stored-values.ts'

/*
 * What a person submitted is kept on their machine too: only that tells whether the database still has the same task, check, and agent.
 */

const fileIn = (home: string, id: string): string => join(home, 'fleet-submissions', `${id}.json`)

export async function keepSubmission(disk: Disk, home: string, submission: Submission): Promise<void> {
  await makeDirectoryDurably(disk, join(home, 'fleet-submissions'))
  await writeDurably(disk, fileIn(home, submission.request.id), JSON.stringify(submission))
}

/** Null when the loop was not submitted from here. */
export async function ownSubmission(disk: Disk, home: string, id: string): Promise<Submission | null> {
  const text = await disk.read(fileIn(home, id))
  return text === null ? null : (JSON.parse(text) as Submission)
}

/** Each machine has its own values for these. */
const OF_A_MACHINE: readonly (keyof LoopSpec)[] = ['tree', 'workspace', 'worktree', 'nonce', 'startedAt']

interface StoredLoop {
  readonly submission: Submission
  /** The first event of its journal. */
  readonly spec: LoopSpec
}

/** The names of what differs between a loop of the database and what was submitted from here. */
export function differencesFrom(
  own: Submission,
  { submission, spec }: StoredLoop,
  { tree, cwd, env }: { readonly tree: string; readonly cwd: string; readonly env: Environment },
): readonly string[] {
  const expected = asStored(specFor(own.request, tree, cwd, env))
  const found = asStored(spec)
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  return [
    ...differing(asStored(own), asStored(submission), ['remote', 'start', 'directory', 'setup']),
    ...differing(
      expected,
      found,
      names.filter(name => !OF_A_MACHINE.some(each => each === name)),
    ),
  ]
}

type Stored = Readonly<Record<string, unknown>>

const asStored = (value: object): Stored => JSON.parse(JSON.stringify(value)) as Stored

const differing = (one: Stored, other: Stored, names: readonly string[]): readonly string[] =>
  names.filter(name => !isDeepStrictEqual(one[name], other[name]))

/** What a loop runs, and what it accepts: the values that a person has to see before they are used here. */
export const settingsToAccept = (spec: LoopSpec): readonly (readonly [name: string, value: string])[] =>
  (['task', 'check', 'agent', 'otherAgents', 'judge', 'hooks', 'proof', 'waive', 'free', 'mayChange'] as const).flatMap(
    name => (isNothing(spec[name]) ? [] : [[name, JSON.stringify(spec[name])] as const]),
  )

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(each => each === null))
