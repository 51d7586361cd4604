import type { Mark, Plant } from '../../tools/canary/plant.ts'

/** What a run with plants in it said. */
export interface PlantedRun {
  /** The criterion did not hold. */
  readonly red: boolean
  /** Everything by which failures are told: ids, messages, names. */
  readonly failures: readonly { readonly id: string; readonly file: string | null; readonly message: string }[]
  /** Ids of tests that are told to have passed. */
  readonly passed: readonly string[]
  /** What was printed, as far as it is kept. */
  readonly output: string
}

export type CanaryAnswer =
  | { readonly kind: 'sang' }
  /** The command stayed green. */
  | { readonly kind: 'green' }
  /** Red, but some planted failure was not named: it was not seen. */
  | { readonly kind: 'unseen'; readonly marks: readonly (Mark & { readonly path: string })[] }

/** Whether the gate saw what was planted: red, and every planted failure named. */
export function judgeTests(plants: readonly Plant[], run: PlantedRun): CanaryAnswer {
  if (!run.red) return { kind: 'green' }
  const unseen = plants.flatMap(({ path, marks }) =>
    marks.filter(mark => !isNamed(mark.word, run)).map(mark => ({ ...mark, path })),
  )
  return unseen.length === 0 ? { kind: 'sang' } : { kind: 'unseen', marks: unseen }
}

/**
 * What a command may never have come to, because it stops at the first failure, or at the first package that fails: something was
 * named, and of this there is no trace. It is to be planted again without the rest; each time there is less. Empty when that explains
 * nothing.
 */
export function notReached(plants: readonly Plant[], run: PlantedRun): readonly Plant[] {
  const left = plants
    .map(plant => ({ ...plant, marks: plant.marks.filter(({ word }) => !isNamed(word, run)) }))
    .filter(({ marks }) => marks.length > 0)
  const count = (some: readonly Plant[]): number => some.reduce((sum, { marks }) => sum + marks.length, 0)
  const toldToPass = left.some(({ marks }) => marks.some(({ word }) => run.passed.some(mentions(word))))
  return run.red && !toldToPass && count(left) < count(plants) ? left : []
}

/** For errors: a compiler may stop at the first file that it cannot read, so one that is named is enough. */
export function judgeErrors(plants: readonly Plant[], run: PlantedRun): CanaryAnswer {
  if (!run.red) return { kind: 'green' }
  const seen = plants.some(({ path, marks }) => marks.some(({ word }) => isNamed(word, run)) || names(run, path))
  return seen
    ? { kind: 'sang' }
    : { kind: 'unseen', marks: plants.flatMap(({ path, marks }) => marks.map(mark => ({ ...mark, path }))) }
}

// Names are compared without case: languages differ in how a test's name must begin.
function mentions(word: string): (text: string) => boolean {
  const sought = word.toLowerCase()
  return text => text.toLowerCase().includes(sought)
}

function isNamed(word: string, { failures, passed, output }: PlantedRun): boolean {
  const has = mentions(word)
  if (failures.some(({ id, message }) => has(id) || has(message))) return true
  // Many runners print the titles of tests that passed as well.
  return !passed.some(has) && output.split('\n').some(line => has(line) && !TELLS_PASS.test(line))
}

const TELLS_PASS = /^\s*(?:[✓✔√]|ok\b|\[?(?:PASS|OK)\b|--- PASS)|\bPASS(?:ED)?\b|\.\.\.\s*ok\s*$/

const names = ({ failures, output }: PlantedRun, path: string): boolean =>
  failures.some(({ file }) => file === path) || output.includes(path)
