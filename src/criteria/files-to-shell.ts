import { shellPath, shellQuote } from '../tools/shell/shell-quote.ts'
import { SOURCE_EXTENSIONS } from '../tools/syntax/language.ts'
import type { FileRule, LeafOf } from './criterion.ts'
import { documentedLine } from './documented-to-shell.ts'

/** A rule about files as a line for bash; null when only `agent-loop verify` can say it. */
export function fileLine({ glob, each }: LeafOf<'files'>): string | null {
  if (each.kind === 'exists')
    return /[*?{[]/.test(glob) ? `ls -d ${shellPath(glob)} > /dev/null 2>&1` : `test -e ${shellQuote(glob)}`
  if (each.kind === 'documented') return documentedLine(glob, each)
  return /[*?{[]/.test(glob) || /\/$/.test(glob) ? null : textLine(glob, each)
}

function textLine(path: string, each: FileRule): string | null {
  if (each.kind === 'contains')
    return denied(each.negated, `grep -qF -- ${shellQuote(each.text)} ${shellQuote(path)}`, path)
  if (each.kind !== 'matches' || !/^[im]*$/.test(each.flags)) return null
  const pattern = each.pattern
    .replaceAll('[^\\n]', '.')
    .replaceAll('\\s', '[[:space:]]')
    .replaceAll('\\S', '[^[:space:]]')
  if (/\(\?|\\[a-zA-Z]/.test(pattern)) return null
  const search = `grep -${each.flags.includes('i') ? 'i' : ''}E -- ${shellQuote(pattern)}`
  // Without `m`, a pattern may reach over lines.
  const line = each.flags.includes('m')
    ? `${search} ${shellQuote(path)} > /dev/null`
    : `tr '\\n' ' ' < ${shellQuote(path)} | ${search} > /dev/null`
  return denied(each.negated, `{ ${line}; }`, path)
}

/** In a missing file nothing is found, which must not count as absence. */
const denied = (negated: boolean, line: string, path: string): string =>
  negated ? `{ test -e ${shellQuote(path)} && ! ${line}; }` : line

const COMMENT = String.raw`^[^:]*:[0-9]+:[[:space:]]*(//|#|\*|/\*|--)`
const KEYWORDS = 'function|class|interface|enum|struct|trait|type|def|func|fn|fun|module|mod|const|let|var|val|static'

/** Lines that begin as comments do not count; a comment behind code does, unlike in our own check. */
export function symbolLine({ name, glob, is }: LeafOf<'symbol'>): string {
  const word = name.replace(/^\./, '')
  const where = /[*?{[]/.test(glob)
    ? `--include=*.{${SOURCE_EXTENSIONS.join(',')}} --exclude-dir={node_modules,.git,vendor,dist,build,target} -- PATTERN ${shellQuote(glob.replace(/\/?\*.*$/, '') || '.')}`
    : `-- PATTERN ${shellQuote(glob)}`
  const declares = is === 'declared' || is === 'undeclared'
  const pattern = declares
    ? `(${KEYWORDS})[[:space:]]+([^=;]*[[:space:].)])?${word}|[.]${word}[[:space:]]*=[^=]|${aliasOf(word)}`
    : word
  const find = `grep -rnH${declares ? 'E' : 'wF'} ${where.replace('PATTERN', shellQuote(pattern))}`
  const line = `${find} | grep -vE '${COMMENT}' > /dev/null`
  return is === 'used' || is === 'declared' ? `{ ${line}; }` : `{ ! ${line}; }`
}

/** Something else gets the name: in a list of exports on one line, or by a method that defines methods. */
const aliasOf = (word: string): string =>
  `export.*[[:space:]]as[[:space:]]+${word}([^A-Za-z0-9_$]|$)|module[.]exports[[:space:]]*=.*[{,[:space:]]${word}:|(define_method|alias_method|alias)[[:space:](]+:?${word}([^A-Za-z0-9_]|$)`
