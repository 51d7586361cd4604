import type { Syntax } from '../../../tools/syntax/syntax.ts'

const FUNCTION =
  /^[ \t]*(?:function[ \t]+)?(?<name>[\w:.-]+)[ \t]*(?:\([ \t]*\))?[ \t\n]*\{(?:[^\n]*\}[ \t]*$|[\s\S]*?^[ \t]*\}[ \t]*$)/gm
const SET_OFF = 'set(?:[ \\t]+[-+]\\w+)*[ \\t]+\\+(?:[a-z]*e[a-z]*|o[ \\t]+errexit)\\b'
const OFF = new RegExp(
  `(?<![\\w.$/=-])(?:${SET_OFF}|shopt[ \\t]+-[a-z]*(?:uo?|ou)[a-z]*[ \\t]+(?:-o[ \\t]+)?errexit\\b|trap[ \\t]+(?:-|''|"")[ \\t][^\\n;]*\\b(?:ERR|DEBUG)\\b)`,
  'gim',
)
/** The same in a text that the shell runs. */
const QUOTED_OFF = new RegExp(`(?<![\\w.$/=-])(?:eval|trap)\\b[^\\n]*["'][^\\n"']*\\b${SET_OFF}`, 'gim')
const ON =
  /(?<=^|[;&|{])[ \t]*(?:set[ \t]+-(?:[a-z]*e[a-z]*|o[ \t]+errexit)\b|shopt[ \t]+-[a-z]*s[a-z]*o?[ \t]+errexit\b)/m
/** What a file does only as a program: `if [ "$0" = "$BASH_SOURCE" ]; then main "$@"; fi`. */
const AS_PROGRAM =
  /^[^\n]*(?:BASH_SOURCE|\$\{?0)\b[^\n]*(?<!!)={1,2}[^\n]*(?:\bthen\b(?:[^\n]*\bfi\b|[\s\S]*?^[ \t]*fi\b)|&&[^\n]*)/gm
/** Lines of a library besides its functions. */
const SETTING =
  /^[ \t]*(?:$|[A-Za-z_]\w*\+?=|(?:set|shopt|trap|readonly|declare|typeset|export|source|\.|:|true|return|unset|alias|command|builtin|eval|case|esac)\b|\.[ \t]|\[|if\b|then\b|else\b|fi\b)/

/**
 * Places outside of functions where a shell library lets failing commands pass, and that is how it stays: tests that source it continue
 * after a failed comparison. A program decides that for itself.
 */
export function failuresIgnored({ code, spoken, text, language }: Syntax): number[] {
  if (language !== 'shell') return []
  const functions = functionsIn(code)
  const guarded = guardedIn(spoken)
  const called = calledWhenLoaded(blanked(code, guarded), functions)
  if (text.startsWith('#!') && runsSomething(code, functions)) return []
  const later = functions.filter(one => !called.includes(one))
  const [commands, texts] = [blanked(code, later), blanked(spoken, later)]
  return [...commands.matchAll(OFF), ...texts.matchAll(QUOTED_OFF)].flatMap(({ index }) =>
    ON.test(commands.slice(index)) ? [] : [index],
  )
}

/** Whether a file only has functions and settings, apart from what it does as a program: other files source it. */
export function isShellLibrary({ code, spoken, language }: Syntax): boolean {
  const functions = language === 'shell' ? functionsIn(code) : []
  return functions.length > 0 && !runsSomething(code, [...functions, ...guardedIn(spoken)])
}

const guardedIn = (spoken: string): readonly Part[] =>
  [...spoken.matchAll(AS_PROGRAM)].map(({ 0: body, index }) => ({ start: index, end: index + body.length }))

const runsSomething = (code: string, apartFrom: readonly Part[]): boolean =>
  blanked(code, apartFrom)
    .split('\n')
    .slice(1)
    .some(line => !SETTING.test(line))

const functionsIn = (code: string): readonly ShellFunction[] =>
  [...code.replaceAll('\r', ' ').matchAll(FUNCTION)].map(({ 0: body, index, groups }) => ({
    name: groups?.['name'] ?? '',
    start: index,
    end: index + body.length,
  }))

interface Part {
  readonly start: number
  readonly end: number
}

interface ShellFunction extends Part {
  readonly name: string
}

const blanked = (code: string, parts: readonly Part[]): string =>
  parts.reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end),
    code.replaceAll('\r', ' '),
  )

/** Functions that run while the file is sourced: called outside of functions, or by one of these. */
function calledWhenLoaded(code: string, functions: readonly ShellFunction[]): readonly ShellFunction[] {
  let called: readonly ShellFunction[] = []
  for (;;) {
    const run = blanked(
      code,
      functions.filter(one => !called.includes(one)),
    )
    const now = functions.filter(
      one =>
        called.includes(one) || new RegExp(`(?<![\\w.$/=-])${one.name.replace(/[.]/g, '\\.')}(?![\\w.(-])`).test(run),
    )
    if (now.length === called.length) return called
    called = now
  }
}
