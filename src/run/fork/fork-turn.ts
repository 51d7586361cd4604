import type { Agent, Turn } from '../../agents/agent.ts'
import { UNKNOWN_USAGE } from '../../agents/agent.ts'
import { NO_USAGE } from '../../std/usage.ts'
import type { SavedLoop } from '../../store/store.ts'
import type { TreeKeeper } from '../tree/tree-keeper.ts'

const NAME = 'fork'

/**
 * A forked loop starts with the files from before the first turn of the loop that it comes from, so that its baseline is the same one. Its
 * first turn then puts the files of the chosen turn in place: everything that was done since the start is checked as the work of an agent.
 */
export async function forkTurn(loop: SavedLoop, { place }: Pick<TreeKeeper, 'place'>): Promise<() => Agent | null> {
  const { forkOf } = loop.state.spec
  if (forkOf === null || forkOf.iteration === 0) return () => null
  // A turn that a crash interrupted may have written half of the files.
  let done = (await loop.history()).some(
    event => event.kind === 'turn-end' && event.agent === NAME && event.ended === 'wants-more',
  )
  const agent: Agent = {
    name: NAME,
    tells: { tokens: true, usd: true },
    async turn(): Promise<Turn> {
      const trouble = await place(forkOf.snapshot)
      done = trouble === null
      const common = { ...UNKNOWN_USAGE, usage: NO_USAGE, exitCode: null, durationMs: 0 }
      return trouble === null
        ? { ...common, ended: 'wants-more', answer: words(forkOf), error: null }
        : { ...common, ended: 'failed', answer: '', error: `the files could not be put in place: ${trouble}` }
    },
  }
  return () => (done ? null : agent)
}

const words = ({ loop, iteration }: { readonly loop: string; readonly iteration: number }): string =>
  `The files are those after turn ${iteration} of the loop ${loop}.`
