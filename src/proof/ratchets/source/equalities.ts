import type { Syntax } from '../../../tools/syntax/syntax.ts'
import { closingOf } from '../tests/find-tests.ts'

/** A definition of what two values have in common to be equal. */
export interface Equality {
  readonly index: number
  /** The name of the other side. */
  readonly other: string
  readonly body: string
  /**
   * `any`: whatever its type, it must compare. `fields`: a type without fields has only one value, which is equal to itself.
   * `order`: `<=>`, from which Ruby makes an equality. `case`: `===`, which may mean a range.
   */
  readonly form: 'any' | 'fields' | 'order' | 'case'
}

interface Head {
  readonly languages: RegExp
  readonly form: Equality['form']
  /** Ends after the parameters. */
  readonly pattern: RegExp
}

const OWN_NAMES = '(?:equals|isEqual|isEqualTo|equalTo|eq)'
const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const PARAMETERS = String.raw`\((?:[^()]|\([^()]*\))*\)`

const HEADS: readonly Head[] = [
  {
    languages: /^python$/,
    form: 'any',
    pattern: /\bdef\s+__(?:eq|ne)__\s*\([^)]*\)\s*(?:->[^:\n]*)?:|\b__(?:eq|ne)__\s*=\s*lambda\b[^:\n]*:/g,
  },
  { languages: /^ruby$/, form: 'any', pattern: /\bdef\s+(?:\w+\.)?(?:==(?!=)|eql\?|equal\?)[ \t]*\(?[^)\n;]*\)?/g },
  { languages: /^ruby$/, form: 'case', pattern: /\bdef\s+(?:\w+\.)?===[ \t]*\(?[^)\n;]*\)?/g },
  { languages: /^ruby$/, form: 'order', pattern: /\bdef\s+<=>[ \t]*\(?[^)\n;]*\)?/g },
  {
    languages: /^ruby$/,
    form: 'any',
    pattern: /\bdefine_(?:singleton_)?method\s*\(?\s*:(?:==|eql\?|equal\?)\s*\)?\s*(?:\{|do\b)\s*\|[^|\n]*\|/g,
  },
  {
    languages: /^(?:java|kotlin|csharp)$/,
    form: 'any',
    pattern: /\b(?:boolean|bool|fun)\s+[eE]quals\s*\([^)]*\)\s*(?::\s*Boolean\s*)?|\boperator\s*==\s*\([^)]*\)/g,
  },
  { languages: /^swift$/, form: 'any', pattern: /\bfunc\s*==\s*(?:<[^>]*>)?\s*\([^)]*\)\s*->\s*Bool\s*/g },
  { languages: /^c$/, form: 'any', pattern: /\boperator\s*==\s*\([^)]*\)[\s\w]*/g },
  {
    languages: /^rust$/,
    form: 'any',
    pattern: /\bimpl\b[^{]*\bPartialEq\s*<[^{]*\{\s*(?:#\[[^\]]*\]\s*)?fn\s+eq\s*\([^)]*\)\s*->\s*bool\s*/g,
  },
  {
    languages: /^rust$/,
    form: 'fields',
    pattern: /\bimpl\b[^{]*\bPartialEq\s+for\b[^{]*\{\s*(?:#\[[^\]]*\]\s*)?fn\s+eq\s*\([^)]*\)\s*->\s*bool\s*/g,
  },
  {
    languages: SCRIPT,
    form: 'fields',
    pattern: new RegExp(
      String.raw`(?<![\w$.])${OWN_NAMES}\s*${PARAMETERS}\s*(?::\s*[\w\s.]+?)?\s*(?=\{)|(?<![\w$])${OWN_NAMES}\s*[:=]\s*(?:async\s+)?(?:function\s*\w*\s*)?${PARAMETERS}\s*(?::\s*\w+\s*)?(?:=>\s*|(?=\{))`,
      'g',
    ),
  },
  {
    languages: /^php$/,
    form: 'fields',
    pattern: new RegExp(String.raw`\bfunction\s+${OWN_NAMES}\s*${PARAMETERS}\s*(?::\s*\??\w+\s*)?`, 'gi'),
  },
  {
    languages: /^go$/,
    form: 'fields',
    pattern: /\bfunc\s*\(\s*\w+\s+\*?\w+(?:\[[^\]\n]*\])?\s*\)\s*(?:Equals?|IsEqual|Eq)\s*\([^)]*\)\s*bool\s*/g,
  },
]

/** The same by name: `type('X', (), {'__eq__': lambda a, b: True})`, `setattr(X, '__eq__', always)`. */
const NAMED_IN_PYTHON =
  /["']__(?:eq|ne)__["']\s*[:,]\s*(?:lambda\b[^:\n]*:|(?<name>[A-Za-z_]\w*))|\b__(?:eq|ne)__\s*=\s*(?!lambda\b)(?<value>[A-Za-z_]\w*)[ \t]*$/gm
const ALIAS_IN_RUBY = /\balias(?:_method)?\b\s*\(?\s*:?==\s*,?\s*:?(?<name>[A-Za-z_]\w*[?!]?)/g

export function equalitiesOf(syntax: Syntax): Equality[] {
  const written = HEADS.filter(({ languages }) => languages.test(syntax.language)).flatMap(({ pattern, form }) =>
    [...syntax.code.matchAll(pattern)].map(({ 0: head, index }) => read(syntax, { index, head, form })),
  )
  return [...written, ...byName(syntax)]
}

interface Found {
  readonly index: number
  readonly head: string
  readonly form: Equality['form']
}

const read = (syntax: Syntax, { index, head, form }: Found): Equality => ({
  index,
  form,
  other: otherIn(head),
  body: bodyAfter(syntax, index, head),
})

/** Functions that become an equality by their name. */
function byName(syntax: Syntax): Equality[] {
  const pattern = { python: NAMED_IN_PYTHON, ruby: ALIAS_IN_RUBY }[String(syntax.language)]
  if (pattern === undefined) return []
  return [...syntax.spoken.matchAll(pattern)].flatMap(({ 0: head, index, groups }) => {
    const name = groups?.['name'] ?? groups?.['value']
    if (name === undefined) return [read(syntax, { index, head, form: 'any' })]
    const own = new RegExp(
      `\\bdef\\s+${name.replace(/[?!]$/, '\\$&')}[ \\t]*(?:\\([^)]*\\))?(?:\\s*->[^:\\n]*)?:?|^${name.replace(/\W/g, '')}\\s*=\\s*lambda\\b[^:\\n]*:`,
      'm',
    )
    const defined = own.exec(syntax.code)
    return defined === null ? [] : [read(syntax, { index: defined.index, head: defined[0], form: 'any' })]
  })
}

function otherIn(head: string): string {
  const last = /\(([^()]*)\)[^()]*$/.exec(head)?.[1]?.split(',').at(-1)?.replace(/=.*$/, '') ?? head
  const names = (last.includes(':') ? last.slice(0, last.indexOf(':')) : last).match(/[A-Za-z_]\w*/g)
  return names?.filter(name => !TYPES.test(name)).at(-1) ?? 'other'
}

const TYPES = /^(?:bool|boolean|Boolean|Bool|object|Object|Any|self|const|final|readonly|override|int|str)$/

/** The body that follows: in braces, by its indentation, up to `end`, or the rest of the line. */
export function bodyAfter({ code, language }: Syntax, index: number, head: string): string {
  const from = index + head.length
  const rest = code.slice(from)
  if (language === 'python' || language === 'ruby') {
    const line = rest.split('\n')[0] ?? ''
    if (line.trim() !== '' && language === 'python') return line
    const indent = /^[ \t]*/.exec(code.slice(code.lastIndexOf('\n', index) + 1))?.[0].length ?? 0
    const lines = rest.split('\n').slice(1)
    const end = lines.findIndex(text => text.trim() !== '' && (/^[ \t]*/.exec(text)?.[0].length ?? 0) <= indent)
    return [line, ...lines.slice(0, end < 0 ? lines.length : end)].join('\n')
  }
  const open = /^\s*\{/.exec(rest)
  return open ? code.slice(from + open[0].length, closingOf(code, from + open[0].length - 1)) : expressionIn(rest)
}

/** The rest of a line, up to the comma or bracket that ends the expression. */
function expressionIn(rest: string): string {
  const line = rest.split('\n')[0] ?? ''
  let depth = 0
  const end = [...line].findIndex(sign => {
    if (/[([{]/.test(sign)) depth++
    if (/[)\]}]/.test(sign)) depth--
    return depth < 0 || (depth === 0 && sign === ',')
  })
  return end < 0 ? line : line.slice(0, end)
}

/** Whether the type around an equality has fields, as far as its file tells. */
export function hasFields({ code, language }: Syntax, index: number): boolean {
  const head = code.slice(index, code.indexOf('\n', index) < 0 ? undefined : code.indexOf('\n', index))
  if (language === 'rust' || language === 'go') {
    const name =
      /\bfor\s+(?:\w+::)*(\w+)/.exec(code.slice(index, index + 400))?.[1] ?? /\(\s*\w+\s+\*?(\w+)/.exec(head)?.[1] ?? ''
    const type = new RegExp(
      `\\b(?:(?:struct|enum)\\s+${name}\\b[^;({]*|type\\s+${name}\\b[^{\\n]*struct\\s*)[({]\\s*([^)}]*)`,
    ).exec(code)
    return type !== null && /\w/.test(type[1] ?? '') && !/PhantomData/.test(type[1] ?? '')
  }
  const owner = [...code.slice(0, index).matchAll(/\bclass\b[^{;]*\{/g)].at(-1)
  const end = owner === undefined ? 0 : closingOf(code, owner.index + owner[0].length - 1)
  if (owner === undefined || end < index) return true
  return /(?:\bthis\.#?|\$this->)[\w$]+(?!\s*\()|\b(?:private|public|protected|readonly)\b(?![^;{}\n]*\bfunction\b)[^(){};]*[;=,)]/.test(
    code.slice(owner.index, end),
  )
}
