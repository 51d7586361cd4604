import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface PageAsset {
  readonly type: string
  readonly bytes: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  'page.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  ...Object.fromEntries(
    ['page', 'parts', 'lists', 'loop', 'board', 'uPlot.min'].map(name => [`${name}.css`, 'text/css; charset=utf-8']),
  ),
  'icon.svg': 'image/svg+xml',
}

/** The files of the page, read once. They are built next to the program. */
export function pageAssets(): ReadonlyMap<string, PageAsset> {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'web'), join(here, '../../../dist/web')]
  const folder = places.find(path => existsSync(join(path, 'page.js'))) ?? here
  return new Map(
    Object.entries(TYPES).map(([name, type]) => [name, { type, bytes: readFileSync(join(folder, name)) }] as const),
  )
}
