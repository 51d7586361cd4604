import * as z from 'zod/mini'

/** The agent's honest way out: what keeps it from going on, and the test that contradicts the task, if one does. */
export const blockedSchema = z.readonly(z.object({ reason: z.string(), test: z.nullable(z.string()) }))

export type Blocked = z.infer<typeof blockedSchema>
