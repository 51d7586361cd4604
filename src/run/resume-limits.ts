import type { Outcome } from '../loop/outcome.ts'
import { resumed } from '../loop/resume.ts'
import type { Limits, LoopState } from '../loop/state.ts'
import { UsageError } from '../std/usage-error.ts'
import { moreRoom } from './more-room.ts'

/** The limits that a loop goes on with. Throws for one that cannot be taken up, with what to do instead. */
export function limitsToGoOn(state: LoopState, wanted: Partial<Limits>): Limits {
  const { id } = state.spec
  const limits = { ...state.spec.limits, ...wanted }
  if (state.outcome === null) return limits
  const over = isOver(state.outcome, state.waivers.length > 0)
  if (over !== null) throw new UsageError('bad-arguments', `The loop ${id} ${over.says}`, over.hint(id))
  // The last turn was checked; without more room there would be no next one.
  const next = resumed(state, limits)
  const flags = next.phase === 'ready' ? moreRoom(next, limits) : []
  if (flags.length === 0) return limits
  throw new UsageError(
    'bad-arguments',
    `The loop ${id} has used up what it may: it needs a higher limit to go on.`,
    `agent-loop resume ${id} ${flags.join(' ')}`,
  )
}

interface Over {
  readonly says: string
  readonly hint: (id: string) => string
}

const DIFF = (id: string): string => `See what it did with agent-loop diff ${id}`
const ANEW = (): string => 'Begin a new one: agent-loop run "…"'

/** Why a loop that ended like this is not taken up again; null when it is. */
export function isOver(outcome: Outcome, waived: boolean): Over | null {
  switch (outcome.kind) {
    case 'paused':
    case 'limit_reached':
      return null
    case 'blocked':
      return outcome.because === 'red_baseline'
        ? { says: 'never began: its criterion was red before the first turn.', hint: ANEW }
        : null
    case 'verified':
      return { says: 'is verified; there is nothing left to do.', hint: DIFF }
    case 'claimed':
      return { says: 'ended on the word of its agent, as was agreed.', hint: DIFF }
    case 'aborted':
      return { says: 'was aborted.', hint: ANEW }
    case 'tampered':
      return waived ? null : { says: 'ended because its check was bent; what it left cannot be built on.', hint: DIFF }
    case 'stuck':
      return { says: 'is stuck; more of the same will not help it.', hint: ANEW }
    case 'gate_broken':
      return { says: 'ended because its gate is broken, and that is never read again.', hint: ANEW }
    case 'agent_failed':
      return { says: 'ended because its agent cannot be used.', hint: ANEW }
  }
}
