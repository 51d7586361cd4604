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
    /** The session that takes the turns of this loop has ended one, and waits so long for the verdict. */
    z.object({
      kind: z.literal('close'),
      loop: z.string(),
      answer: z.string(),
      patienceMs: z.number(),
      /** When it was asked: who slept meanwhile must not close the turn that is under way then. */
      at: z.number(),
      /** When the turn had ended: a turn that began later is another one. */
      ended: z.number(),
      /** The same for a question that was left in a file and asked again by a call. */
      word: z.optional(z.string()),
    }),
    /** Leave once every turn in flight is over and checked; that program takes over. */
    z.object({ kind: z.literal('replace'), program: z.array(z.string()) }),
    /** Leave now. With loops at work only when `force` says so; they are then interrupted. */
    z.object({ kind: z.literal('stop'), force: z.boolean() }),
    z.object({ kind: z.literal('ping') }),
  ]),
})

export type DaemonRequest = z.infer<typeof questionSchema>
export type Ask = DaemonRequest['ask']
export type CloseAsk = Extract<Ask, { kind: 'close' }>

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
