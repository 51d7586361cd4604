import * as z from 'zod/mini'
import type { RunRequest } from '../drive/spec.ts'
import type { Limits } from '../loop/state.ts'
import { isUsageError, UsageError, type UsageErrorCode } from '../std/usage-error.ts'
import { jobSchema } from './jobs.ts'

/** One JSON object a line: one question, one answer. Of this envelope nothing ever changes, so that every version can be told to leave. */
export const PROTOCOL = 1

export const questionSchema = z.object({
  protocol: z.int(),
  version: z.string(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('start'), job: jobSchema, request: z.custom<RunRequest>(isObject) }),
    z.object({ kind: z.literal('resume'), job: jobSchema, limits: z.custom<Partial<Limits>>(isObject) }),
    /** Leave once every turn in flight is over and checked; that program takes over. */
    z.object({ kind: z.literal('replace'), program: z.array(z.string()) }),
    /** Leave now. With loops at work only when `force` says so; they are then interrupted. */
    z.object({ kind: z.literal('stop'), force: z.boolean() }),
    z.object({ kind: z.literal('ping') }),
  ]),
})

export type Question = z.infer<typeof questionSchema>
export type Ask = Question['ask']

export const answerSchema = z.union([
  z.object({ ok: z.literal(true), pid: z.int(), version: z.string(), loops: z.int() }),
  z.object({
    ok: z.literal(false),
    pid: z.int(),
    version: z.string(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string() }),
  }),
])

export type Answer = z.infer<typeof answerSchema>
export type Refusal = Extract<Answer, { ok: false }>['error']

/** Says that the two are not of one version; the one who asks decides what to do about it. */
export const OTHER_VERSION = 'other-version'

export function refusalOf(error: unknown): Refusal {
  if (isUsageError(error)) return { code: error.code, message: error.message, hint: error.hint }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, hint: 'This is a fault in agent-loop itself; see the log of the daemon.' }
}

/** The same error on the other side of the socket. */
export const thrown = ({ code, message, hint }: Refusal): Error =>
  code === 'internal' ? new Error(message) : new UsageError(code as UsageErrorCode, message, hint)

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
