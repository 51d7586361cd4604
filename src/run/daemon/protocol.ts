import * as z from 'zod/mini'
import type { Limits } from '../../loop/state.ts'
import type { RunRequest } from '../spec.ts'
import { jobSchema } from './jobs.ts'

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

export type DaemonRequest = z.infer<typeof questionSchema>
export type Ask = DaemonRequest['ask']

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
