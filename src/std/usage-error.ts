import { EXIT, type ExitCode } from './exit-codes.ts'

export type UsageErrorCode =
  | 'bad-arguments'
  | 'no-criterion'
  | 'needs-person'
  | 'no-agent'
  | 'gate-cannot-fail'
  | 'gate-cannot-run'
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

/**
 * The caller must change something before this can work; `hint` says what. Everything else that goes wrong is a value.
 *
 * @example
 * ```ts
 * import { run, UsageError } from 'agent-loop'
 *
 * try {
 *   await run({ task: 'fix it', until: 'npm test', agent: 'cladue' })
 * } catch (error) {
 *   if (error instanceof UsageError) console.log(error.message, error.hint) // Unknown agent "cladue". Did you mean "claude"?
 * }
 * ```
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [mark] = true
  readonly code: UsageErrorCode
  /** What to type or change next; printed under the message. */
  readonly hint: string
  readonly exitCode: ExitCode
  /** Which problem of its kind it is, and the facts of the case. */
  readonly problem: string
  readonly facts: Facts

  constructor(code: UsageErrorCode, message: string, hint: string, cause?: unknown, about?: About) {
    super(message, { cause })
    this.code = code
    this.problem = about?.problem ?? code
    this.facts = about?.facts ?? {}
    this.hint = hint
    this.exitCode = exitCodes[code]
  }
}

type Facts = object

interface About {
  readonly problem: string
  readonly facts: Facts
}

/** One problem: its kind, and the words for it. The message says what is wrong, the hint what to type or change. */
interface ProblemText<F extends Facts> {
  readonly code: UsageErrorCode
  readonly message: (facts: F) => string
  readonly hint: (facts: F) => string
}

/** A problem whose words need no facts. */
export const plainProblem = (code: UsageErrorCode, message: string, hint: string): ProblemText<Facts> => ({
  code,
  message: () => message,
  hint: () => hint,
})

export const problemText = <F extends Facts>(
  code: UsageErrorCode,
  message: ProblemText<F>['message'],
  hint: ProblemText<F>['hint'],
): ProblemText<F> => ({ code, message, hint })

/** A module's table of problems, as the function that makes an error of one. Code throws data; the words are in the table. */
export const problemsOf =
  <Table extends { readonly [Name in keyof Table]: ProblemText<never> }>(table: Table) =>
  <Name extends keyof Table & string>(
    problem: Name,
    facts: Parameters<Table[Name]['message']>[0],
    cause?: unknown,
  ): UsageError => {
    const { code, message, hint } = table[problem] as unknown as ProblemText<Facts>
    return new UsageError(code, message(facts), hint(facts), cause, { problem, facts })
  }

const exitCodes: Readonly<Record<UsageErrorCode, ExitCode>> = {
  'bad-arguments': EXIT.usage,
  'no-criterion': EXIT.noCriterion,
  'needs-person': EXIT.noCriterion,
  'no-agent': EXIT.agentUnusable,
  'gate-cannot-fail': EXIT.gateBroken,
  'gate-cannot-run': EXIT.gateBroken,
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

/**
 * Works across two copies of the package, where `instanceof` does not.
 *
 * @example
 * ```ts
 * import { isUsageError, verify } from 'agent-loop'
 *
 * const problem = await verify('the code is nice').catch((error: unknown) => error)
 * console.log(isUsageError(problem) && problem.code) // no-criterion
 * ```
 */
export const isUsageError = (error: unknown): error is UsageError =>
  typeof error === 'object' && error !== null && mark in error
