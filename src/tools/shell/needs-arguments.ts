/** Positional parameters that a script reads without a default: `$1`, `"${2}"`, but not `${1:-all}`. */
const READS = /\$(?:[1-9]|\{[1-9]\})/

const FUNCTION = /^[ \t]*(?:function\s+[\w:-]+\s*(?:\(\)\s*)?|[\w:-]+\s*\(\)\s*)\{[^\n]*\n[\s\S]*?^[ \t]*\}/gm

/** Options are read in a loop, or one word is compared: the script also works without them. */
const OPTIONAL = /\bgetopts?\b|\bwhile\b[^\n]*\$#|\bfor \w+(?: in "\$@")?\s*(?:;|\n)/

const REFUSES = /(?:\bexit [1-9]|\bexit -1|\busage\b|\bdie\b)/i

/** Whether a shell script can only be called with arguments, so that its bare name is no command. */
export function needsArguments(script: string): boolean {
  // Programs in single quotes, as for awk, have parameters of their own.
  const text = script
    .replace(/^\s*#.*$/gm, '')
    .replace(FUNCTION, '')
    .replace(/'[^'\n]*'/g, "''")
  if (/\$\{[1-9]:?\?/.test(text)) return true
  const counted = /(?:\$#["']?\s*(?:-lt|-ne|-eq|-le|!=|==|=|<)|-z\s+["']?\$\{?1\b)/.exec(text)
  if (counted !== null && REFUSES.test(text.slice(counted.index, counted.index + NEARBY))) return true
  if (OPTIONAL.test(text)) return false
  const lines = text.split('\n').filter(line => READS.test(line) && !/\[\[?\s|\btest\s|\bcase\b/.test(line))
  const isStrict = /^\s*set\s+(?:-\w*u|-o nounset)/m.test(text)
  return lines.some(line => isStrict || /^\s*["']?\$(?:[1-9]|\{[1-9]\})/.test(line))
}

const NEARBY = 200
