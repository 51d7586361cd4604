import * as z from 'zod/mini'

/** An agent as data, so that a loop can be written to disk and taken up by another process. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('script'), path: z.string() })),
  /** An assistant that takes its turns by itself, and tells us when one has ended. */
  z.readonly(z.strictObject({ kind: z.literal('host'), name: z.string() })),
  /** An object of the caller's own, which no other process can make again. */
  z.readonly(z.strictObject({ kind: z.literal('custom'), name: z.string() })),
])

export type AgentConfig = z.infer<typeof agentConfigSchema>

export const describeAgent = (config: AgentConfig): string =>
  config.kind === 'command' ? config.command : config.kind === 'script' ? `script:${config.path}` : config.name
