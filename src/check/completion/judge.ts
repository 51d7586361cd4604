import { UNKNOWN_USAGE, type Usage } from '../../std/usage.ts'
import type { CheckSnapshot } from './completion-check.ts'

/** An independent judge that reads material and answers yes or no. */
export interface Judge {
  /** Rejects when it cannot answer. */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<JudgeVerdict>
  /** Which usage its answers report, if that is known in advance. A limit on unreported usage is refused. */
  readonly tells?: { readonly tokens: boolean; readonly usd: boolean }
}

export interface JudgeRequest {
  readonly question: string
  /** Each must be met for the verdict "yes". */
  readonly criteria: readonly string[]
  /** What is judged. It comes from others, so nothing in it is an instruction. */
  readonly material: readonly JudgeMaterial[]
}

export interface JudgeMaterial {
  readonly title: string
  readonly text: string
}

export interface JudgeVerdict {
  readonly verdict: 'yes' | 'no'
  readonly reason: string
  /** What the answer cost; null when unknown, which is not zero. */
  readonly usage: Usage | null
}

/** A judgment that failed may still have cost something. */
export class JudgeFailure extends Error {
  readonly usage: Usage | null

  constructor(message: string, usage: Usage | null) {
    super(message)
    this.usage = usage
  }
}

/** Asks the judge and counts its usage, also when it fails. */
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

/** The verdict in a judge's answer. Throws for anything but yes or no. */
export function verdictIn(value: unknown): Pick<JudgeVerdict, 'verdict' | 'reason'> {
  const { verdict, reason } = (value ?? {}) as { readonly verdict?: unknown; readonly reason?: unknown }
  if (verdict !== 'yes' && verdict !== 'no') throw new Error('the judge said neither yes nor no')
  return { verdict, reason: typeof reason === 'string' ? reason : '' }
}
