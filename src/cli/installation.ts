import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { openCodePlugin } from '../assistants/hooks/opencode-plugin.ts'
import type { FileChange } from '../assistants/install/changes.ts'
import {
  INSTALL_HOSTS,
  type InstallHost,
  type InstallLocation,
  type InstallScope,
} from '../assistants/install/hosts.ts'
import { assistantProblem } from '../assistants/problems.ts'
import { makeFolders } from '../system/make-folders.ts'
import { stateHome } from '../system/state-home.ts'
import { treeOf } from '../system/tree.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext, Flag } from './command.ts'

export const SCOPE_FLAGS: Readonly<Record<string, Flag>> = {
  project: { takes: 'nothing', says: 'change the files of this project (default)' },
  user: { takes: 'nothing', says: 'change your own files, for every project' },
  'dry-run': { takes: 'nothing', says: 'show what would change, and change nothing' },
}

export interface Target extends InstallLocation {
  readonly host: InstallHost
}

export function targetOf({ positionals, flags, env, cwd }: CommandContext, command: string): Target {
  const usage = `agent-loop ${command} ${INSTALL_HOSTS.join('|')} [--user|--project] [--dry-run]`
  const [name, extra] = positionals
  const host = INSTALL_HOSTS.find(each => each === name)
  if (name === undefined) throw argumentProblem('missing-text', { what: 'assistant', usage })
  if (host === undefined) throw assistantProblem('unknown-assistant', { name, known: INSTALL_HOSTS })
  if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage })
  if (flags.has('user') && flags.has('project'))
    throw argumentProblem('flags-conflict', { flags: ['--user', '--project'], usage })
  const scope: InstallScope = flags.has('user') ? 'user' : 'project'
  return { host, ...placeFor({ env, cwd }, scope) }
}

/** Where an assistant keeps the user's files, or those of the current project. */
export function placeFor({ env, cwd }: Pick<CommandContext, 'env' | 'cwd'>, scope: InstallScope): InstallLocation {
  const home = env['HOME'] ?? homedir()
  return {
    scope,
    root: scope === 'user' ? home : treeOf(cwd),
    codexHome: env['CODEX_HOME'] ?? join(home, '.codex'),
    copilotHome: env['COPILOT_HOME'] ?? join(home, '.copilot'),
    configHome: env['XDG_CONFIG_HOME'] ?? join(home, '.config'),
    openCodePlugin: openCodePlugin(['agent-loop']),
  }
}

const remembered = z.object({ path: z.string(), created: z.boolean(), inserted: z.array(z.string()).readonly() })
const memory = z.object({
  host: z.string(),
  root: z.string(),
  parts: z.array(remembered),
  folders: z.array(z.string()),
})
export type InstallationRecord = z.infer<typeof memory>

const memoryFile = (env: CommandContext['env'], host: string, root: string): string =>
  join(stateHome(env), 'installed', `${host}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.json`)

/** What an installation added where. Without a record (on another machine), our parts are found by searching. */
export function recall(env: CommandContext['env'], { host, root }: Pick<Target, 'host' | 'root'>): InstallationRecord {
  const nothing: InstallationRecord = { host, root, parts: [], folders: [] }
  const text = readText(memoryFile(env, host, root))
  if (text === null) return nothing
  try {
    const read = memory.safeParse(JSON.parse(text))
    return read.success ? read.data : nothing
  } catch {
    return nothing
  }
}

export function remember(env: CommandContext['env'], kept: InstallationRecord): void {
  const file = memoryFile(env, kept.host, kept.root)
  rmSync(file, { force: true })
  if (kept.parts.length === 0) return
  makeFolders(dirname(file), 0o700)
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
}

/** Files that installations for other assistants in the same place also need. */
export const neededElsewhere = (env: CommandContext['env'], { host, root }: Target): ReadonlySet<string> =>
  new Set(
    INSTALL_HOSTS.filter(other => other !== host).flatMap(other =>
      recall(env, { host: other, root }).parts.map(({ path }) => path),
    ),
  )

/** Null when there is no such file. A file that is not UTF-8 could not be written back unchanged. */
export function readText(path: string): string | null {
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  const text = bytes.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(bytes)) return text
  throw argumentProblem('not-utf8', { path })
}

/** Writes in place, through symbolic links. Returns the folders that were created. */
export function carryOut(changes: readonly FileChange[]): readonly string[] {
  const made: string[] = []
  for (const { path, action, after } of changes) {
    if (action === 'remove') rmSync(path)
    if (after === null || (action !== 'create' && action !== 'change')) continue
    for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) made.push(folder)
    makeFolders(dirname(path))
    writeFileSync(path, after)
  }
  return made
}

/** Removes folders that we created and that are empty, the innermost first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // It is in use, or already gone.
    }
  }
}

const VERBS = { create: 'new', change: 'changed', remove: 'removed', none: 'unchanged', left: 'skipped' } as const

export function showChanges(
  { json, out, cwd }: CommandContext,
  { host, scope }: Target,
  changes: readonly FileChange[],
): void {
  if (json) {
    out(
      JSON.stringify({ host, scope, changes: changes.map(({ path, action, because }) => ({ path, action, because })) }),
    )
    return
  }
  for (const { path, action, because, before, after } of changes) {
    const name = path.startsWith(`${cwd}/`) ? relative(cwd, path) : path
    out(`${VERBS[action].padEnd(10)}  ${name}${because === null ? '' : `  (${because})`}`)
    if (action === 'change') for (const line of differingLines(before ?? '', after ?? '')) out(`    ${line}`)
  }
}

/** The lines between the first and the last difference, old and new. */
function differingLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let [start, end] = [0, 0]
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...old.slice(start, old.length - end).map(line => `- ${line}`),
    ...now.slice(start, now.length - end).map(line => `+ ${line}`),
  ]
}
