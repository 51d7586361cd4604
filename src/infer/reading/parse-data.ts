import type { ReadingProblem } from '../../tools/manifests/project.ts'
import { reason } from './walk.ts'

/** The data of a file, and its problem if there was one. */
interface Parsed {
  readonly data: unknown
  readonly trouble?: string
}

type Parser = (text: string) => Parsed

// Parsers are expensive to load; each is loaded for the first file of its kind.
const loaded = new Map<string, Promise<Parser>>()

const LOADERS: Readonly<Record<string, () => Promise<Parser>>> = {
  json: async () => text => ({ data: JSON.parse(text) }),
  jsonc: async () => {
    const { parseJsonc } = await import('../../std/jsonc.ts')
    return text => ({ data: parseJsonc(text) })
  },
  toml: async () => {
    const { parse } = await import('smol-toml')
    return text => ({ data: parse(text) })
  },
  markdown: async () => {
    const { markdownBlocks } = await import('../documents/markdown.ts')
    return text => ({ data: markdownBlocks(text) })
  },
  log: async () => {
    const { logEntries } = await import('../documents/plain-markup.ts')
    return text => ({ data: logEntries(text) })
  },
  rst: async () => {
    const { restructuredBlocks } = await import('../documents/plain-markup.ts')
    return text => ({ data: restructuredBlocks(text) })
  },
  adoc: async () => {
    const { asciidocBlocks } = await import('../documents/plain-markup.ts')
    return text => ({ data: asciidocBlocks(text) })
  },
  yaml: async () => {
    const { parseDocument } = await import('yaml')
    return text => {
      const document = parseDocument(text, { logLevel: 'silent', merge: true, customTags, uniqueKeys: false })
      const [error] = document.errors
      const data: unknown = document.toJS({ maxAliasCount: 200 })
      // A partly readable YAML file is better than none.
      return error ? { data, trouble: reason(error) } : { data }
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
  if (/\.(md|markdown|mdc)$/i.test(path)) return 'markdown'
  if (/(^|\/)activity\.log$/i.test(path)) return 'log'
  if (/\.rst$/i.test(path)) return 'rst'
  if (/\.(adoc|asciidoc)$/i.test(path)) return 'adoc'
  if (/\.(ya?ml)$|(^|\/)\.clang-format$/.test(path)) return 'yaml'
  if (/\.toml$/.test(path)) return 'toml'
  if (/\.jsonc$|(^|\/)(tsconfig[\w.-]*|deno|jsconfig|\.eslintrc|nx|turbo|project|lerna|biome)\.json$/.test(path))
    return 'jsonc'
  return /\.json$/.test(path) ? 'json' : null
}

/** Data of a file; undefined, and a reported problem, when it is broken. */
export async function parseData(path: string, text: string, problems: ReadingProblem[]): Promise<unknown> {
  const format = formatOf(path)
  const load = format === null ? undefined : LOADERS[format]
  if (format === null || load === undefined || text.trim() === '') return undefined
  let parser = loaded.get(format)
  if (parser === undefined) {
    parser = load()
    loaded.set(format, parser)
  }
  const parse = await parser
  const report = (why: string) =>
    problems.push({ code: 'bad-syntax', path, format: format.replace('jsonc', 'json').toUpperCase(), reason: why })
  try {
    const { data, trouble } = parse(text)
    if (trouble !== undefined) report(trouble)
    return data
  } catch (error) {
    report(reason(error))
    return undefined
  }
}
