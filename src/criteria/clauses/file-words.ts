import { unquoted, words } from '../sentence/prose.ts'

const EXTENSIONS =
  'ts|tsx|js|jsx|mjs|cjs|mts|cts|json|jsonc|json5|jsonl|ndjson|md|mdx|txt|ya?ml|toml|ini|cfg|conf|lock|pyi?|rb|go|rs|java|kts?|scala|swift|c|h|cc|cpp|hpp|cs|php|exs?|erl|hs|ml|clj|lua|pl|sh|bash|zsh|ps1|sql|graphql|proto|html?|css|scss|sass|less|vue|svelte|astro|svg|png|jpe?g|gif|ico|pdf|csv|tsv|xml|log|env|snap|map|wasm|tf|hcl|gradle|properties|rst|adoc|tex|zip|tar|gz|tgz|whl|jar|exe|so|dll|info|out|diff|patch|feature|db|sqlite|webp|ipynb|gitignore|npmrc|nvmrc|editorconfig|dockerignore|example|local|mod|sum'
const FILE = new RegExp(String.raw`^[\w@.~*{}()\[\],+!$/-]*\.(?:${EXTENSIONS})$`, 'i')
const NAMED =
  /^(?:[\w./-]*\/)?(?:README|LICEN[CS]E|CHANGELOG|CONTRIBUTING|Makefile|GNUmakefile|Dockerfile|Containerfile|Justfile|justfile|Procfile|Gemfile|Rakefile|Vagrantfile|Jenkinsfile|CODEOWNERS|NOTICE|AUTHORS|TODO|HISTORY|SECURITY|\.git\w*|\.env[\w.]*|\.[a-z]+rc|\.[a-z]+ignore|\.github|\.husky|\.vscode)$/

/** People say "the README" for README.md and README.rst alike. */
export const BARE_DOCUMENT = /^(?:readme|changelog|licen[cs]e|contributing)$/i

export const isFile = (token: string): boolean => (FILE.test(token) && /\w/.test(token)) || NAMED.test(token)

/** A file, a folder or a glob by its looks: `src/`, `docs/adr`, `*.ts`, `README.md`; not `console.log`, not `1.2.0`. */
export const isPath = (token: string): boolean =>
  !/\s|^-|^https?:/.test(token) &&
  (isFile(token) || (/\/|\*/.test(token) && /^[\w@.~*{}()[\],+!$/-]+$/.test(token) && token !== '/'))

/** Folders that nearly every project has, known without a slash. */
export const FOLDERS =
  /^(?:src|lib|libs|tests?|docs?|app|apps|packages|scripts|public|examples|dist|server|client|api|web|migrations|spec)$/

/** A script called by its path; its errors are those of a run. */
export const isRunnable = (token: string): boolean =>
  /^(?:\.{1,2}|~)?\/.*[^/]$|\.(?:sh|bash|bat|cmd|ps1|exe)$|^(?:\w+\/)*(?:bin|sbin|scripts)\/[\w.@-]+$/.test(token) &&
  !/[*?{]/.test(token)

/** The path that a phrase names: "the file `a.ts`", "src folder", "a directory called docs"; null when it names none. */
export function pathNamed(phrase: string): string | null {
  const text = phrase.trim().replace(/^(?:(?:a|an|the|our|my|its|new|single)\s+)+/i, '')
  const kind =
    /^(?:files?|folder|directory|dir|path|document|module|script|config(?:uration)?(?: file)?)(?:\s+(?:called|named|at|in))?\s+(\S+|`[^`]+`|"[^"]+"|'[^']+')$/i.exec(
      text,
    )
  const after = /^(\S+|`[^`]+`|"[^"]+"|'[^']+')\s+(?:file|folder|directory|dir|module|script)$/i.exec(text)
  const quoted = unquoted((kind ?? after)?.[1] ?? text)
  const name = (quoted?.inner ?? (kind ?? after)?.[1] ?? text).replace(/^\.\/(?=.)/, '')
  if (/\s/.test(name) || name === '') return null
  if (BARE_DOCUMENT.test(name)) return `${name.toUpperCase()}*`
  if (isPath(name)) return name
  return (kind !== null || after !== null) && /^[\w.@-]+$/.test(name) && !/^(?:the|a|is|that)$/i.test(name)
    ? name
    : null
}

/** The place of "in src", "under the src folder", "anywhere in the code": a path, or '' for the whole project. */
export function placeNamed(phrase: string): string | null {
  const text = phrase.trim()
  if (
    /^(?:the |our |my |this |its )?(?:whole |entire )?(?:code ?base|code|source(?: code| tree| files?)?|repo(?:sitory)?|project|sources|workspace|tree|application)$|^the app$/i.test(
      text,
    )
  )
    return ''
  const path = pathNamed(text)
  if (path !== null) return path
  const bare = text.replace(/^the\s+/i, '')
  return /^[\w.@-]+$/.test(bare) && !NO_PLACE.test(bare) ? bare : null
}

const NO_PLACE =
  /^(?:the|a|an|it|any|all|total|output|ci|production|general|place|green|stdout|stderr|console|logs?|time|full|order|\d+)$/i

const languages: readonly (readonly [RegExp, string])[] = [
  [/^(?:typescript|ts)$/i, '.{ts,tsx}'],
  [/^(?:javascript|js)$/i, '.{js,jsx,mjs,cjs}'],
  [/^(?:python|py)$/i, '.py'],
  [/^(?:markdown|md)$/i, '.md'],
  [/^(?:golang|go)$/i, '.go'],
  [/^(?:rust|rs)$/i, '.rs'],
  [/^(?:ruby|rb)$/i, '.rb'],
  [/^(?:java)$/i, '.java'],
  [/^(?:json|yaml|yml|html|css|scss|sql|php|vue|svelte|sh|tsx|jsx|mjs|cjs|txt|svg|png)$/i, ''],
]

/** What "ts files", "*.ts", ".ts files", "test files", "components" are called, as the end of a glob; null when unknown. */
export function filesNamed(phrase: string): string | null {
  const text = phrase.trim().replace(/^(?:(?:the|source|single|other|remaining)\s+)+(?=\S)/i, '')
  if (/^(?:files?|modules?|source files?|sources|code|scripts?|documents?|folders?|things?|places?)$/i.test(text))
    return '*'
  if (/^(?:tests?|specs?) files?$/i.test(text)) return '*{.,_,-}{test,spec}.*'
  if (/^(?:\w+ )?components?(?: files?)?$/i.test(text)) return '*.{tsx,jsx,vue,svelte}'
  const [first = '', ...rest] = words(text)
  if (
    rest.length > 1 ||
    (rest[0] !== undefined &&
      !/^(?:files?|modules?|sources?|scripts?|documents?|components?|tests?|specs?)$/i.test(rest[0]))
  )
    return null
  const dotted = /^`?\*?(\.[\w.{},]+)`?$/.exec(first)?.[1]
  if (dotted) return `*${dotted}`
  const language = languages.find(([name]) => name.test(first))
  if (!language || rest.length === 0) return null
  return `*${language[1] || `.${first.toLowerCase()}`}`
}

/** The glob for files in a place: `src` and `*.ts` become every such file below src; a file or a glob stays as it is. */
export function globOf(place: string, files = '*'): string {
  if (place !== '' && (isFile(place) || /[*?{]/.test(place))) return place
  const folder = place.replace(/\/+$/, '')
  return folder === '' || folder === '.' ? `**/${files}` : `${folder}/**/${files}`
}
