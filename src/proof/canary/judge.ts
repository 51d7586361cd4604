import type { Mark, Plant } from '../../tools/canary/plant.ts'

/** The outcome of a run with planted failures. */
export interface PlantedRun {
  /** The criterion failed. */
  readonly red: boolean
  /** Everything that identifies the failures: ids, messages, names. */
  readonly failures: readonly { readonly id: string; readonly file: string | null; readonly message: string }[]
  /** Ids of tests that are reported as passed. */
  readonly passed: readonly string[]
  /** The part of the output that is kept. */
  readonly output: string
}

export type CanaryAnswer =
  | { readonly kind: 'seen' }
  /** The command still passed. */
  | { readonly kind: 'green' }
  /** The command failed, but did not report every planted failure. */
  | { readonly kind: 'unseen'; readonly marks: readonly (Mark & { readonly path: string })[] }

/** The check sees planted tests when it fails and reports every one of them. */
export function judgeTests(plants: readonly Plant[], run: PlantedRun): CanaryAnswer {
  if (!run.red) return { kind: 'green' }
  const unseen = plants.flatMap(({ path, marks }) =>
    marks.filter(mark => !isNamed(mark.word, run)).map(mark => ({ ...mark, path })),
  )
  return unseen.length === 0 ? { kind: 'seen' } : { kind: 'unseen', marks: unseen }
}

/**
 * Plants that a command may not have reached, because it stops at the first failure or at the first failing package: it reported
 * some plants and does not mention these. They are planted again without the others, so each round has fewer. Empty when stopping
 * early does not explain the result.
 */
export function notReached(plants: readonly Plant[], run: PlantedRun): readonly Plant[] {
  const left = plants
    .map(plant => ({ ...plant, marks: plant.marks.filter(({ word }) => !isNamed(word, run)) }))
    .filter(({ marks }) => marks.length > 0)
  const count = (some: readonly Plant[]): number => some.reduce((sum, { marks }) => sum + marks.length, 0)
  const toldToPass = left.some(({ marks }) => marks.some(({ word }) => run.passed.some(mentions(word))))
  return run.red && !toldToPass && count(left) < count(plants) ? left : []
}

/** A compiler may stop at the first file that it cannot read, so one reported error is enough. */
export function judgeErrors(plants: readonly Plant[], run: PlantedRun): CanaryAnswer {
  if (!run.red) return { kind: 'green' }
  const seen = plants.some(({ path, marks }) => marks.some(({ word }) => isNamed(word, run)) || names(run, path))
  return seen
    ? { kind: 'seen' }
    : { kind: 'unseen', marks: plants.flatMap(({ path, marks }) => marks.map(mark => ({ ...mark, path }))) }
}

// Names are compared without case, because languages require different first letters for test names.
function mentions(word: string): (text: string) => boolean {
  const sought = word.toLowerCase()
  return text => text.toLowerCase().includes(sought)
}

function isNamed(word: string, { failures, passed, output }: PlantedRun): boolean {
  const has = mentions(word)
  if (failures.some(({ id, message }) => has(id) || has(message))) return true
  // Many runners also print the titles of passed tests.
  return !passed.some(has) && output.split('\n').some(line => has(line) && !TELLS_PASS.test(line))
}

const TELLS_PASS = /^\s*(?:[✓✔√]|ok\b|\[?(?:PASS|OK)\b|--- PASS)|\bPASS(?:ED)?\b|\.\.\.\s*ok\s*$/

const names = ({ failures, output }: PlantedRun, path: string): boolean =>
  failures.some(({ file }) => file === path) || output.includes(path)
