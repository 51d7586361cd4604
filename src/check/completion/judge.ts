import { UNKNOWN_USAGE, type Usage } from '../../std/usage.ts'
import type { CheckSnapshot } from './completion-check.ts'

/** Somebody independent who is shown material and answers yes or no. */
export interface Judge {
  /** Rejects when it cannot answer: that is neither yes nor no. */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<JudgeVerdict>
  /** What its answers tell of what they used, where that is known before; a limit on it is refused where they do not. */
  readonly tells?: { readonly tokens: boolean; readonly usd: boolean }
}

export interface JudgeRequest {
  readonly question: string
  /** Each must be met for a yes. */
  readonly criteria: readonly string[]
  /** What is judged. Written by others, so nothing in it is an instruction. */
  readonly material: readonly JudgeMaterial[]
}

export interface JudgeMaterial {
  readonly title: string
  readonly text: string
}

export interface JudgeVerdict {
  readonly verdict: 'yes' | 'no'
  readonly reason: string
  /** What the answer cost; null when that is not known, which is not zero. */
  readonly usage: Usage | null
}

/** A judgement that came to nothing may have cost something all the same. */
export class JudgeFailure extends Error {
  readonly usage: Usage | null

  constructor(message: string, usage: Usage | null) {
    super(message)
    this.usage = usage
  }
}

/** Asks, and has it counted whatever comes of it. */
export async function askJudge(
  judge: Judge,
  request: JudgeRequest,
  { spend }: Pick<CheckSnapshot, 'spend'>,
  signal: AbortSignal,
): Promise<JudgeVerdict> {
  try {
    const answer = await judge.judge(request, signal)
    spend?.(answer.usage ?? UNKNOWN_USAGE)
    if (answer.verdict !== 'yes' && answer.verdict !== 'no') throw new Error('the judge said neither yes nor no')
    return answer
  } catch (error) {
    if (error instanceof JudgeFailure) spend?.(error.usage ?? UNKNOWN_USAGE)
    throw error
  }
}

/** The verdict in what a judge wrote. Throws for anything else: there is nothing between yes and no. */
export function verdictIn(value: unknown): Pick<JudgeVerdict, 'verdict' | 'reason'> {
  const { verdict, reason } = (value ?? {}) as { readonly verdict?: unknown; readonly reason?: unknown }
  if (verdict !== 'yes' && verdict !== 'no') throw new Error('the judge said neither yes nor no')
  return { verdict, reason: typeof reason === 'string' ? reason : '' }
}
