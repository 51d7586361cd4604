import * as z from 'zod/mini'

/** Something a machine can find true or false about a working tree. */
export const criterionSchema = z.readonly(
  z.strictObject({
    kind: z.literal('exit-code'),
    /** A line for the shell. */
    command: z.string(),
    expect: z.int(),
  }),
)

export type Criterion = z.infer<typeof criterionSchema>

/** The sentence a person reads: "npm test exits 0". */
export const describeCriterion = (criterion: Criterion): string => `${criterion.command} exits ${criterion.expect}`
