import { BlockCollector, type DocumentBlock } from './block.ts'

/** reStructuredText: sections by underlines, literal blocks after `::` and `code-block`. */
export function restructuredBlocks(text: string): DocumentBlock[] {
  const found = new BlockCollector()
  const rows = text.split('\n')
  const marks: string[] = []
  let paragraph: string[] = []
  const flush = (line: number): void => {
    if (paragraph.length > 0) found.text(paragraph.join('\n').replaceAll('``', '`'), line - paragraph.length + 1)
    paragraph = []
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    const under = /^([=\-~^"'*+#`:.])\1{2,}\s*$/.exec(rows[at + 1] ?? '')
    if (under?.[1] !== undefined && row.trim() !== '' && !/^\s/.test(row)) {
      flush(at)
      if (!marks.includes(under[1])) marks.push(under[1])
      found.heading(marks.indexOf(under[1]) + 1, row.trim())
      at++
      continue
    }
    const opens =
      /^\s*\.\. (?:code-block|code|sourcecode|prompt)::\s*(\w*)/.exec(row) ??
      (/::\s*$/.test(row) && !/^\s*\.\. /.test(row) ? ['', ''] : null)
    if (opens === null) {
      if (row.trim() === '') flush(at)
      else paragraph.push(row.trim())
      continue
    }
    if (!/^\s*\.\. /.test(row)) paragraph.push(row.trim())
    flush(at + 1)
    at = indented(rows, at + 1, opens[1] ?? '', found)
  }
  flush(rows.length)
  return found.blocks
}

function indented(rows: readonly string[], from: number, language: string, found: BlockCollector): number {
  let at = from
  while (at < rows.length && (rows[at]?.trim() === '' || /^\s+:\w+:/.test(rows[at] ?? ''))) at++
  const first = at
  const body: string[] = []
  while (at < rows.length && (/^\s/.test(rows[at] ?? '') || rows[at]?.trim() === ''))
    body.push((rows[at++] ?? '').trim())
  if (body.length > 0) found.code(body.join('\n').trimEnd(), first + 1, language)
  return at - 1
}

/** A log: each line is an entry of its own, also where it is written as a heading. */
export function logEntries(text: string): DocumentBlock[] {
  const found = new BlockCollector()
  for (const [at, row] of text.split('\n').entries())
    if (row.trim() !== '') found.text(row.replace(/^#+\s*/, ''), at + 1)
  return found.blocks
}

/** AsciiDoc: `=` headings, `----` and `....` blocks, `[source,bash]`. */
export function asciidocBlocks(text: string): DocumentBlock[] {
  const found = new BlockCollector()
  const rows = text.split('\n')
  let language = ''
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    const heading = /^(={1,5}|#{1,5})\s+(.+)$/.exec(row)
    if (heading) found.heading(heading[1]?.length ?? 1, heading[2] ?? '')
    else if (/^\[source,?\s*(\w*)/.test(row)) language = /^\[source,?\s*(\w*)/.exec(row)?.[1] ?? ''
    else if (/^(-{4,}|\.{4,}|`{3,}\w*)\s*$/.test(row)) {
      const fence = row.trim().slice(0, 3)
      const first = at + 1
      const body: string[] = []
      while (++at < rows.length && !(rows[at] ?? '').startsWith(fence)) body.push(rows[at] ?? '')
      found.code(body.join('\n'), first + 1, language || row.replace(/`/g, '').trim())
      language = ''
    } else if (/^\s*\$ /.test(row)) found.code(row.trim(), at + 1, 'console')
    else if (row.trim() !== '') found.text(row.replace(/(?<!\w)\+(\S[^+]*)\+(?!\w)/g, '`$1`'), at + 1)
  }
  return found.blocks
}
