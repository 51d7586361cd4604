import * as z from 'zod/mini'
import { criterionSchema } from '../criteria/criterion.ts'

const texts = z.readonly(z.array(z.string()))

/** Settings as text. */
export const givenSchema = z.readonly(z.record(z.string(), z.string()))

/** How sure it is that the criterion measures the task. `given`: its author wrote the criterion. */
const CONFIDENCES = ['given', 'high', 'medium', 'low', 'none'] as const

/** A task of a plan, with what was agreed about it. */
export const plannedTaskSchema = z.readonly(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    task: z.string(),
    /** What "done" means; null when nothing can measure the task. */
    criterion: z.nullable(criterionSchema),
    criterionSays: z.string(),
    confidence: z.enum(CONFIDENCES),
    /** The criterion was inferred, and only a person can say whether it measures the task. */
    needsPerson: z.boolean(),
    /** Why nothing can measure it, and what to write instead. */
    refused: z.nullable(z.readonly(z.strictObject({ because: z.string(), suggestions: texts }))),
    expectNow: z.enum(['failing', 'passing', 'either']),
    taskClass: z.nullable(z.string()),
    rationale: texts,
    proposalYaml: z.nullable(z.string()),
    iterations: z.nullable(z.int()),
    after: texts,
    /** Tasks that work on the same files and come first. */
    behind: texts,
    agent: z.nullable(z.string()),
    /** Agents that work on it at once. Absent in plans of older versions. */
    race: z.optional(texts),
    limits: givenSchema,
    paths: texts,
  }),
)

export type PlannedTask = z.infer<typeof plannedTaskSchema>
