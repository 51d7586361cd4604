/** A piece of a shell line and the operator that stands before it. */
export interface Piece {
  readonly text: string
  readonly before: '' | '&&' | '||' | ';' | '|'
}

/** Splits at operators outside quotes and parentheses. Never fails: what is no shell comes back as one piece. */
export function pieces(line: string): Piece[] {
  const found: Piece[] = []
  let start = 0
  let before: Piece['before'] = ''
  const close = (end: number, operator: Piece['before'], next: number): void => {
    const text = line.slice(start, end).trim()
    if (text !== '') found.push({ text, before })
    before = operator
    start = next
  }
  scan(line, (at, operator) => close(at, operator, at + operator.length))
  close(line.length, '', line.length)
  return found
}

/** `write | admin)`, `find . | while read -r f; do`: a pattern of a `case`, the start or the rest of something; no command by itself. */
export function isFragment(line: string): boolean {
  const bare = line.replace(/\\./g, '').replace(/'[^']*'|"[^"]*"/g, '')
  let depth = 0
  const closes = [...bare].some(char => {
    depth += /[({[]/.test(char) ? 1 : /[)}\]]/.test(char) ? -1 : 0
    return depth < 0
  })
  return closes || depth > 0 || /["'`]/.test(bare) || /^(done|fi|esac)\b|(^|[\s;])(do|then|else)$/.test(bare)
}

const OPERATORS = ['&&', '||', ';', '|', '\n'] as const

function scan(line: string, onOperator: (at: number, operator: Piece['before']) => void): void {
  let quote = ''
  let depth = 0
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (char === '\\') at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'" || char === '`') quote = char
    else if (char === '(' || char === '{') depth++
    else if (char === ')' || char === '}') depth--
    else if (depth <= 0) {
      const operator = OPERATORS.find(candidate => line.startsWith(candidate, at))
      if (operator === undefined) continue
      onOperator(at, operator === '\n' ? ';' : operator)
      at += operator.length - 1
    }
  }
}

/** The words of a simple command; quotes hold a word together and stay. */
export function words(command: string): string[] {
  return command.match(/(?:[^\s"']+|"(?:[^"\\]|\\.)*"|'[^']*')+|["']/g) ?? []
}

export const unquoted = (word: string): string => word.replace(/^(["'])(.*)\1$/s, '$2')

/** One line per command: continuations joined, comments and here-documents dropped. */
export function logicalLines(script: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  const rows = script.replace(/\r\n?/g, '\n').split('\n')
  let hereEnd = ''
  for (let at = 0; at < rows.length; at++) {
    const first = at
    let text = rows[at] ?? ''
    if (hereEnd !== '') {
      if (text.trim() === hereEnd) hereEnd = ''
      continue
    }
    while (/(^|[^\\])\\\s*$/.test(text) && at + 1 < rows.length) {
      at++
      text = `${text.replace(/\\\s*$/, '').trimEnd()} ${(rows[at] ?? '').trim()}`
    }
    hereEnd = /<<-?\s*["']?(\w+)["']?/.exec(text)?.[1] ?? ''
    const bare = text.trim()
    if (bare !== '' && !bare.startsWith('#')) found.push({ text: withoutComment(bare), line: first })
  }
  return found
}

export const withoutComment = (line: string): string => line.replace(/\s+#(?![^'"]*['"]\s*$)\s.*$/, '').trim()
