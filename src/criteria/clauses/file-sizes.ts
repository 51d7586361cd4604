import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { Criterion, Relation } from '../criterion.ts'
import { exits } from '../reading.ts'
import type { Comparison } from './comparison.ts'
import { isFile } from './file-words.ts'

// Lengths and sizes are not a kind of criterion: a shell command checks them, and its exit code decides.

const operators: Readonly<Record<Relation, string>> = {
  above: '-gt',
  at_least: '-ge',
  below: '-lt',
  at_most: '-le',
  equal: '-eq',
}

/** Every file of a glob has so many lines. */
export function linesWithin(glob: string, { is, value }: Comparison, said: string): Criterion {
  if (isFile(glob) && !/[*?{]/.test(glob))
    return exits(`test -f ${shellQuote(glob)} && test "$(wc -l < ${shellQuote(glob)})" ${operators[is]} ${value}`, said)
  const { folder, name } = partsOf(glob)
  const found = `find ${shellQuote(folder)} -type f -not -path '*/node_modules/*' -not -path '*/.git/*'${name === '*' ? '' : ` ${nameTest(name)}`}`
  // awk ends with 1 at a file that breaks the rule, and find names that file.
  const script = `END { exit !(NR ${{ above: '>', at_least: '>=', below: '<', at_most: '<=', equal: '==' }[is]} ${value}) }`
  return exits(
    `test -n "$(${found} | head -n 1)" && test -z "$(${found} ! -exec awk ${shellQuote(script)} {} \\; -print)"`,
    said,
  )
}

/** A missing file has no size, but a shell counts it as 0, so existence is checked first. */
export function sizeWithin(path: string, { is, value }: Comparison, said: string): Criterion {
  const limit = `${operators[is]} ${Math.round(value)}`
  const quoted = shellQuote(path)
  if (isFile(path)) return exits(`test -f ${quoted} && test "$(wc -c < ${quoted})" ${limit}`, said)
  return exits(
    `test -n "$(find ${quoted} -type f | head -n 1)" && test "$(find ${quoted} -type f -exec cat {} + | wc -c)" ${limit}`,
    said,
  )
}

function partsOf(glob: string): { folder: string; name: string } {
  const at = glob.search(/[*?{]/)
  const folder = glob.slice(0, Math.max(0, glob.lastIndexOf('/', at))) || '.'
  return { folder, name: glob.slice(glob.lastIndexOf('/') + 1) }
}

/** `*.{ts,tsx}` for a `find` that knows no braces. */
function nameTest(name: string): string {
  const braces = /^(.*)\{([^{}]+)\}(.*)$/.exec(name)
  if (!braces) return `-name ${shellQuote(name)}`
  const [, before = '', list = '', after = ''] = braces
  return `\\( ${list
    .split(',')
    .map(each => `-name ${shellQuote(`${before}${each}${after}`)}`)
    .join(' -o ')} \\)`
}
