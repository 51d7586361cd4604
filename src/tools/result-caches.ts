/**
 * What tools keep to answer the same question without asking again. An agent can write there too, so a room begins without them.
 * What a compiler keeps (`target`, `build`, `dist`) stays: without it honest projects would not start.
 */
const names = new Set([
  '.turbo',
  '.wireit',
  '.pytest_cache',
  '.testmondata',
  '.mypy_cache',
  '.dmypy.json',
  '.ruff_cache',
  '.eslintcache',
  '.stylelintcache',
  '.parcel-cache',
  '.gradle',
  '.phpunit.result.cache',
  '.phpunit.cache',
  '.php-cs-fixer.cache',
  '.rspec_status',
])

const ends = [
  'node_modules/.cache',
  'node_modules/.vite',
  'node_modules/.vitest',
  '.nx/cache',
  '.nx/workspace-data',
  '.next/cache',
  '.angular/cache',
  '.moon/cache',
  'tmp/cache/bootsnap',
]

const installed = /(?:^|\/)(?:node_modules|site-packages|vendor)\//

/** Whether a path, from the root of the tree, is a cache of results. */
export function isResultCache(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (names.has(name) || ends.some(end => path === end || path.endsWith(`/${end}`))) return true
  // Installed packages bring thousands of these; `PYTHONPYCACHEPREFIX` and the compiler itself pass them by.
  return (name === '__pycache__' || name.endsWith('.tsbuildinfo')) && !installed.test(path)
}

/** Whether it is one, or stands in one: no room has it. */
export function isInResultCache(path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (isResultCache(path.slice(0, at))) return true
  return isResultCache(path)
}
