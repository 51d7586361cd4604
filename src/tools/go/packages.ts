import type { FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading } from '../reading/reader.ts'
import { type GoPlace, inProject, moduleOf, placeIn, within } from './paths.ts'

/** One test of the package that is being read; the package's name comes only with its last line. */
export interface GoResult {
  readonly name: string
  readonly status: 'FAIL' | 'PASS' | 'SKIP'
  readonly output: string[]
}

/** Turns the tests of finished packages into failures. */
export class GoPackages {
  readonly #run: FailureGatherer
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }
  readonly #names: string[] = []
  readonly #pending: { draft: FailureDraft; packageName: string; places: readonly GoPlace[] }[] = []
  readonly #root: string | null
  ran = 0
  empty = 0

  constructor(run: FailureGatherer, root: string | null) {
    this.#run = run
    this.#root = root?.replace(/\/$/, '') ?? null
  }

  close(packageName: string | null, results: readonly GoResult[], trouble: readonly string[]): void {
    if (packageName !== null) this.#names.push(packageName)
    const parents = parentsOfFailed(results)
    for (const { name, status, output } of results) {
      if (status === 'PASS') this.#counts.passed += 1
      else if (status === 'SKIP') this.#counts.skipped += 1
      else {
        this.#counts.failed += 1
        this.#fail(packageName, name, parents.has(name) ? [] : output)
      }
    }
    const running = packageName === null ? null : runningTest(packageName, trouble)
    if (running) {
      this.#counts.failed += 1
      this.#fail(packageName, running, trouble)
    } else if (trouble.length > 0 && packageName !== null) this.#broken(packageName, trouble)
  }

  /** Counts failures that were not given by name. */
  countMore(failures: number): void {
    this.#counts.failed += failures
    this.#run.countMore(failures)
  }

  end(verbose: boolean, complete: boolean): readonly FoundReading[] {
    const module = moduleOf({ names: this.#names, root: this.#root, seen: this.#pending })
    for (const { draft, packageName, places } of this.#pending) {
      const directory = within(packageName, module)
      const [first] = places
      // The test's own file says where it is; what it called may be anywhere.
      const own = places.find(({ file }) => file.endsWith('_test.go')) ?? first
      draft.file = own ? inProject(own.file, directory, this.#root) : directory || '.'
      if (own) draft.line = own.line
      if (first) draft.details.push(`at ${inProject(first.file, directory, this.#root)}:${first.line}`)
    }
    const { passed, failed, skipped } = this.#counts
    // Without -v only failures are printed, so how many passed is not known.
    const counts = verbose ? { passed, failed, skipped, total: passed + failed + skipped } : null
    if (!verbose && complete) this.#run.note('go test prints no number of passed tests without -v')
    const ran = this.ran > 0 || passed + failed > 0 || this.#run.drafts.length > 0
    return [
      this.#run.tests('go test', {
        counts: ran ? counts : { passed: 0, failed: 0, skipped: 0, total: 0 },
        complete,
        ran,
        weight: complete ? 'footer' : 'banner',
      }),
    ]
  }

  #fail(packageName: string | null, name: string, output: readonly string[]): void {
    if (this.#run.isFull) {
      this.#run.countMore(1)
      return
    }
    const draft = this.#run.add({ title: name.includes('/') ? name.split('/') : [name] })
    const places = output.map(placeIn).filter(place => place !== null)
    for (const line of output) this.#run.detail(draft, line.replace(/^\s*\S+?\.go:\d+: /, ''))
    if (packageName !== null) this.#pending.push({ draft, packageName, places })
    else {
      draft.file = places[0]?.file ?? null
      draft.line = places[0]?.line ?? null
    }
  }

  #broken(packageName: string, trouble: readonly string[]): void {
    const draft = this.#run.add({ title: [packageName] })
    for (const line of trouble) this.#run.detail(draft, line)
    draft.message = /\[(?:build|setup) failed\]/.exec(trouble[0] ?? '')?.[0].slice(1, -1) ?? trouble[0] ?? ''
    this.#pending.push({ draft, packageName, places: [] })
  }
}

/** A test that failed because of its subtests has nothing to say for itself. */
function parentsOfFailed(results: readonly GoResult[]): Set<string> {
  const parents = new Set<string>()
  for (const { name, status } of results)
    if (status === 'FAIL')
      for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) parents.add(name.slice(0, at))
  return parents
}

/** When a package dies of a panic or a timeout, the stack shows which test it was in. */
function runningTest(packageName: string, trouble: readonly string[]): string | null {
  const listed = trouble.map(line => /^\t(Test\S+) \(\d/.exec(line)?.[1]).find(name => name !== undefined)
  const framed = trouble
    .map(line =>
      line.startsWith(`${packageName}.Test`) ? /^(Test\w+)/.exec(line.slice(packageName.length + 1))?.[1] : undefined,
    )
    .find(name => name !== undefined)
  return listed ?? framed ?? null
}
