import { unquoted, words } from '../shell/shell-text.ts'
import { unwrap } from './unwrap.ts'

/** A named command that the project defines itself. */
export interface ProjectScript {
  readonly runner: Runner
  readonly name: string
  readonly body: string
  readonly source: string
  readonly line: number
}

export type Runner =
  | 'npm'
  | 'make'
  | 'task'
  | 'just'
  | 'composer'
  | 'deno'
  | 'rake'
  | 'tox'
  | 'nox'
  | 'hatch'
  | 'pdm'
  | 'poe'
  | 'mise'
  | 'mix'
  | 'cargo'
  | 'cargo-make'
  | 'melos'
  | 'clojure'
  | 'bb'
  | 'file'

/** All scripts of one folder. */
export interface ScriptBook {
  find(reference: Reference): ProjectScript | undefined
  /** `read`: a name that is not in it does not exist. `unread`: its file is there, we could not look inside. */
  state(runner: Runner): 'read' | 'unread' | 'absent'
  all(): readonly ProjectScript[]
  /** The packages of the workspace whose root this is. */
  parts(): readonly ScriptBook[]
}

export interface Reference {
  readonly runner: Runner
  readonly name: string
  readonly rest: readonly string[]
}

export function scriptBook(
  scripts: readonly ProjectScript[],
  read: readonly Runner[],
  unread: readonly Runner[] = [],
  readParts: () => readonly ScriptBook[] = () => [],
): ScriptBook {
  const exact = new Map(scripts.map(script => [`${script.runner} ${script.name}`, script]))
  const patterns = scripts.filter(({ runner, name }) => runner === 'make' && name.includes('%'))
  let parts: readonly ScriptBook[] | null = null
  return {
    find: ({ runner, name }) =>
      exact.get(`${runner} ${name}`) ??
      (runner === 'make' ? patterns.find(script => matchesPattern(script.name, name)) : undefined),
    state: runner => (read.includes(runner) ? 'read' : unread.includes(runner) ? 'unread' : 'absent'),
    all: () => scripts,
    parts: () => {
      parts ??= readParts()
      return parts
    },
  }
}

function matchesPattern(pattern: string, name: string): boolean {
  const [before = '', after = ''] = pattern.split('%')
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after)
}

const NPM_OWN =
  /^(add|install|i|ci|update|up|remove|rm|link|unlink|import|rebuild|prune|fetch|patch|audit|list|ls|outdated|why|exec|dlx|x|create|init|publish|pack|store|server|set|config|cache|node|info|workspaces?|version|login|view|help|global|licenses|dedupe|-.*|--.*)$/

const MELOS_OWN = /^(exec|bootstrap|bs|clean|list|publish|version|init)$/

/** Which named script a command runs: `npm run lint` → npm, lint. Null when it runs a tool by itself. */
export function referenceIn(command: string): Reference | null {
  const plain = unwrap(command)
  const [tool = '', ...rest] = words(plain).map(unquoted)
  const [first = ''] = rest
  if (/^(npm|pnpm|yarn|bun)$/.test(tool)) return npmReference(tool, rest)
  if (/^(make|gmake|\$\(MAKE\)|\$\{MAKE\})$/.test(tool)) return makeReference(rest)
  if (tool === 'task' || tool === 'go-task' || tool === 'just' || tool === 'poe' || tool === 'bb') {
    const runner = tool === 'go-task' ? 'task' : tool
    return named(runner, rest, 'default')
  }
  if (tool === 'rake') return named('rake', rest, 'default')
  if (tool === 'composer')
    return first === 'run' || first === 'run-script'
      ? named('composer', rest.slice(1), '')
      : named('composer', rest, '')
  if (tool === 'deno' && first === 'task') return named('deno', rest.slice(1), '')
  if (tool === 'hatch' && first === 'run') return named('hatch', rest.slice(1), '')
  if (tool === 'pdm') return named('pdm', first === 'run' ? rest.slice(1) : rest, '')
  if (tool === 'mise' && (first === 'run' || first === 'r')) return named('mise', rest.slice(1), '')
  if (tool === 'melos') return MELOS_OWN.test(first) ? null : named('melos', first === 'run' ? rest.slice(1) : rest, '')
  if (tool === 'tox') return named('tox', valuesOf(rest, /^(-e|--env|-f|-m)$/), 'default')
  if (tool === 'nox') return named('nox', valuesOf(rest, /^(-s|--session|--sessions|-e)$/), 'default')
  if (tool === 'cargo' && first === 'make') return named('cargo-make', rest.slice(1), 'default')
  if (tool === 'mix' || tool === 'cargo') return named(tool, rest, '')
  if (tool === 'clojure' || tool === 'clj') return clojureReference(first, rest)
  return fileReference(tool, rest)
}

function clojureReference(first: string, rest: readonly string[]): Reference | null {
  const alias = /^-[MXT]:(.+)$/.exec(first)?.[1]
  return alias === undefined ? null : { runner: 'clojure', name: alias, rest: rest.slice(1) }
}

function npmReference(tool: string, rest: readonly string[]): Reference | null {
  const args = [...rest]
  while (args[0] !== undefined && /^(-s|--silent|--if-present|-w|--workspace-root|--prefer-offline)$/.test(args[0]))
    args.shift()
  const [first = '', second = ''] = args
  if (first === 'run' || first === 'run-script') {
    const name = args.slice(1).find(word => !word.startsWith('-')) ?? ''
    return name === '' ? null : { runner: 'npm', name, rest: args.slice(args.indexOf(name) + 1) }
  }
  if (tool === 'bun') return null
  if (first === 't' || first === 'tst') return { runner: 'npm', name: 'test', rest: args.slice(1) }
  if (tool === 'npm')
    return /^(test|start|stop|restart)$/.test(first) ? { runner: 'npm', name: first, rest: args.slice(1) } : null
  if (first === '' || NPM_OWN.test(first)) return null
  return { runner: 'npm', name: first, rest: second === '' ? [] : args.slice(1) }
}

function makeReference(rest: readonly string[]): Reference | null {
  const targets: string[] = []
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    // `make -C other` speaks of another Makefile.
    if (/^(-C|--directory|-f|--file)/.test(word)) return null
    if (!word.startsWith('-') && !word.includes('=')) targets.push(word)
  }
  return { runner: 'make', name: targets[0] ?? 'default', rest: targets.slice(1) }
}

function fileReference(tool: string, rest: readonly string[]): Reference | null {
  const [path, args] = /^(bash|sh|zsh|pwsh|python3?|node|ruby|perl|php)$/.test(tool)
    ? [rest.find(word => !word.startsWith('-')) ?? '', rest.slice(1)]
    : [tool, rest]
  if (!/^(\.\/)?[\w.-]+(\/[\w.-]+)*$/.test(path)) return null
  const isPath = path.includes('/') || (path !== tool && /\.\w+$/.test(path))
  if (!isPath || /node_modules|vendor\/bin|(^|\/)(gradlew|mvnw|mill|sbt)$|^\/(usr|bin)/.test(path)) return null
  return { runner: 'file', name: path.replace(/^\.\//, ''), rest: args }
}

function named(runner: Runner, rest: readonly string[], otherwise: string): Reference | null {
  const name = rest.find(word => !word.startsWith('-') && !word.includes('=')) ?? otherwise
  return name === '' ? null : { runner, name, rest: rest.slice(rest.indexOf(name) + 1) }
}

function valuesOf(rest: readonly string[], flag: RegExp): string[] {
  const found: string[] = []
  for (const [at, word] of rest.entries()) {
    if (flag.test(word)) found.push(rest[at + 1] ?? '')
    const glued = /^(?:-e|--env|-s|--session|--sessions|-f)=?(\S+)$/.exec(word)?.[1]
    if (glued !== undefined && !flag.test(word)) found.push(glued)
  }
  return found.flatMap(value => value.split(',')).filter(value => value !== '' && !value.startsWith('-'))
}
