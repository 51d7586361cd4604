import { nameOf } from '../proof/waiver.ts'
import type { LoopEvent } from './events.ts'
import type { Limits, LoopState } from './state.ts'

/**
 * Why a verified loop may not act on the outside world, as `--on-verified` does; null when it may. A terminal does not prove a
 * person: a process of the agent could have typed the answer. `--sandbox` changes nothing, because the check runs the agent's code
 * outside of it.
 */
export const whyNoActions = ({ waivers }: Pick<LoopState, 'waivers'>): 'waiver-not-authenticated' | null =>
  waivers.length > 0 ? 'waiver-not-authenticated' : null

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
