import type { JudgeConfig } from '../../agents/judge-config.ts'
import { modelNamed } from '../../agents/models/named.ts'
import { agentNamed } from '../../agents/named.ts'
import type { Settings } from '../settings/load.ts'

/** Who judges in a loop; null when nobody was named. An agent that judges may do nothing else. */
export function judgeWished({ judge, models, knownAgents: known }: Settings): JudgeConfig | null {
  if (judge === null) return null
  if ('command' in judge) return { kind: 'command', command: judge.command }
  if ('model' in judge) return { kind: 'model', model: modelNamed(judge.model, models) }
  const wishes = { known, models, model: null, permissions: 'deny', sandbox: false, interactive: false } as const
  return { kind: 'agent', agent: agentNamed(judge.agent, wishes) }
}
