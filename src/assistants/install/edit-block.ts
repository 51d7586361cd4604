/** The marks around our block in a file that we do not own. */
export interface BlockMarks {
  readonly begin: string
  readonly end: string
}

export const TOML_MARKS: BlockMarks = { begin: '# agent-loop: begin', end: '# agent-loop: end' }
export const MARKDOWN_MARKS: BlockMarks = { begin: '<!-- agent-loop: begin -->', end: '<!-- agent-loop: end -->' }

/** The text to append so that the block is at the end, on lines of its own; null when the file has it already. */
export function blockToAppend(before: string, block: string, { begin, end }: BlockMarks): string | null {
  if (before.includes(begin)) return null
  const eol = before.includes('\r\n') ? '\r\n' : '\n'
  const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol
  return `${gap}${[begin, ...block.trimEnd().split('\n'), end].join(eol)}${eol}`
}

/** The text without the block and without the empty line before it. */
export function withoutBlock(text: string, { begin, end }: BlockMarks): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) return text
  const after = text.slice(to + end.length).replace(/^\r?\n/, '')
  return text.slice(0, from).replace(/(^|\n)\r?\n$/, '$1') + after
}
