import { BlockCollector, type DocumentBlock } from './block.ts'

const FENCE = /^((?:[ \t]*(?:>|[-*+](?= )|\d{1,3}[.)](?= )))*[ \t]*)(`{3,}|~{3,})[ \t]*([^`]*)$/
const ITEM = /^([ \t]*(?:>[ \t]?)*)([-*+]|\d{1,3}[.)])[ \t]+(?=\S)/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$/
const TAB = '    '

/**
 * Markdown as blocks: headings, fenced and indented code, paragraphs, list items, table rows. Block structure is all we
 * need; a whole parser costs more to load than the rest of the inference to run.
 */
export function markdownBlocks(text: string): DocumentBlock[] {
  const found = new BlockCollector()
  const rows = withoutHidden(text).split('\n')
  let paragraph: string[] = []
  let first = 0
  // How far the text of the list item we are in is indented; 0 outside of lists.
  let inside = 0
  const flush = (): void => {
    if (paragraph.length > 0) found.text(paragraph.join('\n'), first + 1)
    paragraph = []
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    const fence = FENCE.exec(row)
    const heading = HEADING.exec(row)
    const under = paragraph.length === 1 && inside === 0 && /^ {0,3}(=+|-{2,})[ \t]*$/.exec(row)
    if (fence) {
      flush()
      at = fenced(rows, at, fence, found)
    } else if (heading) {
      flush()
      inside = 0
      found.heading(heading[1]?.length ?? 1, heading[2] ?? '')
    } else if (under) {
      found.heading(under[1]?.startsWith('=') ? 1 : 2, paragraph[0] ?? '')
      paragraph = []
    } else if (row.trim() === '') flush()
    else if (paragraph.length === 0 && depth(row) >= inside + 4) at = indented(rows, at, inside + 4, found)
    else {
      const item = ITEM.exec(row)
      if (item || /^\s*\|/.test(row)) flush()
      if (item) inside = depth(item[0]) + item[0].trim().length + 1
      else if (paragraph.length === 0 && depth(row) < 2) inside = 0
      if (paragraph.length === 0) first = at
      const line = row.replace(ITEM, '').replace(/^\s*(>\s?)*/, '')
      if (!/^[\s|:-]+$/.test(line)) paragraph.push(line)
    }
  }
  flush()
  return found.blocks
}

/** Blanks comments, and keeps their lines so that line numbers stay right. */
const withoutHidden = (text: string): string =>
  text.includes('<!--') ? text.replace(/<!--[\s\S]*?-->/g, hidden => hidden.replace(/[^\n]/g, '')) : text

const depth = (row: string): number => {
  const expanded = row.replaceAll('\t', TAB)
  return expanded.length - expanded.trimStart().length
}

function fenced(rows: readonly string[], at: number, fence: RegExpExecArray, found: BlockCollector): number {
  const [, prefix = '', mark = '```', info = ''] = fence
  const quoted = prefix.includes('>')
  const body: string[] = []
  let end = at + 1
  for (; end < rows.length; end++) {
    const row = quoted ? (rows[end] ?? '').replace(/^\s*>\s?/, '') : (rows[end] ?? '')
    const bare = row.trim()
    if (bare.startsWith(mark) && /^[`~]+$/.test(bare)) break
    body.push(row.slice(Math.min(prefix.length, row.length - row.trimStart().length)))
  }
  found.code(body.join('\n'), at + 2, info.trim().split(/[\s,{]/)[0] ?? '')
  return end
}

function indented(rows: readonly string[], at: number, indent: number, found: BlockCollector): number {
  const body: string[] = []
  let end = at
  for (; end < rows.length; end++) {
    const row = (rows[end] ?? '').replaceAll('\t', TAB)
    if (row.trim() !== '' && depth(row) < indent) break
    body.push(row.slice(indent))
  }
  found.code(body.join('\n').trimEnd(), at + 1, '')
  return end - 1
}
