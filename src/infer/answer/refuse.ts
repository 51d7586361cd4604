import type { VagueTask } from '../../criteria/task/vague.ts'
import { pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import type { InferenceDecision } from '../decision.ts'
import type { GatheredEvidence } from '../gather.ts'
import type { Material } from '../synthesis/material.ts'

/** The words contain no measurable goal. */
export function refusedAsVague(task: string, why: VagueTask, { checks }: GatheredEvidence): InferenceDecision {
  const found = (['test', 'lint'] as const).flatMap(purpose => {
    const command = pick(checks, purpose, NO_PREFERENCE)?.options[0]?.command
    return command === undefined || command.includes('&&') ? [] : [{ purpose, command }]
  })
  const commands = found.map(({ command }) => command)
  const has = found.map(({ purpose }) => purpose)
  return { kind: 'refused', refusal: { code: 'vague-task', task, why, commands, has } }
}

/** The goal is clear, and the project has nothing that measures it. */
export function noCheck({ reading, gathered }: Material): InferenceDecision {
  const [purpose = 'test'] = reading.wants
  const suite = pick(gathered.checks, 'test', NO_PREFERENCE)?.options[0]?.command
  return {
    kind: 'refused',
    refusal: {
      code: 'no-check',
      purpose,
      phrase: reading.phrase,
      class: reading.class,
      degenerate: gathered.degenerate,
      suite: suite === undefined || suite.includes('"') ? null : suite,
    },
  }
}
