import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The code that is loaded into other programs is next to the built program; when running from source it is built on demand. */
export function preloads(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'preload'), join(here, '../../../dist/preload')]
  return places.find(path => existsSync(join(path, 'evidence.cjs'))) ?? here
}
