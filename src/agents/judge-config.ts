import * as z from 'zod/mini'
import { agentConfigSchema } from './config.ts'
import { modelConfigSchema } from './models/config.ts'

/** A judge as data: a program that reads and writes JSON, a language model, or another agent. */
export const judgeConfigSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('command'), command: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('model'), model: modelConfigSchema })),
  z.readonly(z.strictObject({ kind: z.literal('agent'), agent: agentConfigSchema })),
])

export type JudgeConfig = z.infer<typeof judgeConfigSchema>
