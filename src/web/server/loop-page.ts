import { describeAgent } from '../../agents/config.ts'
import type { LoopState } from '../../loop/state.ts'
import { higherLimitFlags } from '../../run/higher-limits.ts'
import { whyOver } from '../../run/resume-limits.ts'
import type { LoopAction, LoopPage, LoopRow } from '../page-data.ts'
import type { FollowedLoop } from './followed-loop.ts'

interface PageParts {
  readonly row: LoopRow
  readonly loop: FollowedLoop
  readonly hasReceipt: boolean
  /** The tree that the loop worked in exists. A worktree is gone after a merge. */
  readonly hasTree: boolean
  readonly merged: LoopPage['merged']
  readonly commands: readonly string[]
}

/** One loop as the page shows it. */
export function loopPage({ row, loop, hasReceipt, hasTree, merged, commands }: PageParts): LoopPage {
  const { state } = loop
  const { spec } = state
  return {
    row,
    criterion: spec.done,
    rationale: spec.rationale,
    agent: [spec.agent, ...spec.otherAgents].map(describeAgent).join(', '),
    proof: spec.proof,
    limits: {
      turns: spec.limits.iterations,
      ms: spec.limits.totalMs,
      tokens: spec.limits.tokens,
      usd: spec.limits.usd,
    },
    worktree: spec.worktree && { path: spec.tree, branch: spec.worktree.branch },
    merged,
    phase: row.status === 'running' ? state.phase : 'ended',
    turnStartedAt: row.status === 'running' && state.phase === 'in-turn' ? loop.turnStartedAt : null,
    waitUntil: row.status === 'running' ? state.waitUntil : null,
    turns: loop.turns,
    hints: state.hints.map(({ text }) => text),
    actions: row.damaged === null ? actionsOf(state, row.status, hasTree) : ['abort'],
    commands,
    hasReceipt,
  }
}

/** What a button may do now. Waivers and raised limits are never among them. */
function actionsOf(state: LoopState, status: string, hasTree: boolean): readonly LoopAction[] {
  const hosted = state.spec.agent.kind === 'host'
  if (status === 'running') return hosted ? ['hint', 'abort', 'revert'] : ['hint', 'pause', 'abort', 'revert']
  const open = status === 'paused' || status === 'interrupted'
  return [
    ...(open || mayHint(state) ? (['hint'] as const) : []),
    ...(!hosted && mayResume(state) ? (['resume'] as const) : []),
    ...(status === 'verified' && state.spec.worktree !== null && hasTree ? (['merge'] as const) : []),
    ...(open ? (['abort'] as const) : []),
    ...(hasTree ? (['revert'] as const) : []),
  ]
}

const mayHint = ({ outcome, waivedSinceCheck }: LoopState): boolean =>
  outcome === null || whyOver(outcome, waivedSinceCheck) === null

/** A loop that used up a limit needs a higher one, which is a decision for the terminal. */
const mayResume = (state: LoopState): boolean =>
  mayHint(state) && (state.outcome === null || higherLimitFlags(state, state.spec.limits).length === 0)
