import { availableParallelism, loadavg } from 'node:os'
import { commandsOf } from '../criteria/criterion.ts'
import { NONCE_VARIABLE, newNonce } from '../system/shell.ts'
import type { GateOptions } from './options.ts'
import type { ProofCase } from './proof-case.ts'
import { executedTests } from './tests/executed-tests.ts'

/** Runs that need a port, a database, or a container may disturb each other. */
const SHARED =
  /\blisten\(|createServer|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d|\b(?:postgres\w*|mysql|mariadb|mongo\w*|redis|kafka|rabbitmq|docker|testcontainers)\b/i
const SHARED_VARIABLE = /^(?:PORT|\w*(?:DATABASE|POSTGRES|PG|MYSQL|MONGO|REDIS|AMQP|KAFKA)\w*(?:URL|URI|HOST|PORT))$/
const CORES_WANTED = 4
const MOST_FILES = 100

/** Whether two runs of the criterion may run at the same time: in separate copies, with free cores, and without anything that they share. */
export async function mayRunTogether({ options, question }: ProofCase): Promise<boolean> {
  if (options.jobs !== null) return options.jobs > 1
  const cores = availableParallelism()
  if (cores < CORES_WANTED || (loadavg()[0] ?? 0) > cores / 2) return false
  if (Object.keys(options.env).some(name => SHARED_VARIABLE.test(name))) return false
  if (commandsOf(options.criterion).some(command => SHARED.test(command))) return false
  const files = new Set(executedTests(question.verifications, options)?.tests.flatMap(({ file }) => file ?? []))
  for (const file of [...files].slice(0, MOST_FILES)) if (SHARED.test((await options.readNow(file)) ?? '')) return false
  return files.size > 0
}

/** For a run beside another: when the other ends, only its own processes are ended. */
export const apart = (options: GateOptions): GateOptions => ({
  ...options,
  nonce: newNonce(),
  env: { ...options.env, [NONCE_VARIABLE]: [options.env[NONCE_VARIABLE], options.nonce].filter(Boolean).join(' ') },
})
