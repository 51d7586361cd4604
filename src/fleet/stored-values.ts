import { isAbsolute } from 'node:path'
import * as z from 'zod/mini'
import type { LoopEvent } from '../loop/events.ts'
import { isLoopId } from '../loop/loop-id.ts'
import type { RunRequest } from '../run/run-request.ts'
import { fleetProblem } from './problems.ts'

/** What a worker needs to run a loop. Stored in the database, so it has no secret. */
export interface Submission {
  readonly request: RunRequest & { readonly id: string }
  readonly remote: string
  /** The commit with the exact files of the submitter, and the directory of the loop in them. */
  readonly start: string
  readonly directory: string
  /** The name of the submitter's folder: some tools print it. */
  readonly folder: string
  /** Prepares a clone, such as `npm ci`; null when nothing has to be done. */
  readonly setup: string | null
}

/*
 * The database and the remote are written by others: a role of the database, an agent that reads its worker's memory, everyone who can
 * push. Each value of theirs that reaches git, a path, or a process is checked here first.
 */

/** Git takes it as the address of a repository, and not as one of its options. */
export const isAddress = (text: string): boolean => /^[^-\p{Cc}][^\p{Cc}]*$/u.test(text)

/** A path that stays below its folder, and out of the data of a repository. */
export const isInnerPath = (path: string): boolean =>
  !isAbsolute(path) && path.split('/').every(name => !['', '.', '..', '.git'].includes(name.toLowerCase()))

const submissionSchema = z.object({
  request: z.looseObject({ id: z.string(), task: z.string() }),
  remote: z.string().check(z.refine(isAddress)),
  start: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  directory: z.string().check(z.refine(path => path === '' || isInnerPath(path))),
  folder: z.string().check(z.refine(name => isInnerPath(name) && !name.includes('/'))),
  setup: z.nullable(z.string()),
})

/** Refuses a submission that no version of this program has written. */
export function refuseWrongSubmission(id: string, submission: Submission): void {
  const read = submissionSchema.safeParse(submission)
  const wrong = read.success ? null : (read.error.issues[0]?.path.join('.') ?? '')
  if (wrong !== null || !isLoopId(id) || submission.request.id !== id)
    throw fleetProblem('submission-wrong', { field: wrong ?? 'id' })
}

/**
 * Why a journal is not the one that workers wrote for this loop; null when nothing shows it. In a fleet nobody can give a waiver.
 */
export function wrongInJournal(id: string, events: readonly LoopEvent[]): string | null {
  if (!events.every((event, at) => isEventOf(id, at, event))) return 'it has events of another loop'
  return events.some(({ kind }) => kind === 'waiver') ? 'it has a waiver, and nobody can give one in a fleet' : null
}

/** The lines of a journal up to the first that belongs to another loop. */
export function linesOfLoop(id: string, from: number, lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line, at) => !isEventOf(id, from + at, parsed(line)))
  return end === -1 ? lines : lines.slice(0, end)
}

/** A loop starts once. The mark of its processes has one form: with another one, processes of other programs would be ended. */
function isEventOf(id: string, at: number, event: unknown): boolean {
  const { loop, kind, spec } = (event ?? {}) as Partial<Record<string, unknown>>
  if (loop !== id || (kind === 'loop-start') !== (at === 0)) return false
  if (at > 0) return true
  const { id: named, nonce } = (spec ?? {}) as Partial<Record<string, unknown>>
  return named === id && typeof nonce === 'string' && /^[0-9a-f]{24}$/.test(nonce)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
