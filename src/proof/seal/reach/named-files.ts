// Keys of runner and compiler configs whose values are files that are loaded into the run.
const LOADING_KEYS =
  /["']?\b(?:setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|testEnvironment|snapshotResolver|snapshotSerializers|testRunner|runner|testSequencer|resolver|transform|preset|reporters?|require|file|loader|preload|extends|extend|plugins|processor|dependencyExtractor|hasteImplModulePath|testResultsProcessor|supportFile|references|bootstrap|env-file|node-option|spec_helper|jsPlugins|rulesDirectory|rulesdir|config|configFile|tsconfig|sequencer|environment|cacheSerializer)["']?\s*[:=]\s*(\[[^\]]*\]|\{[^}]*\}|["'`][^"'`\n]+["'`]|[\w./-]+)/g
const IMPORTS =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:_relative)?(?:\.resolve)?\s*\(?\s*|\bload\s+|\bextends\s+)["'`](\.{0,2}\/?[\w@./-]+)["'`]/g
const STRINGS = /["'`]((?:<rootDir>\/|\$\{[\w.]+\}\/|\.{1,2}\/)?[\w@./-]+)["'`]/g

/** Paths that a config names as files to load, as written; the caller checks whether they exist. */
export function filesNamedByConfig(text: string): readonly string[] {
  const bare = text.length > 200_000 ? '' : text
  const found = [...bare.matchAll(IMPORTS)].map(([, path = '']) => path).filter(path => path.startsWith('.'))
  for (const [, value = ''] of bare.matchAll(LOADING_KEYS)) {
    const strings = [...value.matchAll(STRINGS)].map(([, path = '']) => path)
    found.push(...(strings.length > 0 ? strings : /^[\w./-]+$/.test(value) ? [value] : []))
  }
  return [...new Set(found.map(path => path.replace(/^<rootDir>\/|^\$\{[\w.]+\}\//, './')))].filter(path =>
    /[./]/.test(path),
  )
}

/** Relative imports of a script. */
export const filesImported = (text: string): readonly string[] =>
  text.length > 200_000
    ? []
    : [...text.matchAll(IMPORTS)].map(([, path = '']) => path).filter(path => /^\.{1,2}\//.test(path))

/** The file names that a tool would try for a path without extension. */
export const endings = (path: string): readonly string[] => {
  const bare = path.replace(/\/$/, '')
  const swapped = /\.[cm]?js$/.test(bare) ? [bare.replace(/js$/, 'ts')] : []
  const added = [
    '.js',
    '.ts',
    '.mjs',
    '.cjs',
    '.mts',
    '.cts',
    '.json',
    '.tsx',
    '.jsx',
    '.rb',
    '.py',
    '.sh',
    '.yml',
    '.yaml',
    '.toml',
  ]
  return [
    bare,
    ...swapped,
    ...added.map(end => bare + end),
    ...['/index.js', '/index.ts', '/tsconfig.json'].map(end => bare + end),
  ]
}

// The product's own code; a config or script may import it, and the agent may still change it.
const SOURCE = /(?:^|\/)(?:src|lib|app|source|sources|pkg|internal|cmd|crates)\//

export const isProductSource = (path: string): boolean => SOURCE.test(path)
