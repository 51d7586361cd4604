import type { AgentConfig } from './config.ts'
import { describeModel } from './models/config.ts'

/** The models that were asked for by name; an agent may choose another one by itself. */
export function modelsOf(agents: readonly AgentConfig[]): readonly string[] {
  const named = agents.map(config => {
    if (config.kind === 'program') return config.model
    return config.kind === 'model' ? describeModel(config.model) : null
  })
  return [...new Set(named.filter(model => model !== null))]
}
