import { type Agent, type Turn, type TurnRequest, UNKNOWN_USAGE } from '../../agents/agent.ts'
import { formatDuration } from '../../std/duration.ts'

/**
 * Takes one turn in this process. Resolves to the agent's last message, and must stop when `signal` aborts: nobody else can stop it.
 * Returning is the claim to be done; the check decides. Throwing is a failed turn, after which the loop continues.
 */
export type AgentFunction = (turn: TurnRequest) => Promise<string | undefined> | Promise<void> | string | void

/** How long a function may run after its signal was aborted. One that does not stop gets no other turn. */
const GRACE_MS = 5_000
const LONGEST_TIMER = 2 ** 31 - 1

export const functionAgent = (work: AgentFunction): Agent => ({
  name: work.name || 'function',
  tells: { tokens: false, usd: false },
  async turn(request) {
    const startedAt = performance.now()
    const end = await ended(work, request)
    return { ...UNKNOWN_USAGE, exitCode: null, answer: '', durationMs: performance.now() - startedAt, ...end }
  },
})

type FunctionEnd = Pick<Turn, 'ended' | 'error'> & Partial<Pick<Turn, 'answer'>>

async function ended(work: AgentFunction, request: TurnRequest): Promise<FunctionEnd> {
  const { signal: abort, timeoutMs } = request
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, LONGEST_TIMER))
  const signal = AbortSignal.any([abort, late.signal])
  const ignored = ignoring(signal)
  const working = async (): Promise<FunctionEnd> => ({
    ended: 'claims-done',
    answer: textOf(await work({ ...request, signal })),
    error: null,
  })
  const end = await Promise.race([working().catch(failed), ignored.end])
  clearTimeout(timer)
  ignored.clear()
  if (abort.aborted) return { ...end, ended: 'aborted', error: end.error ?? 'stopped' }
  if (late.signal.aborted && end.ended !== 'unusable')
    return { ...end, ended: 'failed', error: `took longer than ${formatDuration(timeoutMs)}` }
  return end
}

const textOf = (said: unknown): string => (typeof said === 'string' ? said : '')

const failed = (error: unknown): FunctionEnd => ({
  ended: 'failed',
  error: error instanceof Error ? error.message : String(error),
})

/** The end of a turn whose function does not stop. */
function ignoring(signal: AbortSignal): { readonly end: Promise<FunctionEnd>; clear(): void } {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<FunctionEnd>(resolve => {
    const error = `did not stop within ${formatDuration(GRACE_MS)} after its signal was aborted`
    const wait = (): void => {
      timer = setTimeout(() => resolve({ ended: 'unusable', error }), GRACE_MS)
    }
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
  })
  return { end, clear: () => clearTimeout(timer) }
}
