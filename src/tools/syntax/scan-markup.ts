import { type Marks, markComment, TEXT, upTo } from './marks.ts'
import { scanScript } from './scan-script.ts'

/** Components in one file: scripts are code, the rest is text with comments of its own. */
export function scanMarkup(marks: Marks): void {
  const { text, kinds } = marks
  let at = 0
  if (/^---\r?\n/.test(text)) {
    const [stop, behind] = upTo(text, '\n---', 3)
    scanScript(marks, { from: 3, to: stop, markup: false })
    at = behind
  }
  while (at < text.length) {
    if (text.startsWith('<!--', at)) at = markComment(marks, at, upTo(text, '-->', at)[1], true)
    else if (/^<script\b/i.test(text.slice(at, at + 8))) {
      const [, from] = upTo(text, '>', at)
      const [stop, behind] = upTo(text, '</script', from)
      scanScript(marks, { from, to: stop, markup: false })
      at = behind
    } else kinds[at++] = TEXT
  }
}
