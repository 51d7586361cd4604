import { expect, test } from 'vitest'
import { code } from './document.ts'
import { asHtml } from './html.ts'
import { asMarkdown } from './markdown.ts'

const HOSTILE =
  '<script>alert(1)</script> @octocat #12 | `x` [a](https://evil.example) $x$ www.evil.example GH-3 abcdef1234'

test('text cannot become markup, a mention, a link, or another cell in Markdown', () => {
  const text = asMarkdown([{ kind: 'table', head: ['a'], rows: [[[HOSTILE]], [[code('a | b ``c`')]], [['4.3s']]] }])
  expect(text).toContain('\\<script\\>alert(1)\\</script\\> @<!-- -->octocat #<!-- -->12 \\| \\`x\\`')
  expect(text).toContain('\\[a\\](https:<!-- -->//evil.example) \\$x\\$ www<!-- -->.evil.example GH<!-- -->-3')
  expect(text).toContain('abcdef1<!-- -->234')
  expect(text).toContain('| ``` a \\| b ``c` ``` |')
  expect(text).toContain('| 4.3s |')
  expect(text.split('\n')).toHaveLength(6)
})

test.each(['# title', '- item', '1. item', '+ item', '=', '12) item'])('%j is no block of its own in a list', line => {
  const text = asMarkdown([{ kind: 'list', items: [[line]] }])
  expect(text).toMatch(/^- \d*\\./)
})

test('a page has no script, loads nothing, and shows hostile text as text', () => {
  const page = asHtml(HOSTILE, [
    { kind: 'title', text: HOSTILE },
    { kind: 'facts', rows: [[HOSTILE, [code(HOSTILE), `"'`]]] },
  ])
  expect(page).not.toMatch(/<script|<img|<link|href=|src=|\son\w+=/)
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain('&quot;&#39;')
  expect(page).toContain("default-src 'none'")
})
