import type { Finding } from '../../proof/finding.ts'
import type { Proof } from '../../proof/gate.ts'

interface HeldNames {
  readonly paths: readonly string[]
  readonly text: string
}

const STAND_IN = 'a held-out test'
/** Shorter titles are words that any text may contain. */
const SHORTEST_TITLE = 4

/** Replaces everything that names a held-out test. Pure. */
export function withoutNames(held: readonly HeldNames[]) {
  const paths = held.flatMap(({ paths }) => paths).sort((a, b) => b.length - a.length)
  // Some runners report a title without its file.
  const isTitle = (title: string): boolean =>
    title.length >= SHORTEST_TITLE && held.some(({ text }) => text.includes(title))
  const namesOne = (place: string): boolean =>
    paths.some(path => place.includes(path)) ||
    (place.includes('::') && (place.split('::').slice(1).join('::').split(' > ') as string[]).some(isTitle))
  const clean = (text: string): string => paths.reduce((said, path) => said.replaceAll(path, STAND_IN), text)
  return {
    finding: (finding: Finding): Finding => {
      const places = [...new Set(finding.places.map(place => (namesOne(place) ? STAND_IN : place)))]
      const told = finding.places
        .filter(namesOne)
        .reduce((says, place) => says.replaceAll(place, STAND_IN), finding.says)
      return { ...finding, says: clean(told), places }
    },
    proof: (proof: Proof | null): Proof | null =>
      proof && { ...proof, steps: proof.steps.map(step => ({ ...step, says: clean(step.says) })) },
  }
}
