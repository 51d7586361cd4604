import * as z from 'zod/mini'
import { describeModel, modelConfigSchema } from './models/config.ts'
import { PERMISSIONS } from './permissions.ts'
import { programSchema } from './program.ts'

const programConfigSchema = z.readonly(
  z.strictObject({
    kind: z.literal('program'),
    name: z.string(),
    /** How it is called, written down with the loop: a table that changes meanwhile changes no loop. */
    program: programSchema,
    via: z.enum(['headless', 'acp']),
    model: z.nullable(z.string()),
    permissions: z.enum(PERMISSIONS),
  }),
)

export type ProgramConfig = z.infer<typeof programConfigSchema>

const modelAgentSchema = z.readonly(
  z.strictObject({ kind: z.literal('model'), model: modelConfigSchema, permissions: z.enum(PERMISSIONS) }),
)

export type ModelAgentConfig = z.infer<typeof modelAgentSchema>

/** An agent as data, so that a loop can be written to disk and taken up by another process. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  programConfigSchema,
  /** An agent of our own, in this process, with a language model behind it. */
  modelAgentSchema,
  z.readonly(z.strictObject({ kind: z.literal('script'), path: z.string() })),
  /** An assistant that takes its turns by itself, and tells us when one has ended. */
  z.readonly(z.strictObject({ kind: z.literal('host'), name: z.string() })),
  /** An object of the caller's own, which no other process can make again. */
  z.readonly(z.strictObject({ kind: z.literal('custom'), name: z.string() })),
])

export type AgentConfig = z.infer<typeof agentConfigSchema>

/** Also the name of the agent that is made of it, by which the loop knows it again. */
export function describeAgent(config: AgentConfig): string {
  switch (config.kind) {
    case 'command':
      return config.command
    case 'script':
      return `script:${config.path}`
    case 'host':
    case 'custom':
      return config.name
    case 'model':
      return `model:${describeModel(config.model)}`
    case 'program':
      return config.via === 'acp' && config.program.headless !== null ? `${config.name}:acp` : config.name
  }
}
