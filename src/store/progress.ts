import { describeAgent } from '../agents/config.ts'
import { describeOutcome } from '../loop/outcome.ts'
import type { CheckSummary, LoopState } from '../loop/state.ts'
import { formatDuration } from '../std/duration.ts'

/** `progress.md`: the same as `state.json`, for people. */
export function progressMarkdown(state: LoopState): string {
  const { spec, checks, outcome } = state
  return [
    `# ${oneLine(spec.task)}`,
    [
      `- Loop: \`${spec.id}\``,
      `- Done means: ${spec.done}`,
      `- Agent: \`${describeAgent(spec.agent)}\``,
      `- Status: ${outcome ? `${outcome.kind}, ${describeOutcome(outcome)}` : 'running'}`,
      `- Turns: ${state.iteration} of at most ${spec.limits.iterations}`,
      `- Time spent: ${formatDuration(state.spent.ms)} of at most ${formatDuration(spec.limits.totalMs)}`,
    ].join('\n'),
    ...(spec.rationale.length === 0
      ? []
      : ['## Why this criterion', spec.rationale.map(reason => `- ${oneLine(reason)}`).join('\n')]),
    '## What happened',
    checks.length === 0 ? 'Nothing yet.' : checks.map(line).join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function line({ iteration, verdict, missing, turnEnded }: CheckSummary): string {
  const who = iteration === 0 ? 'Before the first turn' : `Turn ${iteration} (${turnEnded ?? 'no turn'})`
  return `- ${who}: ${verdict}${missing === null ? '' : `. ${oneLine(missing)}`}`
}

const oneLine = (text: string): string => {
  const [first = ''] = text.split('\n')
  return first.length > 160 ? `${first.slice(0, 160)}…` : first
}
