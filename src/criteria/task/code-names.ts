/** A name that only code uses, so that every occurrence of it is a use: `parseDate`, `MAX_SIZE`, `UserService`. */
export const isDistinctive = (name: string): boolean =>
  name.split(/\.|::|#/).some(part => /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2}[a-z]/.test(part))

/** Names of Ruby may end in `?` or `!`. */
export const isIdentifier = (name: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*[?!]?$/.test(name)

/** Written like code, not like a word or a product: `iOS`, `macOS`, `gRPC`, and `jQuery` are no symbols. */
export const isCodeName = (name: string): boolean =>
  !/^(?:[a-z][A-Z]|\w*OS$)|\.(?:com|org|io|net|dev)$/.test(name) &&
  (isDistinctive(name) || /^[A-Za-z_$]\w+(?:\.|::|#)\w{2,}/.test(name))

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|[ch](?:c|pp|xx)?|cs|php|swift|scala|exs?|erl|hs|ml|lua|pl|z?sh|bash|ps1|sql|mdx?|rst|txt|adoc|json[c5]?|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|s?css|sass|less|svg|png|[ct]sv|proto|graphql|gql|vue|svelte|astro|dart|zig|nim|tf|gradle|properties|ipynb|mk|cmake|bat)$/i
const KNOWN_FILE =
  /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|AUTHORS|CODEOWNERS|Makefile|Dockerfile|Jenkinsfile|Procfile|Gemfile|Rakefile|Justfile|\.[a-z][\w-]*(?:rc|ignore|attributes|config|version|env|npmrc|editorconfig)(?:\.\w+)?)$/
const PRODUCT =
  /^(?:node|vue|next|nuxt|express|react|three|d3|backbone|ember|moment|chart|socket|solid|alpine|discord)\.(?:js|io)$/i
const SOURCE_FOLDER =
  /^(?:\.{1,2}|src|lib|libs|tests?|spec|specs|docs?|app|apps|packages|cmd|internal|pkg|scripts|bin|examples?|crates|include|config|public|assets|tools|server|client|\.github|__tests__)\//

/** A file that contains code. */
export const isCodeFile = (name: string): boolean =>
  /\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|[ch](?:c|pp|xx)?|cs|php|swift|scala|exs?|dart|vue|svelte|z?sh|bash)$/i.test(
    name,
  )

export function isFileName(name: string, quoted: boolean): boolean {
  if (/\s|[*?:<>|]|^https?|^@|^[\w-]+\.(?:com|org|io|dev|net)\//.test(name) || name.startsWith('/')) return false
  if (!name.includes('/')) return KNOWN_FILE.test(name) || (EXTENSION.test(name) && (quoted || !PRODUCT.test(name)))
  // "read/write" is no path.
  return quoted || /\.\w+$/.test(name) || name.endsWith('/') || SOURCE_FOLDER.test(name)
}
