import { withoutComment } from '../../tools/shell/shell-text.ts'
import type { DocumentBlock } from './block.ts'

/** A command that a document mentions. */
export interface Mention {
  readonly command: string
  readonly line: number
  readonly inline: boolean
  readonly headings: readonly string[]
  /** Where an earlier line of the same block went: `cd src`. */
  readonly folder?: string
  /** The comment, sentence or table row that it belongs to. */
  readonly context: string
}

const SHELLS =
  /^(|bash|sh|shell|zsh|console|shell-session|shellsession|shellscript|terminal|text|txt|fish|powershell|pwsh|ps1|cmd|bat|sh-session|none|plaintext|prompt)$/

export const mentions = (blocks: readonly DocumentBlock[]): Mention[] =>
  blocks.flatMap(block => (block.kind === 'code' ? inCode(block) : inText(block)))

function inCode(block: DocumentBlock): Mention[] {
  if (!SHELLS.test(block.language)) return []
  const rows = block.text.split('\n')
  const prompted = rows.some(row => /^\s*(\$|%|❯|PS>)\s+\S/.test(row))
  const found: Mention[] = []
  let comment = ''
  let folder = ''
  for (let at = 0; at < rows.length; at++) {
    const first = at
    let row = (rows[at] ?? '').trim()
    while (row.endsWith('\\') && at + 1 < rows.length)
      row = `${row.slice(0, -1).trimEnd()} ${(rows[++at] ?? '').trim()}`
    if (row === '') {
      comment = ''
      continue
    }
    if (/^(#|\/\/|REM\b)/.test(row)) {
      comment = row.replace(/^(#+|\/\/|REM)\s*/, '')
      continue
    }
    if (prompted && !/^(\$|%|❯|PS>)\s/.test(row)) continue
    const command = withoutOptional(withoutComment(row.replace(/^(\$|%|❯|PS>|>)\s+/, '')))
    if (/\s\/\s/.test(command)) continue
    const moved = /^cd\s+["']?(\.{1,2}|[\w./-]+?)\/?["']?$/.exec(command)?.[1]
    if (moved !== undefined) folder = moved.startsWith('..') ? '' : moved.replace(/^\.\/?/, '')
    const beside = /\s#\s+(.*)$/.exec(row)?.[1] ?? ''
    const above = comment === '' ? (rows.length <= 3 ? block.before : '') : comment
    found.push({
      command,
      line: block.line + first,
      inline: false,
      headings: block.headings,
      folder,
      context: beside === '' ? lastSentence(above) : `${beside}. ${comment}`,
    })
  }
  return found
}

/** `build [--force]`: what stands in brackets may be left out. */
const withoutOptional = (command: string): string => command.replace(/\s\[-[^\]]*\]/g, '')

const lastSentence = (text: string): string =>
  text
    .split(/(?<=[.!?])\s+(?=[A-Z])/)
    .at(-1)
    ?.slice(-240) ?? ''

function inText(block: DocumentBlock): Mention[] {
  const found: Mention[] = []
  const sentences = block.text.startsWith('|')
    ? [block.text]
    : block.text.split(/(?<=[.!?:;])\s+(?=[A-Z`*])|\n(?=\s*[-*] )/)
  let line = block.line
  for (const sentence of sentences) {
    for (const match of sentence.matchAll(/(`+)([^`]+)\1/g)) {
      const command = withoutOptional((match[2] ?? '').trim().replace(/\s+/g, ' ').replace(/^\$ /, ''))
      const before = sentence.slice(0, match.index)
      if (!/\s/.test(command) && !isToldToRun(before) && !/^(\.\/)?[\w.-]+\/[\w./-]+$/.test(command)) continue
      if (/\s\/\s/.test(command) || FORBIDDEN.test(before.slice(-60)) || !/^[\w./$@-]+(\s|$)/.test(command)) continue
      found.push({
        command,
        line: line + before.split('\n').length - 1,
        inline: true,
        headings: block.headings,
        context: sentence.slice(0, 300),
      })
    }
    line += sentence.split('\n').length - 1
    if (block.text.slice(block.text.indexOf(sentence) + sentence.length).startsWith('\n')) line++
  }
  return found
}

/** "run `tox`", "tests are run with `tox`", "Build with `make`"; in "type checking with `mypy` passes" the tool is only named. */
const isToldToRun = (before: string): boolean =>
  /\b(run|running|execute|invoke|call)\s+$/i.test(before) ||
  (/\b(via|using|with)\s+$/i.test(before) &&
    /\b(runs?|running|executed?|invoked?|start(ed)?|do|done)\b|^\W*(to )?(build|test|check|lint|format|compile|verify)\b/i.test(
      before,
    ))

const FORBIDDEN =
  /\b(do not|don't|never|avoid|instead of|rather than|must not|mustn't|shouldn't|should not|no longer|not use|without running|not run|unlike|deprecated)\b[^.;]*$/i
