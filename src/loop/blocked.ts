import * as z from 'zod/mini'

/** What keeps the agent from continuing, and the test that contradicts the task, if one does. */
export const blockedSchema = z.readonly(z.object({ reason: z.string(), test: z.nullable(z.string()) }))

export type Blocked = z.infer<typeof blockedSchema>
