import { UsageError } from '../std/usage-error.ts'
import type { AgentConfig } from './config.ts'

/** Reads the value of `--agent`. */
export function agentNamed(name: string): AgentConfig {
  const script = /^script:(.+)$/.exec(name)?.[1]
  if (script) return { kind: 'script', path: script }
  throw new UsageError(
    'no-agent',
    `Unknown agent "${name}".`,
    'Name a command with --agent-cmd "…", or a script with --agent script:turns.yaml',
  )
}
