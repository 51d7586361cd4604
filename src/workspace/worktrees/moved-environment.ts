import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin } from '../../system/is-within.ts'
import { readRegular } from '../../system/read-regular.ts'
import { type Environment, newNonce, type Shell } from '../../system/shell.ts'
import { withOtherRoot } from '../clean-copy/path-references.ts'

interface Move {
  readonly from: string
  readonly to: string
}

/** The environment of a tree for a checkout of it elsewhere: variables and installed Python packages lead into the checkout. */
export async function movedEnvironment(env: Environment, { from, to }: Move, shell: Shell): Promise<Environment> {
  const other = (text: string): string => withOtherRoot(Buffer.from(text), from, to).toString()
  const moved = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === undefined ? value : other(value)]),
  )
  const paths = (await editablePaths(from, { env: moved, shell })).map(other)
  if (paths.length === 0) return moved
  return { ...moved, PYTHONPATH: [...paths, moved['PYTHONPATH']].filter(Boolean).join(':') }
}

const PYTHON_PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg']
const SITES =
  'import site, sys; print("\\n".join(p for p in sys.path + site.getsitepackages() if p.endswith("-packages")))'
const TIMEOUT_MS = 20_000

/**
 * Folders of the tree from which an environment outside of it imports packages (`pip install -e`). Without these first in PYTHONPATH, the
 * checkout would test the files of the tree.
 */
async function editablePaths(
  tree: string,
  { env, shell }: { readonly env: Environment; readonly shell: Shell },
): Promise<readonly string[]> {
  if (!PYTHON_PROJECT.some(name => existsSync(join(tree, name)))) return []
  const common = { cwd: '/', env, nonce: newNonce(), timeoutMs: TIMEOUT_MS }
  const found = await Promise.all(
    ['python', 'python3'].map(program => shell.run({ ...common, command: [program, '-c', SITES] })),
  )
  const sites = found.flatMap(({ output }) => output.split('\n')).filter(site => site.startsWith('/'))
  return [...new Set([...new Set(sites)].flatMap(site => pathsIn(site, tree)))]
}

function pathsIn(site: string, tree: string): readonly string[] {
  if (isWithin(site, tree)) return []
  const names = namesIn(site).filter(name => /\.(?:pth|egg-link)$|^__editable__/.test(name))
  return names.flatMap(name => {
    const text = readRegular(join(site, name))?.toString() ?? ''
    const paths = text.match(/\/[^'"\n\r,:;]+/g) ?? []
    return paths.map(path => path.trim()).flatMap(path => (isWithin(path, tree) ? [importFolder(path)] : []))
  })
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The folder to import from: a package or a module is named by its own path in some of these files. */
const importFolder = (path: string): string =>
  path.endsWith('.py') || existsSync(join(path, '__init__.py')) ? dirname(path) : path
