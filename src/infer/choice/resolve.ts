import { referenceIn } from '../../tools/commands/script-book.ts'
import { isToolExtension } from '../../tools/commands/tool-names.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { exists, folderAt, type Project } from '../../tools/manifests/project.ts'
import { isFragment, pieces, unquoted, words } from '../../tools/shell/shell-text.ts'
import type { Candidate } from '../evidence.ts'
import { projectNames } from '../task/project-names.ts'

/** True for a line that somebody could run here and that is about the project. Everything else may not compete. */
export function resolves(
  { command, folder, layer, fact }: Pick<Candidate, 'command' | 'folder' | 'layer' | 'fact'>,
  project: Project,
): boolean {
  if (fact.code === 'implied-command') return true
  if (layer !== 3 && (!isProgramLine(command) || (layer === 2 && isOwnProduct(command, project)))) return false
  if (NEEDS_ROOT.test(command) || DIRECTIVE.test(command) || ELSEWHERE.test(command)) return false
  if (layer !== 3 && (isFragment(command) || ENDS_LIKE_SENTENCE.test(command))) return false
  // A script of the project is what it is; only lines that people wrote can be about one test or have a gap.
  if (layer !== 3 && namesMissingProject(command, folder, project)) return false
  if (layer !== 3 && (HAS_GAP.test(command) || ENDS_OPEN.test(command) || hasUnsetVariable(command))) return false
  if (
    layer === 2 &&
    (isToolExtension(command) || isMentionedFile(command) || namesMissingSource(command, folder, project))
  )
    return false
  const parts = pieces(command)
  return parts.every(
    ({ text }) => starts(text, folder, project, parts.length === 1) && !isOneTest(text, folder, project),
  )
}

/** "`isort --check src`" in the documents of isort shows how to use it. What CI runs on itself is another matter. */
function isOwnProduct(command: string, project: Project): boolean {
  const [first = ''] = words(unwrap(command))
  return /^[\w-]+$/.test(first) && !RUNS_ITSELF.test(first) && projectNames(project).includes(first)
}

/** Runners that are run on themselves, and say so in their own documents. */
const RUNS_ITSELF =
  /^(make|just|task|nox|tox|pre-commit|go|cargo|npm|mix|rake|gradle|pytest|bazel|pdm|hatch|poetry|uv|bundle|composer|deno|bun|pnpm|yarn|dune|zig|stack|cabal|sbt|lein|mill|invoke|bats)$/
/** Not a decorator, a call, or an assignment that a document quotes. */
function isProgramLine(command: string): boolean {
  const [first = '', second = ''] = words(unwrap(command))
  return !command.startsWith('@') && IS_PROGRAM.test(first) && !/^[:+]?=/.test(second)
}
const IS_PROGRAM = /^["']?(?!-)(?:[\w.~/$+\\-]|@[\w-]+\/)[^()[\]{}'",;=]*["']?$/
/** What was published, not this tree. */
const ELSEWHERE = /^nix \w+ (github|gitlab|git\+\w+):/
const NEEDS_ROOT = /(^|\s)(sudo|doas)\s/
/** A comment for a linter, quoted in a document: `shellcheck disable=SC2034`, `eslint-disable-next-line`. */
const DIRECTIVE = /^\S+[-:](disable|enable|ignore|expect-error)\b|^[\w-]+:? (disable|enable|ignore|source)=/
const HAS_GAP =
  /(^|[\s=/:])<[a-z][\w .-]*>|\bpath\/to\b|\bpath_to\b|\bYOUR_|(^|\s)\[[a-z][\w-]*\](\s|$)|\s\.\.\.(\s|$)|%\w+%|\$\{\w+[/%#]|(?<!\$)\{[a-z_]\w*\}/i

/** `pytest $dask_test_path`: a value that an earlier step, or nobody here, has set. */
const hasUnsetVariable = (command: string): boolean =>
  /\$\{\w+\[/.test(command) ||
  [...command.matchAll(/\$\{?([a-z]\w*)/g)].some(
    ([, name = '']) => !new RegExp(`(^|[\\s;&(])(${name}=|(for|read) ${name}\\b)`).test(command),
  )

/** "standard completion script if there are any issues." */
const ENDS_LIKE_SENTENCE = /^\S+(\s+\S+){3,}\s+[a-z]+[.:,]$/

/** In the background, before a line that follows in another shell, or with an option whose value is gone. */
const ENDS_OPEN =
  /(?<!&)&\s*$|\s\^\s*$|^(.*\s)?(tox|nox|pytest|cargo|npm|pnpm|gradlew?)\s(.*\s)?(-[espkmf]|--(session|env|package|features))\s*$/

/** "`pkg/tokens.py` has the list", "`dist/types` is generated": a document that names a file, not a program. */
const isMentionedFile = (command: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*\.(py|[cm]?[jt]sx?|rb|lua|php|pl|exs|jl)$/.test(command)
    ? !/(^|\/)(bin|scripts?|tools|ci|hack|dev|test|tests)\/(?!conftest|__init__|\w+_helper)/.test(command)
    : /^(dist|out|target)\/[\w/-]+$/.test(command)

/** `ghc -c Foo.hs` where there is no such file: an example. */
const namesMissingSource = (command: string, folder: string, project: Project): boolean =>
  words(command)
    .slice(1)
    .map(unquoted)
    .some(
      word =>
        (/^[\w./-]+\.(hs|c|cc|cpp|rs|go|java|kt|ml|zig|py|rb|php|lua|exs?|pl)$/.test(word) ||
          (/^[\w./-]+$/.test(word) && TEST_FILE.test(word))) &&
        !exists(project, inside(folder, word)),
    )

/** `dotnet build src/App.sln` in a project whose solution has another name by now. */
const namesMissingProject = (command: string, folder: string, project: Project): boolean =>
  words(command)
    .slice(1)
    .map(word => unquoted(word).replaceAll('\\', '/'))
    .some(
      word =>
        /^[\w./-]+\.(slnx?|slnf|(cs|fs|vb)proj)$/.test(word) &&
        !exists(project, inside(folder, word)) &&
        !exists(project, inside('', word)),
    )

/** Files that an interpreter or the system runs. */
const PROGRAM = /\.(sh|bash|zsh|fish|py|rb|pl|t|[cm]?js|[cm]?ts|php|ps1|bat|cmd|lua|exs|jl|tcl|nu|raku|r|el)$/i
/** They prepare a build and check nothing. */
const PREPARES = /(^|\/)(configure|autogen(\.sh)?|bootstrap(\.sh)?|buildconf)$/
const HOOK = /^\.(git\/hooks|husky|githooks)\/|(^|\/)hooks\/(pre|post|commit|prepare)-[\w-]+$/

/** A path as a program must be a file that can be run; a folder, a document, or a source file is none. */
function starts(text: string, folder: string, project: Project, isAlone: boolean): boolean {
  const [first = ''] = words(unwrap(text)).map(unquoted)
  // `npx @scope/tool`: a package, not a path.
  if (/^@[\w-]+\/[\w-]+(@\S+)?$/.test(first)) return true
  if (!/^(\.\/)?[\w.@-]+(\/[\w.@-]+)*\/?$/.test(first) || !(first.includes('/') || PLAIN_FILE.test(first))) return true
  const path = inside(folder, first)
  if (path.endsWith('/') || project.tree.has(path) || isFolder(project, path) || HOOK.test(path)) return false
  if (PRODUCT.test(path) && isAlone && !exists(project, path)) return false
  if (PREPARES.test(path) && pieces(text).length === 1 && referenceIn(text)?.runner === 'file') return false
  if (BUILD_FOLDER.test(path) && !exists(project, path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  // A folder of the repository without that file; what a build makes lies elsewhere.
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  if (parent !== '' && project.tree.has(parent) && !GENERATED.test(path) && !exists(project, path)) return false
  if (!first.startsWith('./') && !GENERATED.test(path) && !exists(project, path)) return false
  return !name.slice(1).includes('.') || PROGRAM.test(name) || /^(mvnw|gradlew)\b/.test(name)
}

/** The program that another command builds: by itself it cannot run here. What an installation brings can. */
const PRODUCT = /^([\w.-]+\/)*(build|target|dist|out|zig-out|_build|\.build)\/|^([\w.-]+\/)+bin\/.+\//

function isFolder(project: Project, path: string): boolean {
  const at = path.lastIndexOf('/')
  return folderAt(project, path.slice(0, Math.max(at, 0))).folders.includes(path.slice(at + 1))
}

/** Folders that are not in the repository, or that are not looked into. */
const GENERATED = /^([\w./-]*\/)?(vendor|node_modules|\.?venv|build|target|dist|out|bin|zig-out|_build|\.build)\//

/** `./build` where no such file is: the folder that a build makes. */
const BUILD_FOLDER = /^(build|dist|out|target|bin)$/

const PLAIN_FILE = /^[\w-]+\.(md|rst|txt|ya?ml|json|toml|c|cc|cpp|h|hpp|rs|go|java|kt|swift|cs|zig|ml|hs)$/i

const inside = (folder: string, path: string): string => {
  const own = path.replace(/^\.\//, '')
  return folder === '' ? own : `${folder}/${own}`
}

const TEST_FILE = /(^test[_-]|[_.-](test|tests|spec|specs)\.)[\w.-]*$|\.(bats|t)$|(Test|Tests|Spec)\.\w+$/
/** Names of files that run all the others. */
const RUNS_ALL = /^(test[_-])?(all|run(ner|_?tests?|_all)?|suite)\.\w+$|^(main|index|tests?)\.\w+$/i
const SELECTS =
  /\bpytest\b.*\s-k[= ]|\bgo test\b.*\s-(test\.)?run[= ]["']?[\^A-Z]\w|\s(-Dtest=|--tests?[ =]["']?[*\w.]*[A-Z]\w+|--testNamePattern|--grep[= ]|--filter[= ]["']?(?!\.|@|\*)[\w.~=&|]*[A-Z]\w*)|\.\w+::\w|\.\w+:\d+(\s|$)/

/** One file of several, perhaps as the value of a variable (`TEST=a_test.rb`), or a name pattern: no proof of the suite. */
function isOneTest(text: string, folder: string, project: Project): boolean {
  if (SELECTS.test(text)) return true
  return words(text)
    .map(word => unquoted(word.replace(/^[A-Z_]+=/, '')))
    .some(word => {
      const path = inside(folder, word)
      const at = path.lastIndexOf('/')
      const name = path.slice(at + 1)
      if (!TEST_FILE.test(name) || RUNS_ALL.test(name) || /[*{}=$]/.test(word)) return false
      return folderAt(project, path.slice(0, Math.max(at, 0))).files.filter(one => TEST_FILE.test(one)).length > 1
    })
}
