import { nameOf } from '../proof/waiver.ts'
import type { LoopEvent } from './events.ts'
import type { Limits, LoopSpec, LoopState } from './state.ts'

/**
 * Who decided after the first turn had begun. A terminal does not prove a person: without a sandbox, a process of the agent could have
 * typed the answer. In a sandbox it can neither reach the terminal nor survive its turn.
 */
type Decider = 'not-authenticated' | 'outside-sandbox'

export const deciderOf = ({ sandbox }: Pick<LoopSpec, 'sandbox'>): Decider =>
  sandbox ? 'outside-sandbox' : 'not-authenticated'

/** Why a verified loop may not act on the outside world, as `--on-verified` does; null when it may. */
export const whyNoActions = ({
  spec,
  waivers,
}: Pick<LoopState, 'spec' | 'waivers'>): 'waiver-not-authenticated' | null =>
  waivers.length > 0 && deciderOf(spec) === 'not-authenticated' ? 'waiver-not-authenticated' : null

/** What was decided after the first turn had begun: waivers, and the names of raised limits. */
export function decisionsIn(events: readonly LoopEvent[]): { readonly waivers: string[]; readonly raised: string[] } {
  const waivers = events.flatMap(event => (event.kind === 'waiver' ? [nameOf(event.waiver)] : []))
  const limits = events.flatMap(event => {
    if (event.kind === 'loop-start') return [event.spec.limits]
    return event.kind === 'loop-resume' ? [event.limits] : []
  })
  const raised = limits.slice(1).flatMap((after, index) => raisedLimits(limits[index] ?? after, after))
  return { waivers, raised: [...new Set(raised)] }
}

/** The limits that would be higher than before, or gone. */
export const raisedLimits = (before: Limits, wanted: Partial<Limits>): readonly (keyof Limits)[] =>
  (Object.keys(wanted) as (keyof Limits)[]).filter(
    name => (wanted[name] ?? Number.POSITIVE_INFINITY) > (before[name] ?? Number.POSITIVE_INFINITY),
  )
