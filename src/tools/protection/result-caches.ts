import { TOOLS } from '../catalog.ts'
import { anyOf } from './any-of.ts'

/**
 * What tools keep to answer the same question without asking again. An agent can write there too, so a clean copy begins without
 * them. What a compiler keeps (`target`, `build`, `dist`) stays: without it honest projects would not start.
 */
const caches = TOOLS.flatMap(({ protection }) => protection?.caches ?? [])
const names = new Set(caches.filter(cache => !cache.includes('/')))
const ends = caches.filter(cache => cache.includes('/'))
// Installed packages bring thousands of these; their tools pass them by in a clean copy.
const local = anyOf(TOOLS.flatMap(({ protection }) => protection?.localCaches ?? []))
const named = anyOf(TOOLS.flatMap(({ protection }) => protection?.namedCaches ?? []))

const installed = /(?:^|\/)(?:node_modules|site-packages|vendor)\//

/** Whether a path, from the root of the tree, is a cache of results. */
export function isResultCache(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (names.has(name) || ends.some(end => path === end || path.endsWith(`/${end}`))) return true
  return named.test(name) || (local.test(name) && !installed.test(path))
}

/** Whether it is one, or stands in one: no clean copy has it. */
export function isInResultCache(path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (isResultCache(path.slice(0, at))) return true
  return isResultCache(path)
}
