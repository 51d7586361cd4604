import { EXACT_VARIABLES, WIDE_VARIABLES } from '../../../tools/protection/detection.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { Spot } from './new-spots.ts'

const NAME = new RegExp(`(?<![\\w$-])(?:(?<exact>${EXACT_VARIABLES})|(?:${WIDE_VARIABLES}))(?![\\w$-])`, 'g')
const ENVIRONMENT = /env(?:iron(?:ment)?)?(?![a-z])|\bprocess\b|\bgetenv\b/i
// Scripts set these variables for the programs that they start, and configs list them.
const NOT_CODE = /^(?:shell|yaml|toml|json|ini|make|docker\w*)$/

/**
 * Variables of a runner, however the code gets at the environment: `globalThis.process?.env?.VITEST`, `env['VITEST']`, a lookup by its
 * name. Code that sets one, or declares the name for itself, does not count.
 */
export function namedVariables(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  const { language, code, spoken } = syntax
  if (NOT_CODE.test(language)) return []
  const readsEnvironment = ENVIRONMENT.test(spoken)
  const aliases = aliasesIn(spoken)
  return [...spoken.matchAll(NAME)].flatMap(found => {
    const { index } = found
    const [name] = found
    const line = spoken.slice(spoken.lastIndexOf('\n', index) + 1, index)
    const rest = spoken.slice(index + name.length, index + name.length + 200)
    // A word alone (`VITEST`) may be a member of a list of runners, and a prefix may be part of any name.
    const isSure = found.groups?.['exact'] !== undefined && name.includes('_')
    const isOfAlias = aliases.has(OWNER.exec(line)?.[1] ?? '')
    const isNear = found.groups?.['exact'] === undefined ? ENVIRONMENT.test(line) || isOfAlias : readsEnvironment
    if (!isSure && !isNear) return []
    const isAsked =
      code[index] === spoken[index]
        ? isRead(line, rest, !isSure && !isOfAlias ? spoken : null)
        : isWholeText(line, rest) && !isForOthers(syntax, index, rest) && !isListed(code, index)
    return isAsked
      ? [{ line: syntax.lineAt(index), index, key: `a variable that only a runner sets:name ${name}` }]
      : []
  })
}

const SETS = /^\s*(?:\?\?|\|\||&&)?=(?![=>~])/
const TAKES_APART = /^[^{}]*\}[\s}]*(?::[^=;{}]*)?=(?![=>])/

const OWNER = /([\w$]*)\s*[)\]]*\s*[!?]?\.\s*$/

/** `{ env: Env } = process`, `({ env: Env }) =>`, `import { env as Env }`: other names of the environment. */
const aliasesIn = (spoken: string): ReadonlySet<string> =>
  new Set([...spoken.matchAll(ALIAS)].flatMap(({ groups }) => groups?.['taken'] ?? groups?.['imported'] ?? []))
const ALIAS =
  /\benv(?:iron)?["']?\s*(?::\s*(?<taken>[\w$]+)(?=[^{}]*\}[\s}]*(?:(?::[^=;{}]*)?=(?![=>])|\)\s*(?:=>|\{)))|\s+as\s+(?<imported>[\w$]+))/g

/** A member or a variable, not one that gets its value here. What may be a member of a list of runners has the text that shows it. */
function isRead(line: string, rest: string, spoken: string | null): boolean {
  const owner = OWNER.exec(line)
  if (owner !== null) return !SETS.test(rest) && (spoken === null || !isOwnList(owner[1] ?? '', spoken))
  if (TAKES_APART.test(rest)) return true
  return !/\b(?:import|export|const|let|var|enum)\b[^=]*$/.test(line) && !/^\s*\??\s*:/.test(rest) && !SETS.test(rest)
}

/** `Runner.VITEST`, where `Runner` lists runners. */
const isOwnList = (owner: string, spoken: string): boolean =>
  /^[A-Z][a-z]\w*$/.test(owner) && !new RegExp(`\\b${owner}\\b\\s*(?::[^=;]*)?=[^;\\n]*env`, 'i').test(spoken)

/** A text that is nothing but the name, and no key that gets a value. */
const isWholeText = (line: string, rest: string): boolean =>
  /["'`:]$/.test(line) &&
  (/^=?["'`](?!\s*:(?!:))(?!\s*\]\s*=(?![=>]))/.test(rest) || TAKES_APART.test(rest)) &&
  !/\bdelete\b[^;]*$|^\s*del\s[^;]*$/.test(line)

const SETTERS =
  /(?:\b(?:setenv|putenv|unsetenv|set_var|remove_var|stubEnv|put_env|delete_env)|\.\s*env_remove)\s*\(\s*["'`]$|\bReflect\s*\.\s*(?:deleteProperty|set)\s*\(\s*[\w$.]+\s*,\s*["'`]$/i
const LONGEST_CALL = 200

/** A call that sets or removes the variable for a program that the code starts: its first text is the name. */
function isForOthers({ language, code, spoken }: Syntax, index: number, rest: string): boolean {
  const before = spoken.slice(Math.max(0, index - LONGEST_CALL), index)
  if (SETTERS.test(before)) return true
  if (language === 'rust') return /\.\s*env\s*\(\s*"$/.test(before) && /^"\s*,/.test(rest)
  // What it returns is the value, so only a statement of its own does not read it.
  const isStatement =
    /(?:^|(?<!\\)\n)[ \t]*[\w.]+\.pop\(["']$/.test(before) &&
    /^["'](?:\s*,[^()\n]*)?\)[ \t]*;?[ \t]*(?:\n|$)/.test(rest)
  const outside = code.slice(Math.max(0, index - LONGEST_LIST), index).replace(/\([^(]*$/, '')
  return language === 'python' && isStatement && opening(outside) < 0
}

const LONGEST_LIST = 2000

/** Whether the text is an element of a list: of variables that other programs get, or do not get. Not of one that is asked at once. */
function isListed(code: string, index: number): boolean {
  const before = code.slice(Math.max(0, index - LONGEST_LIST), index)
  const start = opening(before)
  if (start < 0 || before[start] !== '[') return false
  const lead = before.slice(0, start)
  if (/[\w$)\]?.]\s*$/.test(lead) && !LOOPS.test(lead)) return false
  const after = code.slice(index, index + LONGEST_LIST)
  const tail = after.slice(closing(after) + 1)
  return !ASKS.test(tail) && (!LOOPS.test(lead) || REMOVES.test(tail))
}

const LOOPS = /\bfor\b\s*(?:await\s*)?\(?\s*(?:(?:const|let|var)\s+)?[\w$]+(?:\s*,\s*[\w$]+)*\s+(?:of|in)\s*&?\s*$/
const ASKS =
  /^(?:\s*as\s+const)?\s*\)?\s*\??\.\s*(?:iter\(\)\s*\.\s*)?(?:some|every|find\w*|filter|map|flatMap|includes|any|all)\b\??\s*[({]/
/** `for (const name of ['VITEST']) delete env[name]` */
const REMOVES = /^\s*\)?\s*:?\s*\{?\s*(?:del(?:ete)?\s|[\w.]+\.pop\()/

/** Where the innermost open bracket is. */
function opening(before: string): number {
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    const one = before[at] ?? ''
    if (/[)\]}]/.test(one)) depth++
    else if (/[([{]/.test(one) && depth-- === 0) return at
  }
  return -1
}

/** Where the innermost open bracket is closed. */
function closing(after: string): number {
  let depth = 0
  for (let at = 0; at < after.length; at++) {
    const one = after[at] ?? ''
    if (/[([{]/.test(one)) depth++
    else if (/[)\]}]/.test(one) && depth-- === 0) return at
  }
  return after.length
}
