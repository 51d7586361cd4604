import type { Block, Inline } from './document.ts'

/** A report as Markdown, for GitHub and other renderers. Text of an agent or a test cannot become markup, a mention, or a link. */
export const asMarkdown = (blocks: readonly Block[]): string => `${blocks.map(rendered).join('\n\n')}\n`

function rendered(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `# ${escaped(block.text)}`
    case 'heading':
      return `## ${escaped(block.text)}`
    case 'text':
      return inline(block.text)
    case 'list':
      return block.items.map(item => `- ${inline(item)}`).join('\n')
    case 'facts':
      return table(
        ['', ''],
        block.rows.map(([label, value]) => [`**${escaped(label)}**`, inline(value)]),
      )
    case 'table':
      return table(
        block.head.map(escaped),
        block.rows.map(row => row.map(inline)),
      )
  }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map(cells => cells.map(inCell))]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')

/** In a table, a pipe ends the cell even inside code. */
const inCell = (text: string): string => text.replace(/\\?\|/g, '\\|')

const inline = (parts: Inline): string =>
  parts.map(part => (typeof part === 'string' ? escaped(part) : codeSpan(part.code))).join('')

function codeSpan(text: string): string {
  const line = oneLine(text)
  if (line === '') return ''
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Keeps the spaces at the ends, because text continues around code. */
function escaped(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\\`*_[\]<>|~&$]/g, character => `\\${character}`)
      .replace(/^( ?\d*)([#+=.)-])(?= |$)/, '$1\\$2')
      // An empty comment keeps GitHub from linking people, issues, commits, and addresses, which backslashes do not.
      .replace(/[@#](?=\w)|:(?=\/\/)|\bwww(?=\.)|\b[0-9a-f]{7}(?=[0-9a-f]*\b)|\bGH(?=-\d)/gi, '$&<!-- -->')
  )
}
