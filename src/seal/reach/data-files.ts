import { basename, dirname, join } from 'node:path/posix'
import type { TreeFiles } from './reach.ts'

const DATA = /\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat)$/i
const NAMES = /[\w@./-]+\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat)\b/gi
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|ex|cs|swift|vue|svelte|html)$/
const MANIFEST = /(?:^|\/)(?:package|composer|tsconfig[\w.-]*|jsconfig|deno|biome)\.json$|lock|requirements/i
const MOST_CHECKS = 500
const MOST_SOURCES = 3_000

/**
 * Data that checks name and the product does not: what they expect, wherever it stands. A file that the product reads too is its
 * own, and the agent's to change.
 */
export function dataOfChecks(checks: readonly string[], tree: TreeFiles, isCheck: (path: string) => boolean): string[] {
  const named = new Set<string>()
  for (const path of checks.slice(0, MOST_CHECKS))
    for (const [name] of (tree.read(path) ?? '').matchAll(NAMES)) {
      const found = [join(dirname(path), name), name.replace(/^(?:\.\/)+/, '')].find(place => tree.has(place))
      if (found !== undefined && DATA.test(found) && !MANIFEST.test(found) && !isCheck(found)) named.add(found)
    }
  if (named.size === 0) return []
  const sources = tree.paths.filter(path => SOURCE.test(path) && !isCheck(path)).slice(0, MOST_SOURCES)
  const read = sources.map(path => tree.read(path) ?? '')
  return [...named].filter(path => !read.some(text => text.includes(basename(path))))
}
