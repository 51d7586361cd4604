/** One line of a diff as it is shown. */
interface DiffLine {
  readonly kind: 'file' | 'note' | 'hunk' | 'plus' | 'minus' | ''
  readonly text: string
}

/** What git says about a file beside its name, as far as people read it. */
const NOTES = /^(?:new file|deleted file|similarity index|Binary files|old mode|new mode|… )/

/** A diff with one heading per file instead of git's. Lines that belong to no file are kept. */
export function diffLines(lines: readonly string[]): readonly DiffLine[] {
  const shown: DiffLine[] = []
  let inHeading = false
  for (const line of lines) {
    const file = fileIn(line)
    if (file !== null) {
      inHeading = true
      shown.push({ kind: 'file', text: file })
    } else if (line.startsWith('@@')) {
      inHeading = false
      shown.push({ kind: 'hunk', text: line })
    } else if (!inHeading) shown.push({ kind: kindOf(line), text: line })
    else if (NOTES.test(line)) shown.push({ kind: 'note', text: line })
  }
  return shown.at(-1)?.text === '' ? shown.slice(0, -1) : shown
}

/** The name of the file in the first line about it; both names of a renamed one. */
function fileIn(line: string): string | null {
  const [, same] = /^diff --git "?a\/(.*?)"? "?b\/\1"?$/.exec(line) ?? []
  if (same !== undefined) return same
  const [, before, after] = /^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/.exec(line) ?? []
  if (before === undefined || after === undefined) return null
  return `${before} → ${after}`
}

const kindOf = (line: string): DiffLine['kind'] => (line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : '')
