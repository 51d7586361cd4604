import * as nodeModule from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { watchAva } from './ava.ts'
import { onJestConfig, onJestReporters } from './jest.ts'
import { onMochaCollector, onMochaCommand } from './mocha.ts'
import { watchNodeTest } from './node-test.ts'
import { isWanted } from './record-file.ts'
import { watchVitest } from './vitest.ts'

/**
 * Loaded into every Node process that a command starts. It does nothing but look who is there, unless the process is a test
 * runner's main one; and whatever happens in here, the process goes on as if it had not been loaded.
 */
function attach(): void {
  if (!isMainThread || !isWanted() || process.env['NODE_TEST_CONTEXT'] !== undefined) return
  const program = process.argv[1] ?? ''
  if (process.execArgv.includes('--test')) watchNodeTest(true)
  else if (/[\\/](?:vitest\.mjs|\.bin[\\/]vitest)$/.test(program)) watchVitest()
  else if (/[\\/](?:ava[\\/]entrypoints[\\/]cli\.mjs|\.bin[\\/]ava)$/.test(program)) watchAva()
  else {
    // Packages are not written with node:test against themselves; a project's own script may be.
    if (!/[\\/]node_modules[\\/]/.test(program)) watchNodeTest(false)
    watchRequired()
  }
}

const wanted: readonly (readonly [RegExp, (loaded: NodeJS.Module) => void])[] = [
  [/[\\/]jest-config[\\/]build[\\/]index\.js$/, loaded => onJestConfig(loaded.exports, ownModule())],
  [/[\\/]@jest[\\/]reporters[\\/]build[\\/]index\.js$/, loaded => onJestReporters(loaded.exports)],
  [/[\\/]mocha[\\/]lib[\\/]cli[\\/]cli\.js$/, onMochaCommand],
  [/[\\/]mocha[\\/]lib[\\/]stats-collector\.js$/, onMochaCollector],
]

const NAMES = /(?:index|cli|stats-collector)\.js$/

type Extension = (this: unknown, module: NodeJS.Module, filename: string) => unknown

/** Runners that are required, however the process was started. */
function watchRequired(): void {
  const { _extensions: extensions } = nodeModule.Module as unknown as { _extensions: Record<string, Extension> }
  const load = extensions['.js']
  if (!load) return
  extensions['.js'] = function (module, filename) {
    const result = load.call(this, module, filename)
    if (NAMES.test(filename))
      for (const [shape, attachTo] of wanted)
        if (shape.test(filename))
          try {
            attachTo(module)
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
