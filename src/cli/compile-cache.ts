import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'

/** A smaller file is compiled in less time than its cache is read. */
const LEAST_LENGTH = 64 * 1024
const DIGEST_BYTES = 32

interface Compiled {
  readonly script: Script
  readonly source: string
  readonly cacheFile: string
}

interface Loaded {
  readonly exports: unknown
}

/** Node's own, which `require` calls for every file. */
interface Compiler {
  _compile(this: Loaded, source: string, path: string): unknown
}

/**
 * Keeps what V8 compiled of the files in the program's folder, for the next start. Only a start becomes faster: where the cache cannot be
 * read or written, or does not fit, the files are compiled as usual.
 */
export function useCompileCache(program: string): void {
  const { NODE_DISABLE_COMPILE_CACHE: disabled, NODE_V8_COVERAGE: coverage } = process.env
  // V8 does not count lines of functions that come out of a cache.
  if (disabled === '1' || coverage !== undefined) return
  const folder = join(program, '.cache')
  // Since Node 22.8.
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache) enableCompileCache(folder)
  else cacheScripts(program, join(folder, `${process.version}-${process.arch}`))
}

function cacheScripts(program: string, folder: string): void {
  const compiler = nodeModule.Module.prototype as unknown as Compiler
  const compileUncached = compiler._compile
  const fresh: Compiled[] = []
  compiler._compile = function (source, path) {
    const ours = dirname(path) === program && source.length >= LEAST_LENGTH && !source.startsWith('#!')
    const compiled = ours ? compile(source, path, join(folder, `${basename(path)}.bin`)) : null
    // The usual way reports what is wrong with the source.
    if (compiled === null) return compileUncached.call(this, source, path)
    if (compiled.cacheUsed === false) fresh.push(compiled)
    const run = compiled.script.runInThisContext() as (...given: unknown[]) => unknown
    return run.call(this.exports, this.exports, nodeModule.createRequire(path), this, path, program)
  }
  process.once('exit', () => {
    for (const each of fresh) if (!keep(each)) return
  })
}

function compile(source: string, path: string, cacheFile: string): (Compiled & { readonly cacheUsed: boolean }) | null {
  const [before = '', after = ''] = (nodeModule.Module as unknown as { wrapper: readonly string[] }).wrapper
  const cachedData = readCache(cacheFile, source)
  try {
    const script = new Script(`${before}${source}${after}`, {
      filename: path,
      // Positions in stack traces are those of the file.
      columnOffset: -before.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    })
    return { script, source, cacheFile, cacheUsed: script.cachedDataRejected === false }
  } catch {
    return null
  }
}

/** V8 trusts the bytes that it is given, so a cache counts only for exactly this source, and as it was written. */
function readCache(file: string, source: string): Buffer | null {
  try {
    const bytes = readFileSync(file)
    const data = bytes.subarray(DIGEST_BYTES)
    return digest(source, data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : null
  } catch {
    return null
  }
}

/** At the end, when V8 has compiled the functions that were called. False: nothing can be written here. */
function keep({ script, source, cacheFile }: Compiled): boolean {
  const unfinished = `${cacheFile}.${process.pid}`
  try {
    const data = script.createCachedData()
    const folder = dirname(cacheFile)
    // One by one, because a program that was removed meanwhile does not come back.
    for (const each of [dirname(folder), folder]) makeFolder(each)
    writeFileSync(unfinished, Buffer.concat([digest(source, data), data]))
    renameSync(unfinished, cacheFile)
    return true
  } catch {
    removeFile(unfinished)
    return false
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It was never created.
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

// Loaded here, because commands such as `--version` do not need it.
const digest = (source: string, data: Buffer): Buffer =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(source).update(data).digest()
