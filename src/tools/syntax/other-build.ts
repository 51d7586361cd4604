import type { Language } from './language.ts'
import { parse, type Syntax, syntaxOf } from './syntax.ts'

/** How a changed file takes part in another build: a release, an optimized program, production. */
export interface OtherBuild {
  /** Variables with which the same command makes that build. */
  readonly env: Readonly<Record<string, string>>
  /** The file as that build has it, where no variable reaches it; null when it stays. */
  readonly text: string | null
}

interface BuildKind {
  readonly languages: RegExp
  /** New code that can be different there. */
  readonly asks: RegExp
  readonly env?: Readonly<Record<string, string>>
  readonly text?: (syntax: Syntax) => string
  /** Reads of the environment, and what production reads there. Tests often set the variable themselves, so new lines are rewritten. */
  readonly reads?: readonly (readonly [RegExp, string])[]
}

const profile = (name: string): Record<string, string> => ({
  [`CARGO_PROFILE_${name}_DEBUG_ASSERTIONS`]: 'false',
  [`CARGO_PROFILE_${name}_OVERFLOW_CHECKS`]: 'false',
})
// Code without assertions leaves variables unused, and that is no error of the work.
const WITHOUT_ASSERTIONS = ['variable', 'but-set-variable', 'parameter', 'function', 'value']
  .map(name => `#pragma GCC diagnostic ignored "-Wunused-${name}"\n`)
  .join('')

const KINDS: readonly BuildKind[] = [
  {
    languages: /^rust$/,
    asks: /\b(?:debug_assert\w*|debug_assertions|overflow_checks|catch_unwind|set_hook|panicking|PROFILE|OPT_LEVEL)\b|::M(?:AX|IN)\s*[-+*]|\.join\(\)\s*\.is_err/,
    env: { ...profile('DEV'), ...profile('TEST') },
  },
  {
    languages: /^c$/,
    asks: /\bassert\s*\(|\bNDEBUG\b|\b__OPTIMIZE__\b|\b_?DEBUG\b|\bRELEASE\b|\bPRODUCTION\b/,
    text: ({ text }) => `#undef NDEBUG\n#define NDEBUG 1\n${WITHOUT_ASSERTIONS}${text}`,
  },
  {
    languages: /^python$/,
    asks: /^\s*assert\b|:\s*assert\b|\b__debug__\b|\bflags\.optimize\b|\bPYTHONOPTIMIZE\b/m,
    text: optimized,
  },
  {
    languages: /^python$/,
    asks: /\b(?:APP_|FLASK_|DJANGO_)?ENV(?:IRONMENT)?["']|["']TEST(?:ING|_MODE)?["']/,
    reads: [
      [/\bos\.(?:getenv\(|environ\.get\()\s*["']TEST(?:ING|_MODE)?["'][^()\n]*\)/g, '""'],
      [
        /\bos\.(?:getenv\(|environ\.get\()\s*["'](?:APP_|FLASK_|DJANGO_)?ENV(?:IRONMENT)?["'][^()\n]*\)/g,
        '"production"',
      ],
    ],
  },
  {
    languages: /^(?:javascript|typescript|jsx|tsx)$/,
    asks: /\bNODE_ENV\b|\bimport\.meta\b[^;\n]*\benv\b/,
    env: { NODE_ENV: 'production' },
    reads: [
      [/\bprocess\.env(?:\??\.NODE_ENV\b|(?:\?\.)?\[\s*["'`]NODE_ENV["'`]\s*\])(?!\s*=[^=])/g, "'production'"],
      [
        /(?:\(\s*import\.meta as [^()]+\)|\bimport\.meta)\??\.env\b(?!(?:\??\.\w+|\[[^\]\n]*\])?\s*=[^=])/g,
        "Object.assign({}, $&, { MODE: 'production', DEV: false, PROD: true })",
      ],
    ],
  },
  {
    languages: /^ruby$/,
    asks: /\b(?:RAILS|RACK|HANAMI|APP)_ENV\b|\bRails\.env\b|\$(?:VERBOSE|DEBUG|-[vwWd])\b/,
    env: { RAILS_ENV: 'production', RACK_ENV: 'production', HANAMI_ENV: 'production', APP_ENV: 'production' },
    reads: [
      [/\bRails\.env\.test\?/g, 'false'],
      [/\$(?:VERBOSE|DEBUG|-[vwWd])\b(?!\s*(?:\|\|)?=[^=~]|\s*,)/g, 'false'],
      [
        /\bENV(?:\[\s*|\.fetch\(\s*)["'](?:RAILS|RACK|HANAMI|APP)_ENV["'][^)\]\n]*[)\]](?!\s*(?:\|\|)?=[^=~])/g,
        "'production'",
      ],
    ],
  },
  {
    languages: /^php$/,
    asks: /\bAPP_ENV\b|\brunningUnitTests\b|\benvironment\(/,
    reads: [
      [/\bapp\(\)->(?:runningUnitTests\(\)|environment\(\s*["']testing["']\s*\))/g, 'false'],
      [
        /\b(?:getenv|env)\(\s*["']APP_ENV["'][^()\n]*\)|\$_(?:ENV|SERVER)\[\s*["']APP_ENV["']\s*\](?!\s*=[^=])/g,
        "'production'",
      ],
    ],
  },
]

/** Null when nothing new in the file can be different in another build. */
export function otherBuildOf(path: string, before: string, now: string): OtherBuild | null {
  const syntax = syntaxOf(path, now)
  if (syntax === null) return null
  const added = addedTo(before, now)
  if (syntax.language === 'go') return otherTags(added)
  const lines = spokenIn(syntax.language, added)
  const kind = KINDS.find(({ languages, asks }) => languages.test(syntax.language) && asks.test(lines))
  if (kind === undefined) return null
  const read = kind.reads === undefined ? null : inProduction(syntax, kind.reads, before)
  if (read !== null) return { env: {}, text: read }
  if (kind.env === undefined && kind.text === undefined) return null
  return { env: kind.env ?? {}, text: kind.text?.(syntax) ?? null }
}

/** The text with new reads of the environment replaced; null when there is none that can be. */
function inProduction({ text, spoken }: Syntax, reads: NonNullable<BuildKind['reads']>, before: string): string | null {
  const known = linesOf(before)
  const heard = spoken.split('\n')
  const inUse = (line: string): string => reads.reduce((done, [pattern, value]) => done.replace(pattern, value), line)
  const rewritten = text
    .split('\n')
    .map((line, at) => (known.has(line.trim()) || inUse(heard[at] ?? '') === heard[at] ? line : inUse(line)))
    .join('\n')
  return rewritten === text ? null : rewritten
}

const linesOf = (text: string): ReadonlySet<string> => new Set(text.split('\n').map(line => line.trim()))

const spokenIn = (language: Language, text: string): string => parse(language, text).spoken

function addedTo(before: string, now: string): string {
  const known = linesOf(before)
  return now
    .split('\n')
    .filter(line => !known.has(line.trim()))
    .join('\n')
}

/** Build tags of Go that name a system or a compiler, and no build that somebody chooses. */
export const PLATFORM_TAG =
  /^(?:linux|darwin|windows|unix|freebsd|openbsd|netbsd|dragonfly|solaris|illumos|aix|plan9|android|ios|js|wasip1|wasm|amd64|arm64|arm|386|ppc64(?:le)?|mips\w*|riscv64|s390x|loong64|cgo|gc|gccgo|go1\.\d+|purego|appengine|tinygo|ignore|tools|noasm)$/

function otherTags(added: string): OtherBuild | null {
  const lines = added.match(/^\/\/\s*(?:go:build|\+build)\s.*$/gm) ?? []
  const tags = lines.flatMap(line => line.replace(/^\/\/\s*(?:go:|\+)build/, '').match(/[\w.]+/g) ?? [])
  const chosen = [...new Set(tags)].filter(tag => !PLATFORM_TAG.test(tag))
  return chosen.length === 0 ? null : { env: { GOFLAGS: `-tags=${chosen.join(',')}` }, text: null }
}

/** What `python -O` runs; the assertions of the tests stay. */
function optimized({ text, code }: Syntax): string {
  let done = ''
  let at = 0
  for (const match of code.matchAll(/(?<=^[ \t]*|[:;][ \t]*)assert\b|\b__debug__\b|\bsys\.flags\.optimize\b/gm)) {
    if (match.index < at) continue
    const isAssert = match[0] === 'assert'
    const end = isAssert ? endOfStatement(code, match.index) : match.index + match[0].length
    done += text.slice(at, match.index) + (isAssert ? 'pass' : match[0] === '__debug__' ? 'False' : '1')
    at = end
  }
  return done + text.slice(at)
}

function endOfStatement(code: string, from: number): number {
  let depth = 0
  for (let index = from; index < code.length; index++) {
    const sign = code[index] ?? ''
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (depth === 0 && (sign === ';' || (sign === '\n' && code[index - 1] !== '\\'))) return index
  }
  return code.length
}
