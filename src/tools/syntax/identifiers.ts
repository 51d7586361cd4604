import { isOutputFolder } from '../protection/kind-of.ts'
import { isForeign, languageOf } from './language.ts'
import { type Syntax, syntaxOf } from './syntax.ts'

/** Fixtures, snapshots, and old migrations keep the names that they were recorded with. */
const KEPT_AS_RECORDED =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|__snapshots__|snapshots|migrations?|migrate|changelogs?)\//i

/** Whether a task about an identifier reaches this file: source code of the project itself. */
export const isReached = (path: string): boolean =>
  !/^(?:yaml)$/.test(languageOf(path) ?? 'yaml') && !KEPT_AS_RECORDED.test(path) && !isInOutput(path)

const DATA =
  /\.(?:ya?ml|json5?|jsonc|toml|ini|cfg|conf|properties|env|xml|tf|tfvars|hcl|nix|j2|jinja2?|tmpl|tpl|gotmpl|template|erb|ejs|hbs|mustache|liquid|twig|njk|ftl|haml|slim|pug)$/i
const LOCK = /(?:^|\/)(?:[^/]*[-.]lock(?:\.\w+)?|npm-shrinkwrap\.json)$/i

/** Whether names of variables stand in this file, though it is no source code: data and templates. */
export const isDataWithNames = (path: string): boolean =>
  DATA.test(path) && !isReached(path) && !LOCK.test(path) && !KEPT_AS_RECORDED.test(path) && !isInOutput(path)

/** A name as a word of its own, for texts of which nothing else is known. */
export const wordPattern = (name: string): string => `(^|[^A-Za-z0-9_-])${escaped(name)}([^A-Za-z0-9_-]|$)`

function isInOutput(path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (isOutputFolder(path.slice(0, at))) return true
  return false
}

/** The syntax of a file that such a task reaches; null for all others. */
export const reachedSyntax = (path: string, text: string): Syntax | null =>
  isReached(path) && !isForeign(path, text) ? syntaxOf(path, text) : null

/** An identifier, and whether it is a member: then `x.name` is a use of it too. */
export interface Identifier {
  readonly name: string
  readonly member: boolean
}

/** The lines on which the code uses a name, not counting comments and strings. */
export function usesOf({ name, member }: Identifier, syntax: Syntax, isOwnModule: (name: string) => boolean): number[] {
  const { code, spoken, lineAt } = syntax
  const found = [...code.matchAll(new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`, 'g'))]
  const uses = found.filter(({ index }) => {
    const owner = ownerBefore(code, index)
    if (owner === null || OWN.has(owner)) return true
    if (/^\s*=[^=]/.test(code.slice(index + name.length))) return true
    return member && !BUILT_IN.has(owner) && !isExternal(owner, spoken, isOwnModule)
  })
  // `exports['name']`: the only strings that are uses.
  const quoted = [...spoken.matchAll(new RegExp(String.raw`\[\s*(["'\x60])${escaped(name)}\1\s*\]`, 'g'))].filter(
    ({ index }) => /[\w$)\]]\s*$/.test(code.slice(0, index)),
  )
  return [...uses, ...quoted].map(({ index }) => lineAt(index)).sort((a, b) => a - b)
}

const OWN = new Set('this self cls exports prototype Self super crate static parent'.split(' '))
const BUILT_IN = new Set(
  'Object Array String Number Boolean Promise Math JSON Reflect Date Symbol Map Set RegExp Error Buffer console process window document globalThis global Intl'.split(
    ' ',
  ),
)

/** What stands before the dot; null when there is no dot. */
function ownerBefore(code: string, at: number): string | null {
  const dotted = /([\w$]*)[)\]}!?]*\s*(?:\.|->|::)\s*$/.exec(code.slice(Math.max(0, at - 120), at))
  // A spread is no owner: `...name`.
  if (dotted === null || /\.\.\s*$/.test(code.slice(0, at))) return null
  return dotted[1] ?? ''
}

/** `fs.readFile` is no use of our own `readFile`: the file imports `fs` from elsewhere. */
function isExternal(owner: string, spoken: string, isOwnModule: (name: string) => boolean): boolean {
  if (owner === '') return false
  const word = escaped(owner)
  const from =
    new RegExp(
      String.raw`import\s+(?:[\w$]+\s*,\s*)?(?:\*\s*as\s+|\{[^}]*)?\b${word}\b[^;\n]*from\s*["']([^"']+)`,
    ).exec(spoken) ??
    new RegExp(String.raw`\b${word}\s*=\s*require\(\s*["']([^"']+)`).exec(spoken) ??
    new RegExp(String.raw`^\s*import\s+([\w.]+)\s+as\s+${word}\b`, 'm').exec(spoken) ??
    new RegExp(String.raw`^\s*from\s+([\w.]+)\s+import\b[^\n]*\b${word}\b`, 'm').exec(spoken) ??
    new RegExp(String.raw`^\s*(?:import|use)\s+(${word})\b`, 'm').exec(spoken)
  const module = from?.[1]
  return module !== undefined && !/^[./]/.test(module) && !isOwnModule(module.split(/[./:]/)[0] ?? '')
}

/** Names that a file may declare. */
export const declaredNames = ({ code }: Syntax): string[] => [
  ...new Set([...code.matchAll(DECLARED)].map(({ 1: keyed, 2: called }) => keyed ?? called ?? '')),
]

/** A name after a keyword, or before a parenthesis or `=` at the beginning of a line. */
const DECLARED =
  /\b(?:def|function|class|func|fn|fun|const|let|var|struct|enum|trait|interface|type|module)[ \t]+(?:self\.|\*[ \t]?)?([A-Za-z_$][\w$]*)|^[ \t]*(?:[\w:<>*&]+[ \t]+){0,4}\*?([A-Za-z_$][\w$]*)[ \t]*(?:\(|=)/gm

/** The lines on which the code declares a name. */
export function declarationsOf(name: string, { code, lineAt }: Syntax): number[] {
  return declarations(name).flatMap(pattern =>
    [...code.matchAll(pattern)]
      .filter(match => !isTypeImport(match[0], code.slice(0, match.index)))
      .map(({ index }) => lineAt(index)),
  )
}

/** `import { type Name }`, `export { type Name }`, `import type Name from`: a mark on a name that is declared elsewhere. */
const isTypeImport = (found: string, before: string): boolean =>
  /^type\s/.test(found) && /\bimport\s+$|\b(?:import|export)(?:\s+type)?\s*(?:[\w$]+\s*,\s*)?\{[^{}]*$/.test(before)

const KEYWORDS =
  'function\\s*\\*?|class|interface|enum|struct|trait|type|def|defp|defmodule|func|fn|fun|module|mod|namespace|record|object|protocol|union|const|let|var|val|static|sub|typedef'

/** Words before a call, not before a declaration. */
const FLOW =
  '(?:if|for|while|match|switch|return|else|elif|elsif|until|unless|case|when|await|yield|new|throw|in|go|defer)\\b'

const declarations = (name: string): RegExp[] => {
  const word = escaped(name)
  return [
    new RegExp(
      String.raw`(?<![\w$.])(?:${KEYWORDS})\s+(?:mut\s+|self\.)?(?:\([^)\n]*\)\s*)?(?:[\w$]+\.)*${word}(?![\w$])`,
      'g',
    ),
    new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+${word}(?![\w$])|\bmacro_rules!\s*${word}(?![\w$])`, 'gm'),
    // `import { name as name }` declares nothing new.
    new RegExp(String.raw`(?<![\w$])(?<!${word}\s+)as\s+${word}(?![\w$])`, 'g'),
    new RegExp(String.raw`\.${word}\s*=(?![=>])`, 'g'),
    new RegExp(String.raw`^[ \t]*(?:export\s+)?${word}\s*=(?![=>])`, 'gm'),
    new RegExp(String.raw`(?<![\w$.])${word}\s*:\s*(?:async\s+)?(?:function\b|\([^)\n]*\)\s*=>|class\b)`, 'g'),
    new RegExp(
      String.raw`^[ \t]*(?:(?:public|private|protected|internal|static|async|override|export|abstract|final|get|set|virtual|inline|extern|unsafe|(?!${FLOW})[\w$<>\[\]*&:,]+)\s+)*\*?(?!${FLOW})${word}\s*\([^;{}]*\)\s*(?:[:\-][^{;\n]+|const|throws[^{]+)?\{`,
      'gm',
    ),
  ]
}

/** Declared inside something: a method, a property, a function in an implementation. */
export const isMember = (name: string, { code }: Syntax): boolean => {
  const word = escaped(name)
  return new RegExp(
    String.raw`^[ \t]+(?:pub(?:\([^)]*\))?\s+|async\s+|static\s+)*(?:def|fn|fun)\s+${word}\b|\bfunc\s*\([^)\n]*\)\s*${word}\b|\.${word}\s*=(?![=>])|^[ \t]+(?:(?:public|private|protected|internal|static|async|override|abstract|final|get|set|(?!${FLOW})[\w<>\[\],]+)\s+)*${word}\s*\([^;{}]*\)\s*(?::[^{;\n]+)?\{`,
    'm',
  ).test(code)
}

const escaped = (name: string): string => name.replace(/[$?]/g, '\\$&')
