import * as nodeModule from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { isWanted } from './record-file.ts'
import type { RunnerPreload } from './runner-preload.ts'

declare global {
  interface ImportMeta {
    /** Filled in by the bundler: what the files that match export under one name. */
    glob<T>(pattern: string, options: { readonly eager: true; readonly import: string }): Readonly<Record<string, T>>
  }
}

/** Every runner with code that is loaded into Node. All of it is bundled into one small file. */
const runners = Object.values(import.meta.glob<RunnerPreload>('../*/preload.ts', { eager: true, import: 'preload' }))

/**
 * Loaded into every Node process that a command starts. It does nothing but look who is there, unless the process is a test
 * runner's main one; and whatever happens in here, the process continues as if it had not been loaded.
 */
function attach(): void {
  if (!isMainThread || !isWanted() || process.env['NODE_TEST_CONTEXT'] !== undefined) return
  const start = { program: process.argv[1] ?? '', options: process.execArgv }
  const runner = runners.find(one => one.isOwn?.(start))
  if (runner) runner.watch?.()
  else {
    for (const other of runners) other.watchOthers?.(start)
    watchRequired()
  }
}

type Extension = (this: unknown, module: NodeJS.Module, filename: string) => unknown

/** Runners that are required, however the process was started. */
function watchRequired(): void {
  const { _extensions: extensions } = nodeModule.Module as unknown as { _extensions: Record<string, Extension> }
  const load = extensions['.js']
  if (!load) return
  const modules = runners.flatMap(one => one.modules ?? [])
  extensions['.js'] = function (module, filename) {
    const result = load.call(this, module, filename)
    for (const [name, listen] of modules)
      if (name.test(filename))
        try {
          listen(module, ownModule)
        } catch {
          // A report must not change a run.
        }
    return result
  }
}

function ownModule(): NodeJS.Module {
  const own = require.cache[__filename]
  if (!own) throw new Error('this file is not in the cache of modules')
  return own
}

try {
  attach()
} catch {
  // A report must not change a run.
}
