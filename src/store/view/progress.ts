import { describeAgent } from '../../agents/config.ts'
import { describeOutcome, type Outcome } from '../../loop/outcome.ts'
import type { CheckSummary, LoopState } from '../../loop/state.ts'
import { formatDuration } from '../../std/duration.ts'
import type { Chronicle } from './chronicle.ts'

/** `progress.md`: the same as `state.json`, for people. Foreign text is formatted as code, so that nothing in it is markup. */
export function progressMarkdown(state: LoopState, findings: Chronicle['findings']): string {
  const { spec, checks, best, blocked } = state
  return [
    `# ${spec.id}`,
    list([
      `Task: ${code(spec.task)}`,
      `Done means: ${code(spec.done)}`,
      `Agent: ${code(describeAgent(spec.agent))}`,
      `Status: ${(state.outcome?.kind ?? 'running').replace('_', ' ')}`,
      `Turns: ${state.iteration} of at most ${spec.limits.iterations}`,
      `Time spent: ${formatDuration(state.spent.ms)} of at most ${formatDuration(spec.limits.totalMs)}`,
      ...(best === null ? [] : [`Best so far: ${bestWords(best)}`]),
    ]),
    ...section('Why this criterion', spec.rationale.map(code)),
    ...section('History', checks.length === 0 ? ['Nothing yet'] : checks.map(line)),
    ...section(
      'Findings',
      findings.map(({ iteration, says }) => `${when(iteration)}: ${code(says)}`),
    ),
    ...section(
      'Disputed by the agent',
      blocked.map(({ test, reason }) => `${test === null ? 'The task' : code(test)}: ${code(reason)}`),
    ),
    ...ending(state),
  ]
    .join('\n\n')
    .concat('\n')
}

const bestWords = ({ iteration, failing }: NonNullable<LoopState['best']>): string =>
  `${iteration === 0 ? 'before the first turn' : `turn ${iteration}`}, ${failing === 0 ? 'nothing' : failing} failing`

const when = (iteration: number): string => (iteration === 0 ? 'Before the first turn' : `Turn ${iteration}`)

function line({ iteration, verdict, missing, turnEnded }: CheckSummary): string {
  const turn = iteration === 0 ? '' : ` (${turnEnded === null ? 'no turn' : TURN_WORDS[turnEnded]})`
  return `${when(iteration)}${turn}: ${verdict.replace('_', ' ')}${missing === null ? '' : `, ${code(missing)}`}`
}

const TURN_WORDS: Readonly<Record<NonNullable<CheckSummary['turnEnded']>, string>> = {
  'claims-done': 'the turn ended',
  'wants-more': 'the agent wanted another turn',
  asks: 'the agent asked a question',
  failed: 'the agent failed',
  unusable: 'the agent could not be run',
  'rate-limited': 'rate limit',
  aborted: 'the turn was stopped',
  lost: 'the turn was interrupted',
}

function ending({ spec, outcome }: LoopState): readonly string[] {
  if (outcome === null) return []
  const commands = nextCommands(outcome, spec.worktree !== null).map(
    command => `Next: ${code(`${command} ${spec.id}`)}`,
  )
  return section('Result', [`${outcome.kind.replace('_', ' ')}: ${code(describeOutcome(outcome))}`, ...commands])
}

function nextCommands(outcome: Outcome, inWorktree: boolean): readonly string[] {
  if (outcome.kind === 'verified') return ['agent-loop diff', ...(inWorktree ? ['agent-loop merge'] : [])]
  const resumes = outcome.kind === 'paused' || (outcome.kind === 'aborted' && outcome.interrupted)
  return resumes ? ['agent-loop resume'] : ['agent-loop diff', 'agent-loop report']
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, list(lines)]

const list = (lines: readonly string[]): string => lines.map(text => `- ${text}`).join('\n')

const LONGEST = 160

/** Foreign text on one line, between more backticks than it contains in a row. */
function code(text: string): string {
  const [first = ''] = text.trim().split('\n')
  const flat = first.replace(/\s+/g, ' ').trim()
  const short = flat.length > LONGEST ? `${flat.slice(0, LONGEST).trimEnd()}…` : flat
  const longest = Math.max(0, ...(short.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const padding = short.startsWith('`') || short.endsWith('`') ? ' ' : ''
  return short === '' ? '(nothing)' : `${fence}${padding}${short}${padding}${fence}`
}
