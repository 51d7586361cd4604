import { accessSync, constants as file, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as modules from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Script } from 'node:vm'

/** Builtins that are younger than the oldest Node that we run on. */
interface Newer {
  readonly enableCompileCache?: (folder: string) => unknown
}

interface Loader {
  _compile: (this: NodeJS.Module, text: string, filename: string) => unknown
}

/**
 * A fourth of what a loop costs to begin is Node reading our own files once more. What it made of them is kept beside them, where
 * whoever can write could as well write the program; where nobody may write, nothing is kept. A Node that can do this does it itself.
 */
export function keepCode(program: string): void {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return
  const folder = join(program, 'compiled')
  const { enableCompileCache } = modules as Newer
  if (enableCompileCache) enableCompileCache(folder)
  else compileThrough(program, folder)
}

function compileThrough(program: string, folder: string): void {
  const loader = modules.Module.prototype as unknown as Loader
  const compile = loader._compile
  const fresh: Kept[] = []
  loader._compile = function (text, filename) {
    if (text.length < WORTH_IT || dirname(filename) !== program) return compile.call(this, text, filename)
    const kept = compiled(text, filename, folder)
    if (kept.fresh) fresh.push(kept)
    const run = kept.script.runInThisContext() as (...of: readonly unknown[]) => unknown
    return run.call(this.exports, this.exports, modules.createRequire(filename), this, filename, program)
  }
  // At the end, for then it is known which functions are used at all: they are kept compiled too.
  process.once('exit', () => keep(folder, fresh))
}

/** Below this a file is read as fast as what was made of it; commands like `status` have no other. */
const WORTH_IT = 16 * 1024

interface Kept {
  readonly script: Script
  readonly path: string
  readonly fresh: boolean
}

function compiled(text: string, filename: string, folder: string): Kept {
  // V8 itself compares no more of a text than its length.
  // Taken here, for a stop loads this file too and mostly leaves it at that.
  const { Script, constants } = process.getBuiltinModule('node:vm')
  const name = digest(`${process.getBuiltinModule('node:v8').cachedDataVersionTag()} ${text}`).toString('hex')
  const path = join(folder, `${basename(filename)}-${name}`)
  const data = readKept(path)
  const script = new Script(modules.Module.wrap(text), {
    filename,
    ...(data ? { cachedData: data } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return { script, path, fresh: data === null || script.cachedDataRejected === true }
}

const DIGEST_BYTES = 32
// To load it takes longer than all that a small command does.
const digest = (of: string | Buffer): Buffer =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(of).digest()

/** Null for what is not there, or is not what was written. */
function readKept(path: string): Buffer | null {
  try {
    const whole = readFileSync(path)
    const data = whole.subarray(DIGEST_BYTES)
    return digest(data).equals(whole.subarray(0, DIGEST_BYTES)) ? data : null
  } catch {
    return null
  }
}

function keep(folder: string, fresh: readonly Kept[]): void {
  if (fresh.length === 0) return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    accessSync(folder, file.W_OK)
    for (const { script, path } of fresh) {
      const data = script.createCachedData()
      const beside = `${path}.${process.pid}`
      writeFileSync(beside, Buffer.concat([digest(data), data]), { mode: 0o644 })
      renameSync(beside, path)
    }
  } catch {
    // It was only to be faster the next time.
  }
}
