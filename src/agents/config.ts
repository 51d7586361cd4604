import * as z from 'zod/mini'

/** An agent as data, so that a loop can be written to disk and taken up by another process. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('script'), path: z.string() })),
])

export type AgentConfig = z.infer<typeof agentConfigSchema>

export const describeAgent = (config: AgentConfig): string =>
  config.kind === 'command' ? config.command : `script:${config.path}`
