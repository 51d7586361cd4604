import { type ProjectScript, type Runner, type ScriptBook, scriptBook } from '../commands/script-book.ts'
import {
  cargoAliases,
  cargoMakeTasks,
  composerScripts,
  denoTasks,
  melosScripts,
  miseTasks,
  npmScripts,
  pythonTasks,
  taskScripts,
  toxScripts,
  toxTables,
} from './data-files.ts'
import { justScripts } from './just.ts'
import { makeScripts } from './make.ts'
import { ednNames, fileScript, mixAliases, noxSessions, rakeTasks } from './program-text.ts'
import { exists, fileAt, filesIn, folderAt, inFolder, type Project, type SourceFile } from './project.ts'
import { workspaceFolders } from './workspace.ts'

type Reader = readonly [RegExp, Runner, (file: SourceFile) => ProjectScript[]]

const READERS: readonly Reader[] = [
  [/^package\.json$/, 'npm', npmScripts],
  [/^deno\.jsonc?$/, 'deno', denoTasks],
  [/^(GNUmakefile|[Mm]akefile)$/, 'make', makeScripts],
  [/^\.?[Jj]ustfile$/, 'just', justScripts],
  [/^[Tt]askfile\.(dist\.)?ya?ml$/, 'task', taskScripts],
  [/^composer\.json$/, 'composer', composerScripts],
  [/^(Rakefile|rakefile|Rakefile\.rb|rakefile\.rb)$/, 'rake', rakeTasks],
  [/^tox\.ini$/, 'tox', toxScripts],
  [/^tox\.toml$/, 'tox', toxTables],
  [/^noxfile\.py$/, 'nox', noxSessions],
  [/^(pyproject|hatch)\.toml$/, 'hatch', pythonTasks],
  [/^\.?mise\.toml$/, 'mise', miseTasks],
  [/^(melos|pubspec)\.yaml$/, 'melos', melosScripts],
  [/^Makefile\.toml$/, 'cargo-make', cargoMakeTasks],
  [/^mix\.exs$/, 'mix', mixAliases],
  [/^deps\.edn$/, 'clojure', file => ednNames(file, 'clojure')],
  [/^bb\.edn$/, 'bb', file => ednNames(file, 'bb')],
]

/** The Makefile appears when the build is configured; its targets cannot be read before. */
const GENERATES_MAKEFILE = /^(Makefile\.(PL|am|in)|configure(\.ac)?|autogen\.sh)$/

const SCRIPT_FOLDERS = [
  'scripts',
  'script',
  'bin',
  'tools',
  'tool',
  'ci',
  '.ci',
  'test',
  'tests',
  'hack',
  'dev',
] as const

const RAKE_FOLDERS = ['tasks', 'lib/tasks', 'rakelib'] as const

/** All scripts that can be called in one folder of the project. */
export function scriptsOf(project: Project, folder: string): ScriptBook {
  const scripts: ProjectScript[] = []
  const runners: Runner[] = []
  const unread: Runner[] = []
  for (const [name, runner, read] of READERS) {
    for (const file of filesIn(project, folder, name)) {
      const found = safely(() => read(file))
      // A broken manifest knows nothing; names in it may exist all the same.
      // Targets may come from elsewhere: what is included, or a rule for everything.
      if (runner === 'make' && /^(-?include\s|s?include\s|\.DEFAULT\s*:|%\s*:)/m.test(file.text)) unread.push(runner)
      else if (found.length > 0 || (file.text !== '' && file.data !== undefined)) runners.push(runner)
      scripts.push(...found)
    }
    if (!runners.includes(runner) && folderAt(project, folder).files.some(listed => name.test(listed)))
      unread.push(runner)
  }
  if (!runners.includes('make') && folderAt(project, folder).files.some(name => GENERATES_MAKEFILE.test(name)))
    unread.push('make')
  for (const home of RAKE_FOLDERS)
    for (const file of filesIn(project, inFolder(folder, home), /\.rake$/))
      scripts.push(...safely(() => rakeTasks(file)))
  const aliases = fileAt(project, inFolder(folder, '.cargo/config.toml'))
  if (aliases) scripts.push(...cargoAliases(aliases))
  if (folder === '') scripts.push(...filesAsScripts(project))
  const parts = (): ScriptBook[] =>
    folder === '' ? workspaceFolders(project).map(part => scriptsOf(project, part)) : []
  return scriptBook(scripts, runners, unread, parts)
}

function filesAsScripts(project: Project): ProjectScript[] {
  const program = /^[\w-]+(\.(sh|bash|ps1|py))?$/
  const inFolders = SCRIPT_FOLDERS.flatMap(folder => filesIn(project, folder, program))
  const atRoot = filesIn(project, '', /^(tests?|check|ci|lint|build|run[-_]?tests?|verify)(\.(sh|bash|ps1|py))?$/)
  return [...inFolders, ...atRoot].filter(({ path }) => exists(project, path)).map(fileScript)
}

function safely(read: () => ProjectScript[]): ProjectScript[] {
  try {
    return read()
  } catch {
    // A manifest of an unexpected shape says nothing; the others still do.
    return []
  }
}
