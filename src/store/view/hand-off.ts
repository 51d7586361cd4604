import { join } from 'node:path'
import { describeAgent } from '../../agents/config.ts'
import { describeOutcome } from '../../loop/outcome.ts'
import type { CheckSummary, LoopState } from '../../loop/state.ts'
import { iterationDirectory, type LoopPaths } from '../layout.ts'

const LONGEST = 300

/** `hand-off.md`: what a person or another agent needs to continue where the loop could not; null when there is nothing to hand over. */
export function handOffMarkdown(state: LoopState, paths: LoopPaths): string | null {
  const { spec, outcome, iteration, best } = state
  const needsHandOff = outcome?.kind === 'stuck' || (outcome?.kind === 'blocked' && outcome.because !== 'red_baseline')
  if (!needsHandOff) return null
  const logs = iterationDirectory(paths, iteration)
  const disputed = state.blocked.filter(({ test }) => test !== null)
  const general = state.blocked.filter(({ test }) => test === null)
  return [
    `# Hand-off: ${oneLine(spec.task)}`,
    list([
      `Ended: ${outcome.kind}, ${oneLine(describeOutcome(outcome))}`,
      `Done means: ${oneLine(spec.done)}`,
      `Where: \`${spec.workspace}\``,
      `Agent: \`${oneLine(describeAgent(spec.agent))}\``,
      `Loop: \`${spec.id}\`, ${iteration} of at most ${spec.limits.iterations} turns`,
    ]),
    ...section(
      'Attempts',
      state.checks.map(check => tried(state, check)),
    ),
    ...section('Failing now', failingNow(state)),
    ...section(
      'Disputed tests',
      disputed.map(({ test, reason }) => `\`${oneLine(test ?? '')}\`: ${oneLine(reason)}`),
    ),
    ...section(
      'What blocks the agent',
      general.map(({ reason }) => oneLine(reason)),
    ),
    ...(best
      ? section('Best', [
          `${best.iteration === 0 ? 'Before the first turn' : `Turn ${best.iteration}`}: ${best.failing} failing`,
        ])
      : []),
    ...section(
      'Logs of the last turn',
      ['prompt.md', 'agent.log', 'verify.log'].map(name => `\`${join(logs, name)}\``),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

const list = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n')

const section = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`## ${title}`, list(items)]

/** The reflection of the turn, if it is still stored; else the result of its check. */
function tried({ reflections }: LoopState, { iteration, verdict, missing }: CheckSummary): string {
  if (iteration === 0) return `Before the first turn: ${verdict}${missing === null ? '' : `. ${oneLine(missing)}`}`
  const lesson = reflections.find(reflection => reflection.iteration === iteration)?.says
  return oneLine(lesson ?? `Turn ${iteration}: ${verdict}${missing === null ? '' : `. ${missing}`}`)
}

function failingNow({ failing, missing }: LoopState): readonly string[] {
  if (!failing || failing.count === 0) return missing === null ? [] : [oneLine(missing)]
  const more = failing.count - failing.ids.length
  return [...failing.ids.map(id => `\`${oneLine(id)}\``), ...(more > 0 ? [`…and ${more} more`] : [])]
}

const oneLine = (text: string): string => {
  const line = text.replaceAll('\n', ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
