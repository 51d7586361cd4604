import type { Lexer, Token, Tokens } from 'marked'
import { type Block, BlockCollector } from './block.ts'

/** Markdown as blocks. Only block structure is parsed; code spans are found in the text later. */
export function markdownBlocks(text: string, lexer: Lexer): Block[] {
  const found = new BlockCollector()
  visit(
    lexer.blockTokens(
      text.replace(/<!--[\s\S]*?-->/g, hidden => hidden.replace(/[^\n]/g, ' ')),
      [],
    ),
    text,
    0,
    found,
  )
  return found.blocks
}

const lineBreaks = (text: string): number => text.split('\n').length - 1

function visit(tokens: readonly Token[], source: string, line: number, found: BlockCollector): void {
  let cursor = 0
  let at = line
  for (const token of tokens) {
    // Inside a list item the text is shifted, so a token is looked up where it can stand at the earliest.
    const first = token.raw.trimStart().split('\n')[0] ?? ''
    const start = source.indexOf(first, cursor)
    if (start >= cursor && first !== '') {
      at += lineBreaks(source.slice(cursor, start))
      cursor = start
    }
    take(token, at + 1, found)
    const end = Math.min(cursor + token.raw.trimStart().length, source.length)
    at += lineBreaks(source.slice(cursor, end))
    cursor = end
  }
}

function take(token: Token, line: number, found: BlockCollector): void {
  if (token.type === 'heading') found.heading((token as Tokens.Heading).depth, token.text)
  else if (token.type === 'code') {
    const code = token as Tokens.Code
    found.code(
      code.text,
      code.codeBlockStyle === 'indented' ? line : line + 1,
      (code.lang ?? '').split(/[\s,{]/)[0] ?? '',
    )
  } else if (token.type === 'list')
    for (const item of (token as Tokens.List).items) visitItem(item, token.raw, line, found)
  else if (token.type === 'blockquote') visit((token as Tokens.Blockquote).tokens, token.raw, line - 1, found)
  else if (token.type === 'table') tableRows(token.raw, line, found)
  else if (token.type === 'paragraph' || token.type === 'text' || token.type === 'html')
    found.text(token.raw.trim(), line)
}

function visitItem(item: Tokens.ListItem, list: string, line: number, found: BlockCollector): void {
  const start = Math.max(list.indexOf(item.raw), 0)
  visit(item.tokens, item.raw, line - 1 + lineBreaks(list.slice(0, start)), found)
}

function tableRows(raw: string, line: number, found: BlockCollector): void {
  for (const [index, row] of raw.trim().split('\n').entries())
    if (!/^[\s|:-]+$/.test(row)) found.text(row, line + index)
}
