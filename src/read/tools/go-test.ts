import { type Draft, Gathered } from '../gather.ts'
import type { Found, LineReader, ReadContext, ReaderPlan } from '../reader.ts'

export const goTest: ReaderPlan = {
  tool: 'go test',
  wakes: [
    '--- FAIL: ',
    '--- PASS: ',
    '--- SKIP: ',
    '=== RUN ',
    'ok  \t',
    'FAIL\t',
    '?   \t',
    'panic: ',
    'testing: warning: no tests to run',
    'pattern ',
  ],
  create: context => new GoTest(context),
}

const GLUED = /--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)$/
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\t| )?(.*)$/
const STARTED = /^=== (RUN|NAME|CONT|PAUSE) +(\S+)$/

/** One test of the package that is being read; the package's name comes only with its last line. */
export interface GoResult {
  readonly name: string
  readonly status: 'FAIL' | 'PASS' | 'SKIP'
  readonly output: string[]
}

class GoTest implements LineReader {
  readonly #run: Gathered
  readonly #packages: GoPackages
  #results: GoResult[] = []
  #started = new Map<string, string[]>()
  #current: string | null = null
  #open: GoResult | null = null
  #verbose = false
  #panic: string[] | null = null
  #closed = 0
  #died = false

  constructor(context: ReadContext) {
    this.#run = new Gathered(context)
    this.#packages = new GoPackages(this.#run)
  }

  line(text: string): void {
    const started = text.startsWith('=== ') ? STARTED.exec(text) : null
    if (started) {
      this.#start(started[1] ?? '', started[2] ?? '')
      return
    }
    if (text.includes('--- ') && text.endsWith('s)')) {
      // A program may leave its last line open, so that the result follows on it.
      const result = GLUED.exec(text)
      if (result) {
        this.#result(result[1] ?? '', result[2] ?? '')
        return
      }
    }
    const closing = PACKAGE.exec(text)
    if (closing) {
      this.#close(closing[1] ?? '', closing[2] ?? '', closing[3] ?? '')
      return
    }
    if (text.startsWith('panic: ')) this.#panic ??= []
    this.#output(text)
  }

  end(): readonly Found[] {
    if (this.#closed === 0 && this.#results.length === 0 && this.#panic === null) return []
    if (this.#closed === 0 && !this.#verbose && this.#results.length === 0) return []
    const left = this.#results.length > 0
    this.#packages.close(null, this.#results, [])
    return this.#packages.end(this.#verbose, !left && this.#closed > 0 && !this.#died)
  }

  #start(kind: string, name: string): void {
    this.#verbose = true
    this.#current = kind === 'PAUSE' ? null : name
    if (kind === 'RUN' && this.#started.size < 20_000) this.#started.set(name, [])
  }

  #result(status: string, name: string): void {
    // A program under test can print such a line as well; verbose runs announce every real test first.
    if (this.#verbose && !this.#started.has(name)) return
    this.#open = { name, status: status as GoResult['status'], output: [...(this.#started.get(name) ?? [])] }
    if (this.#results.length < 20_000) this.#results.push(this.#open)
    this.#current = null
  }

  #close(word: string, name: string, rest: string): void {
    this.#closed += 1
    const failed = word === 'FAIL'
    if (failed && this.#panic && this.#verbose) this.#unfinished()
    if (failed && this.#panic) this.#died = true
    this.#packages.close(
      name,
      this.#results,
      failed && !this.#results.some(({ status }) => status === 'FAIL') ? (this.#panic ?? [rest]) : [],
    )
    if (/\[no test files\]|\[no tests to run\]/.test(rest)) this.#packages.empty += 1
    else if (!/\[(?:build|setup) failed\]/.test(rest)) this.#packages.ran += 1
    this.#results = []
    this.#started = new Map()
    this.#open = null
    this.#current = null
    this.#panic = null
  }

  // A panic ends the process: what had started and has no result was running.
  #unfinished(): void {
    const done = new Set(this.#results.map(({ name }) => name))
    for (const [name, output] of this.#started)
      if (!done.has(name)) this.#results.push({ name, status: 'FAIL', output: [...output, ...(this.#panic ?? [])] })
  }

  #output(text: string): void {
    if (this.#panic && this.#panic.length < 60) this.#panic.push(text)
    const lines =
      this.#panic && this.#open?.status === 'FAIL'
        ? this.#open.output
        : this.#current !== null
          ? this.#started.get(this.#current)
          : this.#open?.output
    if (lines && lines.length < 60) lines.push(text)
  }
}

/** Turns the tests of finished packages into failures. */
export class GoPackages {
  readonly #run: Gathered
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }
  readonly #names: string[] = []
  readonly #pending: { draft: Draft; packageName: string; base: string }[] = []
  ran = 0
  empty = 0

  constructor(run: Gathered) {
    this.#run = run
  }

  close(packageName: string | null, results: readonly GoResult[], trouble: readonly string[]): void {
    if (packageName !== null) this.#names.push(packageName)
    for (const { name, status, output } of results) {
      if (status === 'PASS') this.#counts.passed += 1
      else if (status === 'SKIP') this.#counts.skipped += 1
      else {
        this.#counts.failed += 1
        const child = results.some(other => other.status === 'FAIL' && other.name.startsWith(`${name}/`))
        this.#fail(packageName, name, child ? [] : output)
      }
    }
    const running = packageName === null ? null : runningTest(packageName, trouble)
    if (running) {
      this.#counts.failed += 1
      this.#fail(packageName, running, trouble)
    } else if (trouble.length > 0 && packageName !== null) this.#broken(packageName, trouble)
  }

  end(verbose: boolean, complete: boolean): readonly Found[] {
    const strip = commonDirectory(this.#names)
    for (const { draft, packageName, base } of this.#pending) draft.file = joined(packageName.slice(strip.length), base)
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
    const draft = this.#run.add({ title: name.split('/') })
    const said = output
      .map(line => /^\s*(\S+?\.go):(\d+)(?:: | \+0x)(.*)$/.exec(line))
      .find(found => found !== null && !/\/(?:testing|runtime|time|os)\/|_testmain\.go/.test(found[1] ?? ''))
    for (const line of output) this.#run.detail(draft, line.replace(/^\s*\S+?\.go:\d+: /, ''))
    if (said) {
      draft.line = Number(said[2])
      draft.details.push(`at ${said[1]}:${said[2]}`)
    }
    if (packageName !== null) this.#pending.push({ draft, packageName, base: said?.[1] ?? '' })
    else draft.file = said?.[1] ?? null
  }

  #broken(packageName: string, trouble: readonly string[]): void {
    const draft = this.#run.add({ title: [packageName] })
    for (const line of trouble) this.#run.detail(draft, line)
    draft.message = /\[(?:build|setup) failed\]/.exec(trouble[0] ?? '')?.[0].slice(1, -1) ?? trouble[0] ?? ''
    this.#pending.push({ draft, packageName, base: '' })
  }
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

/** Import paths begin with the module's name; what several packages share is most likely it. */
function commonDirectory(names: readonly string[]): string {
  const hosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/.exec(names[0] ?? '')?.[0]
  if (hosted && names.every(name => name.startsWith(hosted))) return hosted
  if (new Set(names).size < 2) return ''
  let common = names[0] ?? ''
  while (common !== '' && !names.every(name => name === common || name.startsWith(`${common}/`)))
    common = common.slice(0, Math.max(0, common.lastIndexOf('/')))
  return common
}

const joined = (directory: string, file: string): string =>
  [directory.replace(/^\//, ''), file].filter(part => part !== '').join('/') || '.'
