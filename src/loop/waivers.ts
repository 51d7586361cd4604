import { namedFinding, type Waiver } from '../proof/waiver.ts'
import type { LoopState } from './state.ts'

/** What was accepted before the first turn, and what a person accepted since. */
export const waiversOf = ({ spec, waivers }: LoopState): readonly Waiver[] => [
  ...spec.waive.map(name => ({ ...namedFinding(name), reason: 'set before the first turn', by: 'the settings' })),
  ...waivers,
]

/** Whether a test may fail: it was quarantined before the first turn, or a person has waived it since. */
export const mayFailIn = (state: LoopState): ((id: string) => boolean) =>
  mayFailTests(
    waiversOf(state).flatMap(({ test }) => (test === null ? [] : [test])),
    state.spec.quarantine,
  )

/** Of waived tests only they themselves; of quarantined ones all that fit. */
export function mayFailTests(waived: readonly string[], quarantine: readonly string[]): (id: string) => boolean {
  const shapes = quarantine.map(asPattern)
  return id => waived.includes(id) || shapes.some(fits => fits(id))
}

/** Ids of tests hold brackets and slashes, so only the star is special: it stands for anything. */
function asPattern(glob: string): (id: string) => boolean {
  const parts = glob.split('*').map(part => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'))
  const shape = new RegExp(`^${parts.join('.*')}$`, 's')
  return id => id === glob || shape.test(id)
}
