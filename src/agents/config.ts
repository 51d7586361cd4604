import * as z from 'zod/mini'
import { UsageError } from '../std/usage-error.ts'

/** An agent as data, so that a loop can be written to disk and taken up by another process. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('script'), path: z.string() })),
])

export type AgentConfig = z.infer<typeof agentConfigSchema>

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

export const describeAgent = (config: AgentConfig): string =>
  config.kind === 'command' ? config.command : `script:${config.path}`
