import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { shortDigest } from './digest.ts'
import { makeFolders } from './make-folders.ts'
import { untrustedComponent } from './path-owner.ts'
import { systemProblem } from './problems.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder for state that no agent should rewrite: outside every project, and owned by nobody else. */
export function stateHome(env: Environment): string {
  const xdg = env['XDG_STATE_HOME']
  const base = absolute(xdg) ?? join(absolute(env['HOME']) ?? homedir(), '.local', 'state')
  const home = join(base, 'agent-loop')
  const untrusted = untrustedComponent(home)
  if (untrusted !== undefined) throw systemProblem('state-home-untrusted', { home, ...untrusted })
  return home
}

/** The same for a command that writes there. Throws before anything has run, where a write would fail later. */
export function writableStateHome(env: Environment): string {
  const home = stateHome(env)
  try {
    makeFolders(home, 0o700)
    accessSync(home, constants.W_OK)
  } catch (error) {
    throw systemProblem('state-home-unwritable', { home, because: (error as NodeJS.ErrnoException).code ?? '' }, error)
  }
  return home
}

const absolute = (path: string | undefined): string | null => (path && isAbsolute(path) ? path : null)

/** Where the trust in a tree's own configuration is kept: never in the tree itself. */
export const trustFile = (env: Environment, tree: string): string =>
  join(stateHome(env), 'trust', `${shortDigest(tree)}.json`)

/** The folder of the user's own settings, which apply to all projects. */
export const userConfigFolder = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'agent-loop')
