import type { ProtectedKind } from '../../../tools/protection/protected-kind.ts'
import { testKind } from '../../../tools/protection/test-paths.ts'
import { toolFileKind } from '../../../tools/protection/tool-files.ts'
import { jsonCodec } from '../sections/codecs.ts'
import { isRecord } from '../sections/document.ts'
import { includedFiles, linesOfTargets } from './make-targets.ts'
import { endings, filesImported, filesNamedByConfig, isProductSource } from './named-files.ts'
import { isSubject } from './sourced-product.ts'
import {
  loadedByOptions,
  reachesWorkspaces,
  type Start,
  scriptRun,
  scriptsAsked,
  startsIn,
  testsNamed,
} from './words.ts'

/** The part of the tree that reaching needs. Paths are POSIX, relative to its root. */
export interface TreeFiles {
  readonly paths: readonly string[]
  has(path: string): boolean
  /** Null when the file does not exist or is not readable text. */
  read(path: string): string | null
}

/** The files and scripts that the criterion's commands reach through scripts, makefiles, and configs. */
export interface ReachedFiles {
  readonly files: ReadonlyMap<string, ProtectedKind>
  /** As `package.json#name`. */
  readonly scripts: ReadonlySet<string>
  readonly programs: ReadonlySet<string>
  /** Files that lines compare: `diff out.txt want.txt`. */
  readonly compared: readonly string[]
}

const MOST_FILES = 2_000

/** A shell line, and the folders that its paths may be relative to. */
interface Line {
  readonly text: string
  readonly folders: readonly string[]
  /** It is in a script and not on a command line. */
  readonly inScript?: boolean
}

export function reachedBy(commands: readonly string[], workspace: string, tree: TreeFiles): ReachedFiles {
  const files = new Map<string, ProtectedKind>()
  const scripts = new Set<string>()
  const programs = new Set<string>()
  const compared = new Set<string>()
  const manifests = tree.paths.filter(path => /(?:^|\/)(?:package|composer)\.json$/.test(path))
  const lines: Line[] = commands.map(text => ({ text, folders: [workspace, ''] }))
  const add = (path: string, kind: ProtectedKind): void => {
    if (files.has(path) || files.size >= MOST_FILES) return
    files.set(path, kind)
    const text = tree.read(path)
    if (text !== null) follow(path, kind, text)
  }
  const follow = (path: string, kind: ProtectedKind, text: string): void => {
    const home = folderOf(path)
    if (/\.(?:ba|z|k|da)?sh$/.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text))
      lines.push({ text, folders: [home, workspace, ''], inScript: true })
    const named = kind === 'config' ? filesNamedByConfig(text) : filesImported(text)
    for (const name of named) {
      const found = firstThere(tree, [home, ''], name)
      if (found === null || isProductSource(found) || found === path) continue
      // A test or a script imports the code that it checks, which the agent may change wherever it is.
      if (kind === 'config' || isOfGate(found)) add(found, toolFileKind(found) ?? kind)
    }
  }
  const runScripts = (start: Start, folders: readonly string[]): void => {
    const names = scriptsAsked(start)
    if (names.length === 0) return
    for (const manifest of reachesWorkspaces(start) ? manifests : nearest(manifests, folders))
      for (const [name, body] of scriptsOf(tree.read(manifest), names)) {
        const id = `${manifest}#${name}`
        if (scripts.has(id)) continue
        scripts.add(id)
        lines.push({ text: body, folders: [folderOf(manifest), ''] })
      }
  }
  for (const path of tree.paths) if (toolFileKind(path) === 'config') add(path, 'config')
  for (let at = 0; at < lines.length && at < MOST_FILES; at++) {
    const { text, folders, inScript } = lines[at] as Line
    for (const start of startsIn(text)) {
      if (/^[\w.+@-]+$/.test(start.program)) programs.add(start.program)
      if (/^(?:diff|cmp|colordiff|sdiff)$/.test(start.program))
        for (const name of start.args) {
          const path = firstThere(tree, folders, name)
          if (path !== null) compared.add(path)
        }
      for (const [path, kind] of filesStarted(start, folders, tree))
        if (!isChecked(start, path, inScript === true) && !(inScript && isSourcedProduct(start, path, text, tree)))
          add(path, kind)
      runScripts(start, folders)
      if (/^(?:g?make|just|task|go-task)$/.test(start.program))
        for (const makefile of makefilesOf(start, folders, tree)) {
          add(makefile.path, 'build')
          for (const name of includedFiles(makefile.text)) addIfThere(name, folderOf(makefile.path), tree, add)
          for (const line of makefile.lines) lines.push({ text: line, folders: [folderOf(makefile.path), ''] })
        }
    }
  }
  return { files, scripts, programs, compared: [...compared] }
}

function addIfThere(
  name: string,
  folder: string,
  tree: TreeFiles,
  add: (path: string, kind: ProtectedKind) => void,
): void {
  const found = firstThere(tree, [folder], name)
  if (found !== null) add(found, 'build')
}

function filesStarted(start: Start, folders: readonly string[], tree: TreeFiles): [string, ProtectedKind][] {
  const found: [string, ProtectedKind][] = []
  const see = (word: string | null, kind: ProtectedKind): void => {
    const path = word === null ? null : firstThere(tree, folders, word.replace(/^\$\{?\w+\}?\/|^\$\([^)]*\)\//, './'))
    if (path !== null && !path.startsWith('node_modules/')) found.push([path, toolFileKind(path) ?? kind])
  }
  for (const name of testsNamed(start)) see(name, 'test')
  for (const name of loadedByOptions(start)) see(name, 'config')
  const ran = start.written.includes('/') ? start.written : scriptRun(start)
  // The program may be the product itself, which the agent may change.
  if (ran !== null && isScript(ran)) see(ran, 'script')
  return found
}

/** Whether a line runs the product there, and no part of the check. */
const isChecked = (start: Start, path: string, inScript: boolean): boolean =>
  inScript ? isAsked(start, path) : isAsked({ ...start, heard: start.compared }, path)

/** A script that judges the output of another one runs the product, unless the other is named like a check too. */
const isAsked = ({ heard }: Start, path: string): boolean =>
  heard && !SCRIPT_PLACES.test(path) && !SCRIPT_NAMES.test(path) && toolFileKind(path) === null

/** `. lib/price.sh` in a test loads the functions that it tests. Outside of source folders, their use must show that. */
function isSourcedProduct({ program }: Start, path: string, check: string, tree: TreeFiles): boolean {
  if (!/^(?:\.|source)$/.test(program) || testKind(path) !== null || SCRIPT_NAMES.test(path)) return false
  if (/^(?:src|lib|app|pkg|internal)\//.test(path)) return true
  if (SCRIPT_PLACES.test(path) || toolFileKind(path) !== null) return false
  const checks = tree.paths.filter(other => /\.(?:ba|z|k|da)?sh$/.test(other) && testKind(other) !== null)
  return isSubject(tree.read(path) ?? '', [check, ...checks.map(other => tree.read(other) ?? '')])
}

const SCRIPT_PLACES =
  /(?:^|\/)(?:scripts?|tools?|ci|\.ci|hack|build|make|dev|etc|qa|checks?|verify|bench|benchmarks?|\.github)\//
const SCRIPT_NAMES =
  /(?:^|[/._-])(?:tests?|check|checks|verify|validate|lint|ci|run-?tests?|build|gate|assert|smoke|e2e|acceptance|coverage|spec|prove|compare|expect)(?:[._-]|$)/i

export const isNamedLikeCheck = (path: string): boolean => SCRIPT_NAMES.test(path)

const isScript = (path: string): boolean =>
  /\.(?:ba|z|k|da|fi)?sh$|\.ps1$|\.bats$/.test(path) ||
  SCRIPT_PLACES.test(path) ||
  (SCRIPT_NAMES.test(path) && !isProductSource(path)) ||
  (!/\.\w+$/.test(path) && !isProductSource(path) && !/(?:^|\/)(?:target|out|dist|bin)\//.test(path))

/** Whether a file that a check imports belongs to the check itself. */
const isOfGate = (path: string): boolean => isScript(path) || testKind(path) !== null || toolFileKind(path) !== null

function scriptsOf(text: string | null, names: readonly string[]): [string, string][] {
  const scripts = text === null ? undefined : jsonCodec.parse(text)?.['scripts']
  if (!isRecord(scripts)) return []
  const isAsked = (name: string): boolean => names.some(asked => matchesName(asked, name))
  return Object.entries(scripts).flatMap(([name, body]): [string, string][] => {
    const hooked = /^(?:pre|post)(.+)$/.exec(name)?.[1]
    if (!isAsked(name) && (hooked === undefined || !isAsked(hooked))) return []
    const bodies = (Array.isArray(body) ? body : [body]).filter(each => typeof each === 'string')
    // A composer script calls another with an `@`.
    return [
      [name, bodies.map(each => each.replace(/^@(?!php\b)/, 'composer run ').replace(/^@php\b/, 'php')).join('\n')],
    ]
  })
}

const matchesName = (asked: string, name: string): boolean =>
  asked === name ||
  (asked.includes('*') &&
    new RegExp(`^${asked.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`).test(name))

function makefilesOf(
  { program, args }: Start,
  folders: readonly string[],
  tree: TreeFiles,
): { path: string; text: string; lines: readonly string[] }[] {
  const at = args.findIndex(arg => /^(?:-C|--directory|-d|--dir|--working-directory)$/.test(arg))
  const inside =
    at >= 0 ? args[at + 1] : args.map(arg => /^(?:-C|--directory=|--dir=)(.+)$/.exec(arg)?.[1]).find(Boolean)
  const homes = inside === undefined ? folders : folders.map(folder => joined(folder, inside) ?? folder)
  const names = /make$/.test(program)
    ? ['GNUmakefile', 'makefile', 'Makefile']
    : program === 'just'
      ? ['justfile', 'Justfile', '.justfile']
      : ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml']
  const path = [...loadedByOptions({ program, args }), ...names]
    .map(name => firstThere(tree, homes, name))
    .find(found => found !== null)
  const text = path == null ? null : tree.read(path)
  if (path == null || text === null) return []
  const targets = args.filter(
    arg => !arg.startsWith('-') && !arg.includes('=') && arg !== inside && !path.endsWith(arg),
  )
  const lines = /askfile/.test(path) ? taskLines(text) : linesOfTargets(text, targets)
  return [{ path, text, lines }]
}

/** Every command of a Taskfile: following single tasks is not worth another parser. */
const taskLines = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*(?:-[ \t]+(?:cmd:[ \t]*)?|cmds?:[ \t]*)(\S.*)$/gm)].map(([, line = '']) =>
    line
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/^task:\s*/, 'task '),
  )

function firstThere(tree: TreeFiles, folders: readonly string[], name: string): string | null {
  for (const folder of folders)
    for (const candidate of endings(name)) {
      const path = joined(folder, candidate)
      if (path !== null && tree.has(path)) return path
    }
  return null
}

/** The manifest that a tool finds when it is started there: the nearest one upwards. */
function nearest(manifests: readonly string[], folders: readonly string[]): readonly string[] {
  for (let folder = folders[0] ?? ''; ; folder = folderOf(folder)) {
    const here = manifests.filter(path => folderOf(path) === folder)
    if (here.length > 0 || folder === '') return here
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Null when it leads out of the tree. */
function joined(folder: string, name: string): string | null {
  if (name.startsWith('/') || name === '') return null
  const parts: string[] = folder === '' ? [] : folder.split('/')
  for (const part of name.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
