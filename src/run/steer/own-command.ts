import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'

const NAME = 'agent-loop'

/**
 * The search path of an agent on which `agent-loop blocked` is found: ours is added at its end where the program is not installed, as
 * with `npx agent-loop`. Empty where nothing has to be added.
 */
export function pathWithOwnCommand(folder: string, env: Environment): Readonly<Record<string, string>> {
  const cli = ownCommandLine()
  if (cli === null || isOnPath(env)) return {}
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const script = `#!/bin/sh\nexec ${shellQuote(process.execPath)} ${shellQuote(cli)} "$@"\n`
  writeFileSync(join(folder, NAME), script, { mode: 0o700 })
  return { PATH: [env['PATH'], folder].filter(Boolean).join(delimiter) }
}

const isOnPath = (env: Environment): boolean =>
  (env['PATH'] ?? '').split(delimiter).some(place => place !== '' && existsSync(join(place, NAME)))

/** Null in a program that uses the library. */
function ownCommandLine(): string | null {
  try {
    const path = realpathSync(process.argv[1] ?? '')
    return basename(path) === 'cli.cjs' ? path : null
  } catch {
    return null
  }
}
