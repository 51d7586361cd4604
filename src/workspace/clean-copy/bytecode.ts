import { copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Python compiles every module that it imports, also those of its own library and of the test runner. With an empty folder for bytecode,
 * that takes longer than many a test run. So the folder of a copy begins with what Python compiled earlier: only of modules that did
 * not change since a moment before the agent's first turn, and only files that did not change since then either. The change time
 * decides, because it cannot be set back.
 */
export interface Bytecode {
  /** Fills the folder of a new copy, the one that PYTHONPYCACHEPREFIX names. */
  readonly fill: (folder: string) => void
  /** After a run: modules that it compiled may be there for the next copy. */
  readonly learn: (folder: string) => void
}

interface Request {
  /** Files of modules that runs outside of copies imported. */
  readonly modules: () => readonly string[]
  readonly unchangedSinceMs: number
}

export function openBytecode({ modules, unchangedSinceMs }: Request): Bytecode {
  const compiled = new Set<string>()
  const isOld = (path: string): boolean => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true && stat.ctimeMs < unchangedSinceMs
  }
  const fillFrom = (source: string, names: readonly string[], folder: string): void => {
    const old = new Set(names.filter(name => isOld(join(source, name))).map(stemOf))
    const kept = namesIn(join(source, CACHE)).filter(
      name => old.has(stemOf(name)) && name.endsWith('.pyc') && isOld(join(source, CACHE, name)),
    )
    if (kept.length > 0) mkdirSync(join(folder, source), { recursive: true, mode: 0o700 })
    for (const name of kept) copyFileSync(join(source, CACHE, name), join(folder, source, name))
  }
  return {
    fill: folder => {
      const known = new Set([...modules(), ...compiled].slice(0, MOST_MODULES))
      for (const [source, names] of byFolder(known)) fillFrom(source, names, folder)
    },
    learn: folder => {
      for (const file of modulesCompiledIn(folder)) compiled.add(file)
    },
  }
}

const CACHE = '__pycache__'
/** More than any test run imports. */
const MOST_MODULES = 20_000

/** `pprint.cpython-311.pyc` and `pprint.py` belong together. */
const stemOf = (name: string): string => name.slice(0, name.indexOf('.'))

function byFolder(files: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)])
  return folders
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Bytecode is named like its module, at the path of the module's folder. */
function modulesCompiledIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.pyc'))
      .map(path => join('/', dirname(path), `${stemOf(basename(path))}.py`))
  } catch {
    return []
  }
}
