import * as z from 'zod/mini'

/**
 * What a finding makes of a yes. None of them makes a yes of a no.
 *
 * `not_yet`: honest work that is not complete. `unproven`: green, but nothing shows that it was earned. `flaky`: green by luck.
 * `weakened`: the work is real, and a check was loosened beside it. `tampered`: the check was bent to become green.
 * `unprovable`: this gate cannot fail.
 */
export const OBJECTIONS = ['not_yet', 'unproven', 'flaky', 'weakened', 'tampered', 'unprovable'] as const

export type Objection = (typeof OBJECTIONS)[number]

/** Something that the gate saw and that speaks against a yes, or that a person should know. */
export const findingSchema = z.readonly(
  z.object({
    /** Its name, the same in every loop: `agent-loop explain <rule>` tells what it means. */
    rule: z.string(),
    /** Null for what only warns. */
    objection: z.nullable(z.enum(OBJECTIONS)),
    /** One sentence, with what to do. */
    says: z.string(),
    /** Files or test ids, the first of them. */
    places: z.readonly(z.array(z.string())),
  }),
)

export type Finding = z.infer<typeof findingSchema>

/** The strongest objection decides; the order is that of `OBJECTIONS`. */
export function strongest(findings: readonly Finding[]): Objection | null {
  const ranks = findings.flatMap(({ objection }) => (objection === null ? [] : [OBJECTIONS.indexOf(objection)]))
  return OBJECTIONS[Math.max(-1, ...ranks)] ?? null
}
