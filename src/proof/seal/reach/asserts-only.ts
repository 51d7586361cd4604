const ASSERTION =
  /^(?:(?:return|await|void|yield)\s+)*(?:assert\w*|expect|strictEqual|deepEqual|deepStrictEqual|equal|should|chai|self|t|require\(""\))(?:\s*[.(]|\s+(?=\S))/
const THROWS = /^(?:throw|raise)\b/
const AROUND =
  /^(?:(?:\}|\)|\])*\s*(?:if|else|elif|for|while|try|catch|except|finally|switch|case|default|const|let|var|do|end|then|pass|continue|break|unless)\b.*|return|[\]\s{}();,:]*|["'`].*|#.*|\/\/.*|\/?\*.*)$/

/**
 * Whether a function does nothing but compare its arguments with something: every statement asserts, throws, or leads to one
 * that does. Without an assertion library it must compare two of its parameters: a product's own checks look at one value.
 */
export function assertsOnly({ parameters, body }: WrittenFunction): boolean {
  const statements = body
    .replace(/("""|["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1/g, '""')
    .split(/[;\n]|(?<=[{}])|(?=[{}])|(?<=\))(?=\s*(?:throw|raise|assert|expect)\b)/)
    .map(part => part.trim())
  if (statements.some(part => !ASSERTION.test(part) && !THROWS.test(part) && !AROUND.test(part))) return false
  const given = parameters.filter(name => /^[A-Za-z_$][\w$]*$/.test(name))
  const mentions = (text: string): boolean => given.some(name => wordIn(name).test(text))
  if (statements.some(part => ASSERTION.test(part) && mentions(part))) return true
  return statements.some(part => THROWS.test(part)) && comparesTwo(given, body)
}

const wordIn = (name: string): RegExp => new RegExp(`(?<![\\w.$])${name.replaceAll('$', '\\$')}(?![\\w$])`)

function comparesTwo(given: readonly string[], body: string): boolean {
  return given.some(one =>
    given.some(
      other =>
        one !== other &&
        new RegExp(
          `(?<![\\w.$])${one}[\\w.$)\\s]*(?:[!=]==?|<>)[\\s\\w.$(]*(?<![\\w.$])${other}(?![\\w$])|(?:\\b(?:is|same|eql?)|[eE]qual\\w*)\\s*\\(\\s*${one}\\s*,\\s*${other}(?![\\w$])`,
        ).test(body),
    ),
  )
}

interface WrittenFunction {
  readonly parameters: readonly string[]
  readonly body: string
}

/** A function of a file by its exported name; `default` for the default export. */
export function functionNamed(name: string, text: string): WrittenFunction | null {
  // A whole module is not a function.
  if (!/^[\w$]+$/.test(name)) return null
  const plain = name.replaceAll('$', '\\$')
  const heads =
    name === 'default'
      ? [/\b(?:module\.exports\s*=|export\s+default)\s*(?:async\s+)?(?:function\b[^(]*)?(?=\()/]
      : [
          new RegExp(`\\b(?:function\\s*\\*?|def|fn|func)\\s+${plain}\\s*(?=\\()`),
          new RegExp(`(?<![\\w$])${plain}\\s*[:=]\\s*(?:async\\s+)?(?:function\\b[^(]*)?(?=\\()`),
          new RegExp(`(?:^|[{,\\n])\\s*(?:async\\s+)?${plain}\\s*(?=\\([^)]*\\)\\s*\\{)`),
        ]
  for (const head of heads) {
    const found = head.exec(text)
    if (found) return functionAt(text, found.index, found.index + found[0].length)
  }
  return null
}

function functionAt(text: string, start: number, open: number): WrittenFunction {
  const close = closing(text, open)
  const parameters = text
    .slice(open + 1, close)
    .split(',')
    .map(
      part =>
        part
          .trim()
          .replace(/^\*+/, '')
          .split(/[\s:=?]/)[0] ?? '',
    )
  const rest = text.slice(close + 1)
  const block = /^\s*(?::[^={\n]+)?(?:=>)?\s*\{/.exec(rest)
  if (block) return { parameters, body: rest.slice(block[0].length, closing(rest, block[0].length - 1)) }
  const arrow = /^\s*(?::[^={\n]+)?=>\s*/.exec(rest)
  if (arrow) return { parameters, body: expression(rest.slice(arrow[0].length)) }
  return { parameters, body: indented(text, start, rest) }
}

/** Python and Ruby: the following lines with deeper indentation. */
function indented(text: string, start: number, rest: string): string {
  const depth = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start) + 1))?.[0].length ?? 0
  const [first = '', ...lines] = rest.split('\n')
  const end = lines.findIndex(line => line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= depth)
  return [first.replace(/^[^:]*:?/, ''), ...lines.slice(0, end < 0 ? lines.length : end)].join('\n')
}

function expression(text: string): string {
  let at = 0
  while (at < text.length && !/[;\n,)\]}]/.test(text[at] ?? ''))
    at = /[([{]/.test(text[at] ?? '') ? closing(text, at) + 1 : at + 1
  return text.slice(0, at)
}

export function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (/[([{]/.test(text[at] ?? '')) depth++
    else if (/[)\]}]/.test(text[at] ?? '') && --depth === 0) return at
  }
  return text.length
}
