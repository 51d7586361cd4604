/** Lines that a page shows and that the output lacks, in order. `…` at the end of a line stands for its rest; durations are not compared. */
export function missingFrom(shown: readonly string[], output: string): readonly string[] {
  const printed = output.split('\n').map(comparable)
  let at = 0
  return shown.filter(line => {
    const wanted = comparable(line.replace(/ ?…$/, ''))
    const found = printed.findIndex(
      (text, index) => index >= at && (line.endsWith('…') ? text.startsWith(wanted) : text === wanted),
    )
    if (found === -1) return true
    at = found + 1
    return false
  })
}

const comparable = (line: string): string => line.trimEnd().replaceAll(/\b(?:\d+m )?\d+(?:\.\d+)?m?s\b/g, '0s')
