import type { Syntax } from '../../../tools/syntax/syntax.ts'

const FUNCTION =
  /^[ \t]*(?:function[ \t]+)?[\w:.-]+[ \t]*(?:\([ \t]*\))?[ \t\n]*\{(?:[^\n]*\}[ \t]*$|[\s\S]*?^[ \t]*\}[ \t]*$)/gm
const OFF =
  /(?<=^|[;&|{]|\b(?:then|do|else)\b)[ \t]*(?:set[ \t]+\+(?:[a-df-z]*e[a-z]*|o[ \t]+errexit)\b|shopt[ \t]+-[a-z]*(?:uo?|ou)[a-z]*[ \t]+(?:-o[ \t]+)?errexit\b|trap[ \t]+(?:-|''|"")[ \t][^\n;]*\b(?:ERR|DEBUG)\b)/gim
const ON =
  /(?<=^|[;&|{])[ \t]*(?:set[ \t]+-(?:[a-z]*e[a-z]*|o[ \t]+errexit)\b|shopt[ \t]+-[a-z]*s[a-z]*o?[ \t]+errexit\b)/m
/** Lines of a library besides its functions. */
const SETTING =
  /^[ \t]*(?:$|[A-Za-z_]\w*\+?=|(?:set|shopt|trap|readonly|declare|typeset|export|source|\.|:|true|return|unset|alias)\b|\.[ \t]|\[|if\b|then\b|else\b|fi\b)/

/**
 * Places outside of functions where a shell library lets failing commands pass, and that is how it stays: tests that source it continue
 * after a failed comparison. A program decides that for itself.
 */
export function failuresIgnored({ code, text, language }: Syntax): number[] {
  if (language !== 'shell') return []
  const outside = code.replaceAll('\r', ' ').replace(FUNCTION, body => body.replace(/[^\n]/g, ' '))
  if (
    text.startsWith('#!') &&
    !outside
      .split('\n')
      .slice(1)
      .every(line => SETTING.test(line))
  )
    return []
  return [...outside.matchAll(OFF)].flatMap(({ 0: found, index }) =>
    ON.test(outside.slice(index)) ? [] : [index + found.length - found.trimStart().length],
  )
}
