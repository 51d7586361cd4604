import * as z from 'zod/mini'
import type { Limits } from '../../loop/state.ts'
import { isUsageError, UsageError, type UsageErrorCode } from '../../std/usage-error.ts'
import type { RunRequest } from '../run-request.ts'
import { jobSchema } from './jobs.ts'

/*
 * One JSON object per line: one request, one response. The fields around `ask` never change, so that a daemon of any version can be
 * told to stop.
 */
export const PROTOCOL = 1

/** The environment in a request may be large, but no larger than a system lets a program have. */
export const MAX_REQUEST_LENGTH = 16 * 1024 * 1024

export const requestSchema = z.object({
  protocol: z.int(),
  version: z.string(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('start'), job: jobSchema, request: z.custom<RunRequest>(isObject) }),
    z.object({ kind: z.literal('resume'), job: jobSchema, limits: z.custom<Partial<Limits>>(isObject) }),
    /** Exit once every turn in flight is over and checked; that program takes over. */
    z.object({ kind: z.literal('replace'), program: z.array(z.string()) }),
    /** Exit now. While loops are running only with `force`, which interrupts them. */
    z.object({ kind: z.literal('stop'), force: z.boolean() }),
    z.object({ kind: z.literal('ping') }),
  ]),
})

export type DaemonRequest = z.infer<typeof requestSchema>
export type Ask = DaemonRequest['ask']

const sender = { pid: z.int(), version: z.string() }
const errorSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() })

const responseSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), ...sender, loops: z.int() }),
  z.object({ ok: z.literal(false), ...sender, error: errorSchema }),
])

export type DaemonResponse = z.infer<typeof responseSchema>

/** The code of a refusal to talk to another version; the caller decides what to do about it. */
export const OTHER_VERSION = 'other-version'

/** Null for text that is no response. */
export function parseResponse(text: string): DaemonResponse | null {
  try {
    return responseSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** An error as it is sent to the client. */
export function toSentError(error: unknown): z.infer<typeof errorSchema> {
  if (isUsageError(error)) return { code: error.code, message: error.message, hint: error.hint }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, hint: 'This is a bug in agent-loop; see the log of the daemon.' }
}

/** The same error on the client's side. */
export const fromSentError = ({ code, message, hint }: z.infer<typeof errorSchema>): Error =>
  code === 'internal' ? new Error(message) : new UsageError(code as UsageErrorCode, message, hint)

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
