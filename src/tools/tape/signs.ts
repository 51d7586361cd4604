const TOTAL = /^# (?:pass|fail) {2}\d+$/
const OPERATOR = /^ {4}operator: \w+$/

/** Lines by which the TAP of tape differs from that of others: two spaces in its totals, and what an assertion compared with. */
export const isOfTape = (line: string): boolean =>
  (line.startsWith('# ') && TOTAL.test(line)) || (line.startsWith('    operator: ') && OPERATOR.test(line))
