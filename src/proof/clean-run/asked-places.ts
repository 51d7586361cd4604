import { isOutputFolder, kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { ProofCase } from '../proof-case.ts'

/** What changed code asks about the place and the person that it runs for. */
export interface AskedPlaces {
  readonly any: boolean
  /** `src/a.js:3`, the first of them. */
  readonly lines: readonly string[]
  /** Variables of the environment that it names, and that neither the task nor the tests name. */
  readonly variables: readonly string[]
  /** It looks for the repository, which the task does not speak of. */
  readonly git: boolean
  /** It asks for `HOME` by name, which neither the task nor the tests speak of. It runs once more without that variable. */
  readonly home: boolean
}

const ASKS =
  /\b(?:cwd|getcwd|Getwd|current_dir|CurrentDirectory|GetCurrentDirectory|pwd|PWD|HOME|homedir|home_dir|UserHomeDir|expanduser|USERPROFILE|USER|USERNAME|LOGNAME|hostname|gethostname|Hostname|userInfo|getuser|getlogin|getp?p?u?id|getpwuid|whoami|__dirname|__filename|__file__|__FILE__|__DIR__|__ENV__|import\.meta|env|environ|getenv|Getenv|LookupEnv|option_env|getProperty|ENV|exists|existsSync|accessSync|statSync|lstatSync|is_file|is_dir|isfile|isdir|file_exists|TMPDIR|tmpdir|tempdir|gettempdir|temp_dir|TempDir|CARGO_MANIFEST_DIR|Caller|executable|Executable|current_exe|realpath|canonicalize)\b|\.git\b|(?<![\w./-])git\s+(?:-\S+\s+\S+\s+)*[a-z]|["'`]git["'`]|~\/|["'`]\/\w|\$\{?(?:0|PWD|HOME|USER|HOSTNAME|OLDPWD)\b|\[\s*!?\s*-[defLrsx]\s|\btest\s+-[defLrsx]\s/
const USES_GIT = /\.git\b(?!ignore|hub|lab)|(?<![\w./-])git\s+(?:-\S+\s+\S+\s+)*[a-z]|["'`]git["'`]/
/** What a repository knows may be asked for by other names. */
const ABOUT_GIT =
  /\b(?:git|repo(?:sitory)?|commit\w*|branch\w*|versions?|tags?|changelog|releases?|diffs?|history|authors?|clones?|checkout)\b/i
/** The work or a test is about the home directory. */
export const ABOUT_HOME =
  /\b(?:HOME|XDG_\w+|homedir|expanduser|UserHomeDir)\b|\bhome(?:s|\s+(?:directory|directories|folders?))?\b|~\/|\benv(?:ironment)?\s+variables?\b/i
const MOST_FILES = 300
const MOST_LINES = 5

export async function askedPlaces(options: ProofCase['options']): Promise<AskedPlaces> {
  const lines: { readonly place: string; readonly text: string }[] = []
  let tests = ''
  for (const { path, status } of (await options.changes()).slice(0, MOST_FILES)) {
    if (status === 'deleted') continue
    const now = (await options.readNow(path)) ?? ''
    if (kindOf(path) === 'test') tests += now
    else if (!isMade(path)) lines.push(...addedLines(path, (await options.readBefore(path)) ?? '', now))
  }
  const asking = lines.filter(({ text }) => ASKS.test(text))
  const said = lines.map(({ text }) => text).join('\n')
  const named = new Set(said.match(/\b[A-Za-z_]\w{2,}\b/g))
  const variables = Object.keys(options.env).filter(name => named.has(name) && !KEPT.has(name))
  return {
    any: asking.length > 0,
    lines: asking.slice(0, MOST_LINES).map(({ place }) => place),
    variables: variables.filter(name => !options.task.includes(name) && !tests.includes(name)),
    home: named.has('HOME') && !ABOUT_HOME.test(options.task) && !ABOUT_HOME.test(tests),
    git: USES_GIT.test(said) && !ABOUT_GIT.test(options.task) && !USES_GIT.test(tests),
  }
}

/** Without these nothing runs, or they are replaced anyway. */
const KEPT = new Set(['PATH', 'HOME', 'TMPDIR', 'LANG', 'TERM', 'SHELL'])

/** What a build or an installer writes. */
const isMade = (path: string): boolean =>
  path.split('/').some((_, depth, parts) => depth > 0 && isOutputFolder(parts.slice(0, depth).join('/')))

/** New lines of code, without comments. */
function addedLines(path: string, before: string, now: string): { readonly place: string; readonly text: string }[] {
  const known = new Set(before.split('\n').map(line => line.trim()))
  const syntax = syntaxOf(path, now)
  if (syntax === null) return []
  return syntax.spoken
    .split('\n')
    .flatMap((text, index) => (known.has(text.trim()) ? [] : [{ place: `${path}:${index + 1}`, text }]))
}
