import * as z from 'zod/mini'
import { UsageError } from '../std/usage-error.ts'
import type { Configuration } from './sources.ts'

const names = z.readonly(z.array(z.string().check(z.minLength(1))))
const gateSchema = z.object({ waive: z.optional(names), quarantine: z.optional(names) })

export interface GateSection {
  /** Findings that are accepted from the start. */
  readonly waive: readonly string[]
  /** Ids of tests that may fail, `*` for anything. */
  readonly quarantine: readonly string[]
}

/** What the configuration lets pass. Read before the first turn; what an agent writes there later changes nothing. */
export function readGateSection({ sections, name }: Configuration): GateSection {
  if (sections.gate === undefined) return { waive: [], quarantine: [] }
  const read = gateSchema.safeParse(sections.gate)
  if (read.success) return { waive: read.data.waive ?? [], quarantine: read.data.quarantine ?? [] }
  const [issue] = read.error.issues
  throw new UsageError(
    'bad-arguments',
    `${name}: gate.${issue?.path.join('.')}: ${issue?.message}.`,
    'Write a list: "gate": { "quarantine": ["test/clock.test.js::ticks"] }',
  )
}
