import { saysDone } from '../agents/claim.ts'
import type { CheckFacts } from './events.ts'
import type { LoopState, Reflection } from './state.ts'

/** Three for the prompt, and the latest, which the prompt shows as what is still missing. */
export const REFLECTIONS_KEPT = 4
const NAMED = 5

/** What a turn showed, according to the check; never according to the agent. */
export function reflect(state: LoopState, { evidence, verdict, findings, missing }: CheckFacts): Reflection {
  const now = evidence.flatMap(({ failing }) => failing)
  const did = state.turn?.treeChanged ? 'changed files' : 'changed nothing'
  const { turn } = state
  const claimed = turn?.ended === 'claims-done' && saysDone(turn.answer) ? ' and claimed to be done' : ''
  const result =
    now.length > 0 || (state.failing?.ids.length ?? 0) > 0
      ? changeWords(state.failing?.ids ?? [], now)
      : `${verdict.replace('_', ' ')}: ${firstLine(missing)}`
  const found = findings.map(({ says }) => ` ${says}`).join('')
  return { iteration: state.iteration, says: `Turn ${state.iteration} ${did}${claimed}: ${result}${found}` }
}

function changeWords(before: readonly string[], now: readonly string[]): string {
  const fixed = before.filter(id => !now.includes(id))
  const fresh = now.filter(id => !before.includes(id))
  const same = now.filter(id => before.includes(id))
  const parts = [
    fixed.length > 0 && `fixed ${names(fixed)}`,
    fresh.length > 0 && `newly failing ${names(fresh)}`,
    same.length > 0 && `still failing ${names(same)}`,
  ]
  return `${parts.filter(Boolean).join('; ') || 'no named test fails anymore'}.`
}

const names = (ids: readonly string[]): string =>
  ids.length > NAMED ? `${ids.slice(0, NAMED).join(', ')} and ${ids.length - NAMED} more` : ids.join(', ')

const firstLine = (text: string | null): string => (text ?? '').split('\n')[0]?.slice(0, 200) ?? ''
