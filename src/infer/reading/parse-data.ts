import { reason } from './walk.ts'

type Parser = (text: string) => unknown

// Parsers are the dear part of a start; each is loaded when the first file of its kind is seen.
const loaded = new Map<string, Promise<Parser>>()

const LOADERS: Readonly<Record<string, () => Promise<Parser>>> = {
  json: async () => text => JSON.parse(text),
  jsonc: async () => text => JSON.parse(withoutComments(text)),
  toml: async () => {
    const { parse } = await import('smol-toml')
    return text => parse(text)
  },
  markdown: async () => (await import('../documents/markdown.ts')).markdownBlocks,
  rst: async () => (await import('../documents/plain-markup.ts')).restructuredBlocks,
  adoc: async () => (await import('../documents/plain-markup.ts')).asciidocBlocks,
  yaml: async () => {
    const { parseDocument } = await import('yaml')
    return text => {
      const document = parseDocument(text, { logLevel: 'silent', merge: true, customTags, uniqueKeys: false })
      const [error] = document.errors
      const data: unknown = document.toJS({ maxAliasCount: 200 })
      if (error && data === null) throw error
      return data
    }
  },
}

/** GitLab's `!reference [job, script]` is kept as what it names. */
const customTags = [
  {
    tag: '!reference',
    collection: 'seq' as const,
    resolve: (value: { toJSON(): unknown }) => ({ reference: value.toJSON() }),
  },
]

export function formatOf(path: string): string | null {
  if (/\.(md|markdown|mdc)$|(^|\/)activity\.log$/i.test(path)) return 'markdown'
  if (/\.rst$/i.test(path)) return 'rst'
  if (/\.(adoc|asciidoc)$/i.test(path)) return 'adoc'
  if (/\.(ya?ml)$|(^|\/)\.clang-format$/.test(path)) return 'yaml'
  if (/\.toml$/.test(path)) return 'toml'
  if (/\.jsonc$|(^|\/)(tsconfig[\w.-]*|deno|jsconfig|\.eslintrc|nx|turbo|project|lerna|biome)\.json$/.test(path))
    return 'jsonc'
  return /\.json$/.test(path) ? 'json' : null
}

/** Data of a file; undefined, and a warning, when it is broken. Half a YAML file is better than none. */
export async function parseData(path: string, text: string, warnings: string[]): Promise<unknown> {
  const format = formatOf(path)
  const load = format === null ? undefined : LOADERS[format]
  if (format === null || load === undefined || text.trim() === '') return undefined
  let parser = loaded.get(format)
  if (parser === undefined) {
    parser = load()
    loaded.set(format, parser)
  }
  const parse = await parser
  try {
    return parse(text)
  } catch (error) {
    warnings.push(
      `${path} could not be understood as ${format.replace('jsonc', 'json').toUpperCase()} (${reason(error)})`,
    )
    return undefined
  }
}

function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? '')
}
