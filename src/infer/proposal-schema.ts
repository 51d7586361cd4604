import * as z from 'zod/mini'

const finding = z.strictObject({
  layer: z.int().check(z.gte(1), z.lte(5)),
  source: z.string(),
  line: z.int().check(z.gte(1)),
  says: z.string(),
})

/** The contract of `infer`: the seed's fields, and ours beside them. Loaded only by those who check; writing costs nothing. */
export const inferenceSchema = z.union([
  z.strictObject({
    proposed_completion: z.strictObject({
      criterion: z.string().check(z.minLength(1)),
      verification_command: z.string().check(z.minLength(1)),
      rationale: z.array(z.string()),
      confidence: z.enum(['high', 'medium', 'low']),
      alternatives_considered: z.array(z.strictObject({ criterion: z.string(), rejected_because: z.string() })),
      max_iterations_suggestion: z.int().check(z.gte(10)),
      needs_human_confirmation: z.boolean(),
      class: z.enum([
        'test-pass',
        'coverage',
        'type-clean',
        'lint-clean',
        'build-pass',
        'regression-gate',
        'implement-feature',
        'docs',
        'bug-fix',
        'explicit',
        'use-case',
        'structural',
      ]),
      scope: z.string(),
      expect_now: z.enum(['failing', 'passing', 'either']),
      warnings: z.array(z.string()),
      evidence: z.array(finding),
    }),
  }),
  z.strictObject({ refused: z.strictObject({ because: z.string().check(z.minLength(1)), try: z.array(z.string()) }) }),
])

export const inferenceJsonSchema = (): unknown => z.toJSONSchema(inferenceSchema)
