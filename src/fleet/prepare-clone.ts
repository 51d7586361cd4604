import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { layoutOf } from '../store/layout.ts'
import { gitIn } from '../system/git.ts'
import { type Environment, newNonce, nodeShell } from '../system/shell.ts'
import { stateHome } from '../system/state-home.ts'
import { treeOf } from '../system/tree.ts'
import { exactTree } from './code-refs.ts'
import { fleetProblem } from './problems.ts'

const SETUP_MS = 30 * 60_000
const LOCK_FILE =
  /(?:^|\/)(?:[^/]*[.-]lock(?:\.[a-z]+)?b?|go\.sum|package-lock\.json|requirements[^/]*\.txt|npm-shrinkwrap\.json)$/

interface CloneSetup {
  readonly cwd: string
  /** Null when nothing has to be done. */
  readonly setup: string | null
  readonly env: Environment
}

/**
 * Prepares a clone with a command, once for each content of the whole tree: later clones of the same files get a copy of the ignored files
 * it made. Lock files alone would not do: a build of one source would serve another, and install scripts of one branch would serve all.
 */
export async function prepareClone({ cwd, setup, env }: CloneSetup): Promise<void> {
  if (setup === null) return
  const tree = treeOf(cwd)
  const git = gitIn(tree, env)
  const listed = async (...args: readonly string[]): Promise<readonly string[]> => {
    const printed = await git('ls-files', '-z', ...args)
    return printed.ok ? printed.value.split('\0').filter(name => name !== '') : []
  }
  const ours = relative(tree, layoutOf(env, tree, null).view)
  const files = await exactTree(tree, env, ours)
  const head = await git('rev-parse', '-q', '--verify', 'HEAD')
  const locks = (await listed('--cached', '--others', '--exclude-standard')).filter(name => LOCK_FILE.test(name))
  const key = [setup, relative(tree, realpathSync(cwd)), files, head.ok ? head.value : null]
  const cache = join(stateHome(env), 'fleet-setup', keyOf(key))
  if (locks.length > 0 && existsSync(cache)) return await copied(cache, tree)
  const ran = await nodeShell.run({ command: setup, cwd, env, timeoutMs: SETUP_MS, nonce: newNonce() })
  if (ran.kind !== 'exited' || ran.exitCode !== 0)
    throw fleetProblem('setup-failed', { command: setup, because: ran.output.trim().split('\n').at(-1) ?? ran.kind })
  // Without a lock file the packages may differ from run to run; files that are not ignored would be missing in a copy.
  if (locks.length === 0 || (await exactTree(tree, env, ours)) !== files) return
  const made = await listed('--others', '--ignored', '--exclude-standard', '--directory')
  const unfinished = `${cache}.${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { recursive: true })
  for (const name of made) await copied(join(tree, name), join(unfinished, name))
  // Another loop may have stored the same at this moment.
  await rename(unfinished, cache).catch(() => rm(unfinished, { recursive: true, force: true }))
}

async function copied(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
}

const keyOf = (parts: readonly (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...parts, process.platform, process.arch, process.version]))
    .digest('hex')
