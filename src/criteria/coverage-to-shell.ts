import { shellQuote } from '../tools/shell/shell-quote.ts'
import type { LeafOf } from './criterion.ts'

/**
 * Reads the total from what the common coverage tools print: a table with "All files", a row "TOTAL", "Lines : 80%", "total:", or a
 * sentence with "coverage". The total of a table or a row counts more than a sentence.
 */
const READS_TOTAL = [
  String.raw`{ gsub(/\033\[[0-9;]*m/, "") }`,
  String.raw`/[Ff]ile *\|.*%/ { n = split($0, head, "|"); at = 2; for (i = 2; i <= n; i++) if (head[i] ~ /[Ll]ine/ && head[i] ~ /%/) at = i }`,
  String.raw`/[Aa]ll files *\|/ { split($0, cell, "|"); total = cell[at ? at : 2] + 0; rank = 2 }`,
  String.raw`/^(TOTAL|total:)[ \t]/ && /%/ { text = $0; while (match(text, /[0-9.]+%/)) { total = substr(text, RSTART, RLENGTH) + 0; rank = 2; text = substr(text, RSTART + RLENGTH) } }`,
  String.raw`rank < 2 && (/^Lines *:/ || /[Cc]overage/) && match($0, /[0-9.]+ ?%/) { total = substr($0, RSTART, RLENGTH) + 0; rank = 1 }`,
].join(' ')

/** The run succeeds, and the total that it prints is high enough; without a total the line fails. */
export function coverageLine({ command, is, value }: LeafOf<'output_threshold'>): string | null {
  const sign = { at_least: '>=', above: '>', at_most: '<=', below: '<', equal: '==' }[is]
  if (typeof value !== 'number') return null
  const program = `${READS_TOTAL} END { if (!rank) print "no coverage figure found"; exit !(rank && total ${sign} ${value}) }`
  return `{ output=$( { ${command}; } 2>&1 ); code=$?; printf '%s\\n' "$output"; test "$code" -eq 0 && awk ${shellQuote(program)} <<<"$output"; }`
}
