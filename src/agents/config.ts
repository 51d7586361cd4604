import * as z from 'zod/mini'
import { describeModel, modelConfigSchema } from './models/config.ts'
import { PERMISSIONS } from './permissions.ts'
import { programSchema } from './program.ts'

const programConfigSchema = z.readonly(
  z.strictObject({
    kind: z.literal('program'),
    name: z.string(),
    /** How it is called, stored with the loop: a later change of the table does not affect it. */
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

/** An agent as data, so that a loop can be stored and resumed by another process. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  programConfigSchema,
  /** The built-in agent, which runs in this process with a language model. */
  modelAgentSchema,
  z.readonly(z.strictObject({ kind: z.literal('script'), path: z.string() })),
  /** An assistant that takes its own turns and reports when one has ended. */
  z.readonly(z.strictObject({ kind: z.literal('host'), name: z.string() })),
  /** An object of the caller, which no other process can recreate. */
  z.readonly(z.strictObject({ kind: z.literal('custom'), name: z.string() })),
])

export type AgentConfig = z.infer<typeof agentConfigSchema>

/** Also the name of the created agent, by which the loop recognizes it. */
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
