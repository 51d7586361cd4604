import { EXIT, type ExitCode } from './exit-codes.ts'

export type UsageErrorCode =
  | 'bad-arguments'
  | 'no-criterion'
  | 'needs-person'
  | 'no-agent'
  | 'gate-cannot-fail'
  | 'no-such-loop'
  | 'tree-busy'
  | 'at-capacity'
  | 'no-worktree'
  | 'state-corrupt'
  | 'state-newer'
  | 'storage'
  | 'leaving'
  | 'tampered'
  | 'unsupported'

const mark = Symbol.for('agent-loop.usage-error')

/** The caller must change something before this can work. Everything else that goes wrong is a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [mark] = true
  readonly code: UsageErrorCode
  /** What to type or change next; printed under the message. */
  readonly hint: string
  readonly exitCode: ExitCode

  constructor(code: UsageErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.hint = hint
    this.exitCode = exitCodes[code]
  }
}

const exitCodes: Readonly<Record<UsageErrorCode, ExitCode>> = {
  'bad-arguments': EXIT.usage,
  'no-criterion': EXIT.noCriterion,
  'needs-person': EXIT.noCriterion,
  'no-agent': EXIT.agentUnusable,
  'gate-cannot-fail': EXIT.gateBroken,
  'no-such-loop': EXIT.usage,
  'tree-busy': EXIT.busy,
  'at-capacity': EXIT.busy,
  'no-worktree': EXIT.busy,
  'state-corrupt': EXIT.gateBroken,
  'state-newer': EXIT.gateBroken,
  storage: EXIT.gateBroken,
  leaving: EXIT.busy,
  tampered: EXIT.tampered,
  unsupported: EXIT.usage,
}

/** Works across two copies of the package, where `instanceof` does not. */
export const isUsageError = (error: unknown): error is UsageError =>
  typeof error === 'object' && error !== null && mark in error
