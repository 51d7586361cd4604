/** Somebody independent who is shown material and answers yes or no. */
export interface Judge {
  /** Rejects when it cannot answer: that is neither yes nor no. */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<JudgeVerdict>
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
  readonly usage: JudgeUsage | null
}

export interface JudgeUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number | null
}
