import type { JudgeConfig } from '../../agents/judge-config.ts'
import { modelNamed } from '../../agents/models/named.ts'
import { agentNamed } from '../../agents/named.ts'
import type { Settings } from '../settings/load.ts'

/** The judge of a loop; null when none is named. An agent that judges has no other permissions. */
export function chooseJudge({ values, sections }: Settings): JudgeConfig | null {
  const { 'judge-cmd': command, 'judge-agent': agent } = values
  const { models, knownAgents: known } = sections
  if (command !== null) return { kind: 'command', command }
  if (agent !== null) {
    const wishes = { known, models, model: null, permissions: 'deny', sandbox: false, interactive: false } as const
    return { kind: 'agent', agent: agentNamed(agent, wishes) }
  }
  const model = values['judge-model'] ?? models.name
  return model === null ? null : { kind: 'model', model: modelNamed(model, models) }
}
