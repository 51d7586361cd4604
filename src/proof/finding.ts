import * as z from 'zod/mini'

/**
 * How a finding changes the verdict of a passing check. No finding turns a failing check into a passing one.
 *
 * `not_yet`: honest work that is not complete. `unproven`: the check passes, but nothing shows that the work was done.
 * `flaky`: the check passes only sometimes. `weakened`: real work, with a weakened check. `tampered`: the check was changed so that it
 * passes. `unprovable`: the check cannot fail.
 */
export const OBJECTIONS = ['not_yet', 'unproven', 'flaky', 'weakened', 'tampered', 'unprovable'] as const

export type Objection = (typeof OBJECTIONS)[number]

/** A reason to refuse a passing check, or something that a person should know. */
export const findingSchema = z.readonly(
  z.object({
    /** The same name in every loop. `agent-loop explain <rule>` describes it. */
    rule: z.string(),
    /** Null for a warning. */
    objection: z.nullable(z.enum(OBJECTIONS)),
    /** What is wrong and what to do. */
    says: z.string(),
    /** The first files or test ids. */
    places: z.readonly(z.array(z.string())),
  }),
)

export type Finding = z.infer<typeof findingSchema>

/** The strongest objection decides, in the order of `OBJECTIONS`. */
export function strongest(findings: readonly Finding[]): Objection | null {
  const ranks = findings.flatMap(({ objection }) => (objection === null ? [] : [OBJECTIONS.indexOf(objection)]))
  return OBJECTIONS[Math.max(-1, ...ranks)] ?? null
}
