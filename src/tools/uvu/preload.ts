import * as nodeModule from 'node:module'
import { countOf, items, type Loose, loose, textOf } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  isOwn: ({ program }) => /[\\/](?:uvu[\\/]bin\.js|\.bin[\\/]uvu)$/.test(program),
  watch,
}

const SYMBOL = 'agent-loop.uvu'
const GIVEN = `globalThis[Symbol.for(${JSON.stringify(SYMBOL)})]`
// No function of ours is between uvu and the tests: it would be in the stack of every failure.
const NEW_RUN = `(suites, options) => {
  ${GIVEN}.begin(suites)
  const done = own(suites, options)
  done.then(${GIVEN}.end, () => {})
  return done
}`

/** What is added behind modules of uvu. It has a build for `import` and one for `require`, and a run may use both. */
const LINES: readonly (readonly [ending: string, line: string])[] = [
  ['/uvu/run/index.mjs', `;{ const own = run; run = ${NEW_RUN} }`],
  ['/uvu/run/index.js', `;{ const own = exports.run; exports.run = ${NEW_RUN} }`],
  ['/uvu/dist/index.mjs', `;${GIVEN}.watch(runner)`],
  ['/uvu/dist/index.js', `;${GIVEN}.watch(runner)`],
]

function watch(): void {
  if (!isWanted()) return
  const recorder = new Recorder()
  const value = {
    begin: (suites: unknown) => recorder.begin(suites),
    end: () => recorder.end(),
    watch: (runner: unknown) => recorder.watch(runner),
  }
  Object.defineProperty(globalThis, Symbol.for(SYMBOL), { configurable: true, value })
  addToRequired()
  addToImported()
}

function addToRequired(): void {
  const prototype = nodeModule.Module.prototype as unknown as {
    _compile: (this: unknown, text: string, file: string, ...rest: readonly unknown[]) => unknown
  }
  const compile = prototype._compile
  prototype._compile = function (text, file, ...rest) {
    const line = LINES.find(([ending]) => file.replaceAll('\\', '/').endsWith(ending))?.[1]
    return compile.call(this, line === undefined ? text : `${text}\n${line}\n`, file, ...rest)
  }
}

function addToImported(): void {
  const modules = LINES.filter(([ending]) => ending.endsWith('.mjs'))
  const { registerHooks } = loose(nodeModule)
  if (typeof registerHooks === 'function') {
    registerHooks({
      load: (url: string, context: unknown, next: (url: string, context: unknown) => Loose): Loose => {
        const loaded = next(url, context)
        const line = modules.find(([ending]) => url.endsWith(ending))?.[1]
        return line === undefined ? loaded : { ...loaded, source: `${String(loaded['source'])}\n${line}\n` }
      },
    })
    return
  }
  const hook = `const modules = ${JSON.stringify(modules)}
    export async function load(url, context, next) {
      const loaded = await next(url, context)
      const line = modules.find(([ending]) => url.endsWith(ending))?.[1]
      return line === undefined ? loaded : { ...loaded, source: String(loaded.source) + '\\n' + line + '\\n' }
    }`
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hook)}`)
}

interface Suite {
  readonly file: string | null
  readonly name: string
  readonly context: Loose
}

class Recorder {
  #records: RecordFile | null = null
  #files: readonly (string | null)[] = []

  begin(suites: unknown): void {
    this.#records = claimRun('uvu')
    this.#files = items(suites).map(({ file }) => textOf(file))
    for (const file of this.#files) if (file !== null) this.#records.file(file)
  }

  end(): void {
    this.#records?.close()
  }

  /** `test.run()` binds the runner to what was declared; at that moment the number of the file is known. */
  watch(runner: unknown): void {
    if (typeof runner !== 'function') return
    const bind = (self: unknown, context: Loose, name: string): unknown => {
      const file = this.#files[Number(loose(globalThis)['UVU_INDEX'] ?? 0)] ?? null
      return Function.prototype.bind.call(runner, self, this.#watched({ file, name, context }), name)
    }
    Object.defineProperty(runner, 'bind', { value: bind })
  }

  /** uvu reads a test's name when it begins and again when it has failed; the hooks behind it run in both cases. */
  #watched(suite: Suite): Loose {
    const { context } = suite
    const list = listOf(context['only']).length > 0 ? 'only' : 'tests'
    const states = items(context[list]).map(({ name }) => ({ name: String(name), reads: 0, isLeft: false }))
    const tests = items(context[list]).map(({ name, handler }, at) => ({
      get name(): unknown {
        const state = states[at]
        if (state) state.reads += 1
        return name
      },
      handler,
    }))
    const leave = (): void => {
      const state = states.findLast(({ reads }) => reads > 0)
      if (state) state.isLeft = true
    }
    const end = (): void => {
      for (const { name, reads, isLeft } of states)
        this.#record(suite, name, reads === 1 && isLeft ? 'passed' : 'failed')
      this.#recordSkipped(suite)
    }
    const [aEach, after] = [
      [...listOf(context['aEach']), leave],
      [end, ...listOf(context['after'])],
    ]
    return { ...context, [list]: tests, aEach, after }
  }

  #recordSkipped(suite: Suite): void {
    const { only, tests, skips } = suite.context
    if (listOf(only).length > 0) {
      this.#records?.note({ only: true })
      for (const { name } of items(tests)) this.#record(suite, String(name), 'skipped')
    }
    // uvu forgets the names of skipped tests.
    for (let at = 1; at <= countOf(skips); at++) this.#record(suite, `skipped ${at}`, 'skipped')
  }

  #record({ file, name }: Suite, title: string, state: string): void {
    this.#records?.test({ file, title: [name, title].filter(part => part !== ''), state })
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
