import type { CommandResult, Environment, Shell } from '../../system/shell.ts'
import { withProjectPrograms } from '../../tools/commands/project-programs.ts'
import type { Executed } from '../../tools/ids/executed.ts'
import type { EvidencePort } from '../../tools/ids/open-evidence.ts'
import type { OutputReading } from '../../tools/reading/reading.ts'
import { PacedReader } from './paced-reader.ts'

export interface CommandRunRequest {
  readonly cwd: string
  readonly env: Environment
  readonly nonce: string
  /** For each command. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Collects which tests a command executes. */
  readonly evidence?: EvidencePort
  /** The working directory as commands see and print it, when they run in a copy; `cwd` when not given. */
  readonly seenAt?: string
  /** Where this process finds the files, when the commands run elsewhere; `cwd` when not given. */
  readonly filesAt?: string
}

export interface CommandRun {
  readonly result: CommandResult
  readonly reading: OutputReading
  /** Null when it was not collected, or no runner reported it. */
  readonly executed: Executed | null
  /** The start time, for comparing with file times. */
  readonly startedAt: number
}

/** Runs commands for one verification, each command once, even if several clauses use it. */
export function commandRunner(request: CommandRunRequest, shell: Shell): (command: string) => Promise<CommandRun> {
  const runs = new Map<string, Promise<CommandRun>>()
  return command => {
    const known = runs.get(command) ?? runCommand(command, request, shell)
    runs.set(command, known)
    return known
  }
}

async function runCommand(
  command: string,
  { env, onBytes, evidence, seenAt, filesAt, ...request }: CommandRunRequest,
  shell: Shell,
): Promise<CommandRun> {
  const root = seenAt ?? request.cwd
  const reader = new PacedReader({ command, root })
  const run = evidence?.begin({ command, env, root, filesAt: filesAt ?? request.cwd })
  const startedAt = Date.now()
  const result = await shell.run({
    ...request,
    env: withProjectPrograms(withoutDownloads(run?.env ?? env, command), request.cwd),
    command: run?.command ?? command,
    onBytes: bytes => {
      onBytes?.(bytes)
      reader.push(bytes)
      run?.push(bytes)
    },
  })
  const reading = reader.end(result.kind === 'exited' ? result.exitCode : null)
  return { result, reading, executed: (await run?.collect(reading)) ?? null, startedAt }
}

// A check must not install what is missing. Before npx asks a person, it queries the registry, which takes minutes without a
// network; so it works offline, unless the command itself installs.
const withoutDownloads = (env: Environment, command: string): Environment => ({
  npm_config_yes: 'false',
  ...(/\bnpx\b/.test(command) && !/\bnpm (?:ci|i|install|exec)\b/.test(command) ? { npm_config_offline: 'true' } : {}),
  ...env,
})
