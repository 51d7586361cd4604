import * as z from 'zod/mini'
import { type CheckConfig, checkConfigSchema } from '../checks/config.ts'
import { issueWords, type SchemaIssue } from '../std/issue-words.ts'
import { UsageError } from '../std/usage-error.ts'
import type { Configuration } from './sources.ts'

const names = z.optional(z.readonly(z.array(z.string().check(z.minLength(1)))))
const gateSchema = z.strictObject({ free: names, waive: names, quarantine: names })

export interface Sections {
  /** What "done" means when nobody says it on the command line; null when the file does not say it either. */
  readonly check: CheckConfig | null
  /** Files that may always change although the proof relies on them. */
  readonly free: readonly string[]
  /** Findings that are accepted from the start. */
  readonly waive: readonly string[]
  /** Ids of tests that may fail, `*` for anything. */
  readonly quarantine: readonly string[]
}

/** The parts of a configuration that are more than one text. */
export function readSections({ sections, name }: Configuration): Sections {
  const { check, gate } = sections
  const { free = [], waive = [], quarantine = [] } = gate === undefined ? {} : read(gateSchema, gate, `${name}: gate`)
  return {
    check: check === undefined ? null : read(checkConfigSchema, check, `${name}: check`),
    free,
    waive,
    quarantine,
  }
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues: readonly SchemaIssue[] = parsed.error.issues
  throw new UsageError('bad-arguments', `${issueWords(issues, root)}.`, 'Mend it, or remove it.')
}
