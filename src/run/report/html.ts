import type { Block, Inline } from './document.ts'

/** A report as one HTML file without scripts and without anything that is loaded from elsewhere. */
export const asHtml = (title: string, blocks: readonly Block[]): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${blocks.map(rendered).join('\n')}
</main>
</body>
</html>
`

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1.5rem}' +
  'h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}code{font:0.9em ui-monospace,monospace;overflow-wrap:anywhere}' +
  'div{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:0.3rem 0.8rem 0.3rem 0;border-bottom:1px solid #8884}'

function rendered(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.text)}</h1>`
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`
    case 'text':
      return `<p>${inline(block.text)}</p>`
    case 'list':
      return `<ul>${block.items.map(item => `<li>${inline(item)}</li>`).join('')}</ul>`
    case 'facts':
      return table(
        block.rows.map(([label, value]) => `<th scope="row">${escaped(label)}</th><td>${inline(value)}</td>`),
      )
    case 'table':
      return table([
        block.head.map(label => `<th scope="col">${escaped(label)}</th>`).join(''),
        ...block.rows.map(row => row.map(cell => `<td>${inline(cell)}</td>`).join('')),
      ])
  }
}

const table = (rows: readonly string[]): string =>
  `<div><table>${rows.map(row => `<tr>${row}</tr>`).join('\n')}</table></div>`

const inline = (parts: Inline): string =>
  parts.map(part => (typeof part === 'string' ? escaped(part) : `<code>${escaped(part.code)}</code>`)).join('')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
