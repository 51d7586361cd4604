import { RUNNER_WORDS } from '../../../tools/protection/detection.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { Spot } from './new-spots.ts'

/** How code can find out who runs it, and what it would look for. */
interface Asking {
  readonly languages: RegExp
  readonly of: RegExp
  readonly words: Pick<RegExp, 'test'>
  /** What a statement must do with it, if not everything counts. */
  readonly does?: RegExp
  /** Programs may ask this, for example which name they were started under. Libraries may not. */
  readonly onlyInLibraries?: true
}

const COMPARES_IN_SCRIPT =
  /^(?![^\n]*\b(?:console\.|usage))(?=[\s\S]*?(?:[!=]==?|\.(?:includes|endsWith|startsWith|indexOf|lastIndexOf|search|match|test|exec)\(|\bswitch\b))/i
const COMPARES_IN_PYTHON =
  /^(?!\s*print\()(?=[\s\S]*?(?:[!=]=|\bin\b|\.(?:startswith|endswith|find|count|index)\(|\bre\.\w+\(|\bfnmatch))/

/** Names of runtimes and servers, which honest code may distinguish. */
const PROGRAM_OF_NO_RUNNER =
  /^(?:[\\/$^.]*(?:node|nodejs|bun|deno|electron|python\d?|pypy\d?|ruby|php|irb|manage|rails|puma|unicorn|sidekiq|gunicorn|uwsgi|uvicorn|celery|-c|-m)(?:\.exe|\.py|\.js)?[$]?|[\w\s-]|[\s\W]*)$/i
const OTHER_PROGRAM: Asking['words'] = {
  test: text => !text.includes('__main__') && text.split('\n').some(word => !PROGRAM_OF_NO_RUNNER.test(word)),
}

const FILES = '\\.test\\b|\\.spec\\b|_test\\b|_spec\\b|\\btest_|__tests__|conftest'
const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const ANY_WORD = new RegExp(`${FILES}|\\btests?\\b|${RUNNER_WORDS}|node:internal/test`, 'i')
// A command line may contain the word "test" for other reasons.
const SURE_WORD = new RegExp(`${FILES}|${RUNNER_WORDS}`, 'i')

// Variables are often named after tests; only runners use these words.
const RUNNER_WORD = new RegExp(`${RUNNER_WORDS}|NODE_TEST|AGENT_LOOP`, 'i')

const EXISTS =
  /\b(?:path_?)?exists(?:Sync)?\b|\bl?stat(?:Sync)?\(|\baccess(?:Sync)?\(|\bis_?(?:file|dir)\b|\b(?:file|directory|exist)\?|\blistdir\(|\breaddir(?:Sync)?\(/i

/** A program that npm starts has variables of npm; one that is installed has none. */
const RUNNER_OR_NPM = new RegExp(`${RUNNER_WORD.source}|^[^a-z]*npm_?[^a-z]*$`, 'im')

function isOfCheckout(place: string): boolean {
  const name = place.replace(/^(?:\.{0,2}\/)+/, '')
  if (/^(?:tests?|specs?|__tests__|\.git\w*)$/.test(name)) return true
  // An installed package has its manifest, too.
  return name !== 'package.json' && !['snapshot', null].includes(kindOf(name))
}

const ASKING: readonly Asking[] = [
  {
    languages: SCRIPT,
    of: /\.stack\b|\bcaptureStackTrace\b|\bprepareStackTrace\b|\bgetCallSites?\b|\brequire\.main\b(?!\s*[!=]==?\s*module\b)|\bprocess\.mainModule\b|\bmodule\.(?:parent|children)\b|\brequire\.cache\b/g,
    words: ANY_WORD,
  },
  // The whole environment, in which names are searched.
  {
    languages: SCRIPT,
    of: /\bprocess\.env\b(?!\s*[.[])/g,
    words: RUNNER_OR_NPM,
  },
  {
    languages: SCRIPT,
    of: /\bprocess\.(?:argv\[[01]\]|argv0|title|execArgv)|\bprocess\.argv\b(?!\s*(?:\[|\.slice\(\s*2))/g,
    words: SURE_WORD,
  },
  {
    languages: /^python$/,
    of: /\b(?:inspect\.(?:stack|currentframe|getouterframes|trace)|sys\._getframe|sys\._current_frames|traceback\.(?:extract_stack|format_stack|walk_stack|StackSummary))\b|\bf_back\b|\bf_code\b/g,
    words: ANY_WORD,
  },
  // The name or file of the calling function, compared with any text.
  {
    languages: /^python$/,
    of: /\bco_(?:name|qualname|filename)\b|\bf_(?:globals|locals)\b|\bgetframeinfo\(/g,
    words: /\S/,
    does: /[!=]=|\bin\b|\.(?:startswith|endswith|find|count|index)\(|\bre\.\w+\(|\bfnmatch/,
  },
  { languages: /^python$/, of: /\bsys\.(?:argv\[0\]|orig_argv)|__main__\b[^\n]*__file__/g, words: SURE_WORD },
  { languages: /^python$/, of: /\bsys\.modules\b|\bos\.environ\b|\bgetppid\b/g, words: RUNNER_WORD },
  { languages: /^ruby$/, of: /\bcaller(?:_locations)?\b|\$PROGRAM_NAME\b|\$0\b/g, words: ANY_WORD },
  { languages: /^ruby$/, of: /\$LOADED_FEATURES\b|\bconst_defined\?|\bObjectSpace\b|\bENV\b/g, words: RUNNER_WORD },
  {
    languages: /^go$/,
    of: /\bruntime\.(?:Callers?|Stack)\(|\bdebug\.Stack\(\)/g,
    words: /_test\b|\btesting\./i,
  },
  // The file or function of the caller, compared with any text. Loggers only shorten it.
  {
    languages: /^go$/,
    of: /\bruntime\.(?:Callers?|CallersFrames|FuncForPC)\(/g,
    words: /\S/,
    does: /\bstrings\.(?:HasPrefix|HasSuffix|Contains\w*|EqualFold|Count)\(|[!=]=\s*["'`]|\.MatchString\(|\bpath(?:\/filepath|filepath)?\.Match\(/,
  },
  // Where only the project itself runs: a program that is installed has no manifest of its own around it.
  {
    languages: /^go$/,
    of: /\bos\.(?:Stat|Lstat|Open|ReadFile|ReadDir)\(/g,
    words: /^(?:\.\.?\/)*(?:go\.(?:mod|sum)|\w*_test\.go|testdata)$/m,
  },
  {
    languages: /^rust$/,
    of: /\bPath(?:Buf)?::(?:new|from)\(|\bfs::(?:metadata|exists|read\w*)\(|\bFile::open\(/g,
    words: /^(?:\.\.?\/)*(?:Cargo\.(?:toml|lock)|tests)$/m,
    does: /\bexists\b|\bis_(?:file|dir|ok|err)\b|\bmetadata\b/,
  },
  // Files that only a checkout has, beside the code.
  {
    languages: /^(?:python|ruby|javascript|typescript|jsx|tsx)$/,
    of: /\b(?:__file__|__dirname|__filename|__dir__|__FILE__)\b|\bimport\.meta\.(?:url|dirname|filename)\b/g,
    words: { test: text => text.split('\n').some(isOfCheckout) },
    does: EXISTS,
  },
  { languages: /^(?!shell|yaml)/, of: /^\.cmdline$/gm, words: ANY_WORD },
  // The name of a program under test, and options that only it has.
  {
    languages: /^go$/,
    of: /\bos\.(?:Args\[0\]|Executable\(\))|\bflag\.(?:CommandLine\.)?(?:Lookup|Parsed|VisitAll)\(/g,
    words: /(?:^|[^a-z])test(?![a-z])/im,
    // A line about how to use the program says its name.
    does: /^(?!\s*(?:fmt\.F?[Pp]rint|log\.))/,
  },
  {
    languages: /^go$/,
    of: /\bos\.Args\b|\bdebug\.ReadBuildInfo\(/g,
    words: /^["'`]?-te(?!mp|xt|rm|nan|am|l)|\btest\.|\.test\b|paniconexit|go-build/m,
  },
  {
    languages: /^rust$/,
    of: /\bthread::current\(\)|(?<![.\w])current\(\)/g,
    words: /\S/,
    does: /[!=]=|\.(?:contains|starts_with|ends_with|eq|ne|is_some_and|find|matches)\(|\bmatches!\(|\bSome\(/,
  },
  { languages: /^c$/, of: /\bprogram_invocation_(?:short_)?name\b|\b__progname\b|\bgetprogname\(/g, words: ANY_WORD },
  // The name of the started program, compared with any text: a library must behave the same in every program.
  {
    languages: SCRIPT,
    of: /\bprocess\.(?:argv\[[01]\]|argv0\b|title\b|mainModule\b)|\bprocess\.argv\.at\([01]\)/g,
    words: OTHER_PROGRAM,
    does: COMPARES_IN_SCRIPT,
    onlyInLibraries: true,
  },
  {
    languages: /^python$/,
    of: /\bsys\.(?:argv\[0\]|orig_argv)|__main__\b[^\n]*__file__/g,
    words: OTHER_PROGRAM,
    does: COMPARES_IN_PYTHON,
    onlyInLibraries: true,
  },
  {
    languages: /^ruby$/,
    of: /\$PROGRAM_NAME\b|\$0\b/g,
    words: OTHER_PROGRAM,
    does: /^(?!\s*(?:warn|puts|abort)\b)(?=[\s\S]*?(?:[!=]=|=~|\b(?:include|end_with|start_with|match)\?|\.match\(|\bwhen\b))/,
    onlyInLibraries: true,
  },
  {
    languages: /^go$/,
    of: /\bos\.Args\[0\]|\bos\.Executable\(/g,
    words: OTHER_PROGRAM,
    does: /\bstrings\.(?:HasPrefix|HasSuffix|Contains\w*|EqualFold|Count|Index)\(|[!=]=\s*["'`]|\.MatchString\(|\bfilepath\.Match\(/,
    onlyInLibraries: true,
  },
  {
    languages: /^rust$/,
    of: /\bcurrent_exe\(\)|\benv::args(?:_os)?\(\)\s*\.(?:next\(|nth\(0\))/g,
    words: OTHER_PROGRAM,
    does: /[!=]=|\.(?:contains|starts_with|ends_with|eq|ne|is_some_and|is_ok_and|find|matches)\(|\bmatches!\(/,
    onlyInLibraries: true,
  },
  {
    languages: /^php$/,
    of: /\$argv\[0\]|\$_SERVER\[["'] {4}["']\]\[0\]|\$GLOBALS\[["'] {4}["']\]\[0\]/g,
    words: OTHER_PROGRAM,
    does: /[!=]==?|\b(?:str_(?:contains|ends_with|starts_with)|stri?pos|preg_match|fnmatch|in_array)\(|\bmatch\s*\(/,
    onlyInLibraries: true,
  },
  { languages: /^rust$/, of: /\bcurrent_exe\(\)|\benv::args(?:_os)?\(\)/g, words: /\bdeps\b|\btests?\b/i },
]
const MOST_STEPS = 3
const MOST_NAMES = 200

/** Statements that combine a source of caller information with a name that only tests have, also through variables of the file. */
export function findCallerDetection(syntax: Syntax, path: string): Omit<Spot, 'path' | 'syntax'>[] {
  const statements = statementsIn(syntax)
  const asking = ASKING.filter(
    ({ languages, onlyInLibraries }) =>
      languages.test(syntax.language) && !(onlyInLibraries && isProgram(path, syntax)),
  )
  const found = asking.flatMap(({ of, words, does }) => {
    // Where a name was assigned, within its scope; null for one that is valid everywhere.
    const names: { readonly word: RegExp; readonly at: number | null }[] = []
    const asks = ({ from, code, spoken }: Statement): boolean =>
      new RegExp(of.source, 'm').test(keyed(code, spoken)) ||
      names.some(({ word, at }) => (at === null || (from >= at && from - at < SCOPE)) && word.test(code))
    for (let step = 0; step < MOST_STEPS && names.length < MOST_NAMES; step++)
      for (const statement of statements.filter(asks).slice(0, MOST_NAMES)) {
        const { from, code } = statement
        const isTop = from === 0 || syntax.code[from - 1] === '\n'
        for (const name of given(code)) names.push({ word: wordOf(name), at: isTop ? null : from })
        for (const name of /\breturn\b/.test(code) ? returnedBy(syntax.code, from) : [])
          names.push({ word: wordOf(name), at: null })
      }
    return statements
      .filter(statement => asks(statement) && (does?.test(statement.code) ?? true))
      .filter(({ from, code }) => !REMOVES.test(code) || /\\\s*$/.test(syntax.code.slice(Math.max(0, from - 80), from)))
      .filter(({ code, spoken }) => words.test(textIn(code, spoken)))
      .map(({ from }) => ({ line: syntax.lineAt(from), index: from, key: 'who runs it' }))
  })
  return found.filter(({ index }, at) => found.findIndex(one => one.index === index) === at)
}

const OF_PROGRAM =
  /(?:^|\/)(?:bin|cmd|cli|scripts?|exe|commands?)\/|(?:^|[/._-])(?:cli|main|__main__|bin|command\w*)\.\w+$/i

/** Whether people start the file as a program. */
const isProgram = (path: string, { text, code, language }: Syntax): boolean =>
  OF_PROGRAM.test(path) || text.startsWith('#!') || (language === 'go' && /^package main\b/m.test(code))

/** Statements that only remove something, as from the environment of a program that is started next. */
const REMOVES =
  /^\s*(?:del(?:ete)?\s+[\w$.]+(?:\[["'`\s]*\])?|[\w.]+\.pop\(["']\s*["'](?:,[\w\s"']*)?\)|Reflect\.deleteProperty\([\w$.]+,\s*["'`]\s*["'`]\))\s*;?\s*$/

/** How many lines below its assignment in a function a name is still followed. */
const SCOPE = 1_500

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w.$])${name}\\b`)

interface Statement {
  readonly from: number
  readonly code: string
  readonly spoken: string
}

/** Where parentheses seem to be open for longer, they are of something that is no code. */
const LONGEST = 2_000

/** Lines with their continuation lines, also those within parentheses. */
function statementsIn({ code, spoken }: Syntax): Statement[] {
  const found: Statement[] = []
  let from = 0
  const end = (to: number): void => {
    const first = from + (code.slice(from, to).match(/^\s*/)?.[0].length ?? 0)
    if (first < to) found.push({ from: first, code: code.slice(first, to), spoken: spoken.slice(first, to) })
    from = to
  }
  const open: string[] = []
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] ?? ''
    if (/[([{]/.test(sign)) open.push(sign)
    else if (/[)\]}]/.test(sign)) open.pop()
    const isInside = /[([]/.test(open.at(-1) ?? '') && at - from < LONGEST
    if (sign === ';' || (sign === '\n' && !isInside && !goesOn(code, at))) end(at + 1)
  }
  end(code.length)
  return found
}

const goesOn = (code: string, at: number): boolean =>
  /^\s*(?:[.?:)\]]|&&|\|\||\+|for\b|if\b|in\b|and\b|or\b)/.test(code.slice(at + 1, at + 60)) &&
  !/^\s*(?:if\b|for\b)[^\n]*[:{]/.test(code.slice(at + 1, at + 160))

/** The content of strings and regular expressions. Literals that are joined count as one. */
function textIn(code: string, spoken: string): string {
  let [text, between] = ['', '']
  for (let at = 0; at < code.length; at++) {
    if (code[at] === spoken[at]) {
      if (!/["'`]/.test(code[at] ?? '')) between += code[at]
      continue
    }
    text += /^[\s+.&]*$/.test(between) ? spoken[at] : `\n${spoken[at]}`
    between = ''
  }
  return text
}

/** Members accessed by a string count as members, and so do files in which the system describes a process. */
const keyed = (code: string, spoken: string): string =>
  `${code}\n${[...spoken.matchAll(/\[\s*["'`](\w+)["'`]\s*\]/g)].map(([, name]) => `.${name}`).join('\n')}${PROCESS_FILE.test(spoken) ? TOLD_BY_SYSTEM : ''}`

const PROCESS_FILE = /["'`]\/proc\/(?:(?:self|\$?\{[^}]*\})\/(?:cmdline|environ|comm|exe)|["'`]\s*[+,])/
const TOLD_BY_SYSTEM = '\n.cmdline'

const given = (code: string): string[] =>
  [
    /(?:\b(?:const|let|var)\s+|^\s*)([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=(?![=>])/,
    /\b(?:const|let|var)\s*[[{]\s*([^}\]]*)[}\]]\s*=(?!=)/,
    /\bfor\s+(?:\w+\s*,\s*)?(\w+)\s*:=\s*range\b/,
    /\bfor\s*\(?\s*(?:const|let|var)?\s*([A-Za-z_$][\w$]*)\s+(?:of|in)\b/,
    /^\s*([A-Za-z_]\w*)\s*:?=(?!=)/,
    /(?:^|[{;])\s*(?:(?:if|switch)\s+)?((?:\w+\s*,\s*)*\w+)\s*:=/,
  ]
    .flatMap(pattern => pattern.exec(code)?.[1]?.split(/[\s,:]+/) ?? [])
    .filter(name => /^[A-Za-z_$][\w$]*$/.test(name) && name.length > 0 && !/^(?:module|exports|self|this)$/.test(name))
    .map(name => name.replaceAll('$', '\\$'))

/** The function that a `return` at this place most likely belongs to. */
const returnedBy = (code: string, at: number): string[] => {
  const heads =
    /\b(?:function\s*\*?|def|func)\s+([A-Za-z_]\w*)|\b(?:const|let|var)\s+([A-Za-z_]\w*)\s*=\s*(?:async\s*)?(?:function\b|\([^)\n]*\)\s*(?::[^=\n]+)?=>|\w+\s*=>)/g
  const last = [...code.slice(0, at).matchAll(heads)].at(-1)
  return [last?.[1] ?? last?.[2]].filter(name => name !== undefined)
}
