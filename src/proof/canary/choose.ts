import { dirname } from 'node:path/posix'
import { alike } from '../../tools/canary/alike.ts'
import { plantInside } from '../../tools/canary/inside.ts'
import { plantingFor } from '../../tools/canary/plans.ts'
import type { Differed, Plant } from '../../tools/canary/plant.ts'
import { type ErrorKind, plantError } from '../../tools/canary/plant-error.ts'
import { quiet } from '../../tools/canary/quiet.ts'

interface RanTest {
  readonly file: string | null
  readonly title: readonly string[]
  readonly passed: boolean
}

interface ChooseRequest {
  /** The tools that ran the tests. */
  readonly runners: readonly string[]
  /** Null when the file cannot be read. */
  readonly read: (path: string) => string | null
  readonly word: () => string
  readonly differed: readonly Differed[]
  /** Use names that start like those of tests that ran. */
  readonly alike?: boolean
  /** Add comments that make linters and formatters ignore the planted tests. */
  readonly quiet?: boolean
}

const MOST_FILES = 3
const MOST_ERRORS = 12

/**
 * Plants failing tests where tests ran: in one file of each package, because the runner may be broken in only one of them. They go
 * into existing files, because a command that lists its files would never run a new one.
 */
export function plantTests(tests: readonly RanTest[], request: ChooseRequest): readonly Plant[] {
  return inEachPackage(tests, request, plantIn)
}

/** Makes tests fail that ran, where a command names its tests exactly and would run no other. */
export const plantInTests = (tests: readonly RanTest[], request: ChooseRequest): readonly Plant[] =>
  inEachPackage(tests, request, (path, ran, { read, word, differed }) => {
    const text = read(path)
    if (text === null) return null
    for (const { passed, title } of ran) {
      const plant = passed ? plantInside({ path, text, title, word, differed }) : null
      if (plant !== null) return plant
    }
    return null
  })

type PlantInFile = (path: string, ran: readonly RanTest[], request: ChooseRequest) => Plant | null

function inEachPackage(tests: readonly RanTest[], request: ChooseRequest, plantInFile: PlantInFile): readonly Plant[] {
  const { differed } = request
  // A tampered comparison is most likely in a file that failed before. A file with few tests runs fast on its own.
  const wasRed = (path: string): number => Number(differed.some(({ file }) => file === path))
  const files = [...byFile(tests)].sort(
    ([a, x], [b, y]) =>
      passedShare(y) - passedShare(x) || wasRed(b) - wasRed(a) || x.length - y.length || (a < b ? -1 : 1),
  )
  const plants: Plant[] = []
  const packages = new Set<string>()
  for (const [path, ran] of files) {
    const home = packageOf(path)
    if (plants.length >= MOST_FILES || packages.has(home)) continue
    const plant = plantInFile(path, ran, request)
    if (plant === null) continue
    plants.push(plant)
    packages.add(home)
  }
  return plants
}

function byFile(tests: readonly RanTest[]): ReadonlyMap<string, readonly RanTest[]> {
  const files = new Map<string, RanTest[]>()
  for (const test of tests) if (test.file !== null) files.set(test.file, [...(files.get(test.file) ?? []), test])
  return files
}

function plantIn(path: string, ran: readonly RanTest[], request: ChooseRequest): Plant | null {
  const text = request.read(path)
  const planting = plantingFor(path, request.runners)
  if (text === null || !planting) return null
  const begins = request.alike ? alike(planting, ran.find(({ passed }) => passed)?.title ?? []) : ''
  const plant = planting.plant({
    path,
    text,
    titles: ran.map(({ title }) => title.at(-1) ?? ''),
    word: () => `${begins}${request.word()}`,
    differed: request.differed,
  })
  return plant !== null && request.quiet ? quiet(plant, text) : plant
}

/** A file with skipped tests is a bad place to find out whether tests run. */
const passedShare = (tests: readonly RanTest[]): number => tests.filter(({ passed }) => passed).length / tests.length

/** `packages/a/test/x.test.js` → `packages/a`: the folder for which a workspace runner starts its own test runner. */
function packageOf(path: string): string {
  const parts = dirname(path).split('/')
  const member = parts.findIndex(part => ['packages', 'apps', 'libs', 'modules', 'crates', 'services'].includes(part))
  return member < 0 ? '' : parts.slice(0, member + 2).join('/')
}

/** Plants errors for compilers and linters in files that they are known to check, or in a sample of the files that they should check. */
export function plantErrors(
  files: readonly string[],
  kind: ErrorKind,
  { read, word }: Pick<ChooseRequest, 'read' | 'word'>,
): readonly Plant[] {
  const plants: Plant[] = []
  for (const path of files) {
    if (plants.length >= MOST_ERRORS) break
    const text = read(path)
    const plant = text === null ? null : plantError({ path, text, word }, kind)
    if (plant !== null) plants.push(plant)
  }
  return plants
}
