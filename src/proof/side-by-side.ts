import { availableParallelism, loadavg } from 'node:os'
import { commandsOf } from '../criteria/criterion.ts'
import { NONCE_VARIABLE, newNonce } from '../system/shell.ts'
import { languageOf } from '../tools/syntax/language.ts'
import type { CleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import { type CanaryRuns, isEachSeen, plantCanaries } from './canary/canary-step.ts'
import { repeatElsewhere, type SaidElsewhere } from './clean-run/elsewhere.ts'
import type { ProofCase } from './proof-case.ts'

/** Runs that need a certain port, a database, or a container may disturb each other. */
const SHARED =
  /\blisten\w*\([^)\n]*(?:\bport\b|:\d{2,5}\b|(?<![\w.])\d{4,5}\b)|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d|\b(?:postgres\w*|mysql|mariadb|mongo\w*|redis|kafka|rabbitmq|docker|testcontainers)\b/i
const SHARED_VARIABLE = /^(?:PORT|\w*(?:DATABASE|POSTGRES|PG|MYSQL|MONGO|REDIS|AMQP|KAFKA)\w*(?:URL|URI|HOST|PORT))$/
const MOST_FILES = 200

/** Results of the short runs beside the run in the clean copy. Null for a run that must be repeated, because only good results count here. */
export interface ShortRuns {
  readonly canaries: CanaryRuns | null
  readonly elsewhere: { readonly said: SaidElsewhere } | null
}

/** Begins the short runs. Null where they would disturb the run in the clean copy. */
export async function beginShortRuns(
  proof: ProofCase,
  copy: CleanCopy,
  went: readonly string[],
): Promise<{ readonly ended: Promise<ShortRuns> } | null> {
  return (await mayRunTogether(proof)) ? { ended: shortRuns(apart(proof), copy, went) } : null
}

async function shortRuns(proof: ProofCase, copy: CleanCopy, went: readonly string[]): Promise<ShortRuns> {
  const canaries = await plantCanaries(proof, copy, went).catch(() => null)
  if (canaries === null || !isEachSeen(canaries)) return { canaries: null, elsewhere: null }
  const said = await repeatElsewhere(proof, copy).catch((): SaidElsewhere => FAILED)
  return { canaries, elsewhere: said === null || said.kind === 'passes' ? { said } : null }
}

const FAILED: SaidElsewhere = { kind: 'not-checked', says: '' }

/** Whether two runs of the criterion may run at the same time: in separate copies, with a free core, and without anything that they share. */
async function mayRunTogether({ options, record }: ProofCase): Promise<boolean> {
  if (options.jobs !== null) return options.jobs > 1
  const cores = availableParallelism()
  if (cores < 2 || (loadavg()[0] ?? 0) >= cores * 1.5) return false
  if (Object.keys(options.env).some(name => SHARED_VARIABLE.test(name))) return false
  if (commandsOf(options.criterion).some(command => SHARED.test(command))) return false
  const tests = record.seal.files
    .filter(({ kind, path }) => kind === 'test' && languageOf(path) !== null)
    .slice(0, MOST_FILES)
  for (const { path } of tests) if (SHARED.test((await options.readNow(path)) ?? '')) return false
  return tests.length > 0
}

/** For runs beside others: when one of them ends, only its own processes are ended. */
export const apart = ({ options, ...proof }: ProofCase): ProofCase => ({
  ...proof,
  options: {
    ...options,
    nonce: newNonce(),
    env: { ...options.env, [NONCE_VARIABLE]: [options.env[NONCE_VARIABLE], options.nonce].filter(Boolean).join(' ') },
  },
})
