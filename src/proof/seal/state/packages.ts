import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { lstatOrNull } from '../../../system/file-stat.ts'
import { readRegular } from '../../../system/read-regular.ts'
import { TOOL_PACKAGES } from '../../../tools/protection/detection.ts'
import { isResultCache } from '../../../tools/protection/result-caches.ts'
import type { SealedPackage } from '../seal.ts'
import { stampOf } from './path-state.ts'

// Their bytes are part of the check, so they are read first, within the limit.
const CHECKERS = new RegExp(`(?:^|/)(?:${TOOL_PACKAGES}|\\.bin)$`)

const MOST_BYTES = 48 * 1024 * 1024
const MOST_FILES = 3_000

/** Installed packages, each by the stamps of its files, and by its bytes as far as the limit allows: runners first. */
export async function sealPackages(tree: string, roots: readonly string[]): Promise<SealedPackage[]> {
  const paths = roots.flatMap(root => packagesIn(tree, root))
  const runners = paths.filter(path => CHECKERS.test(path))
  const others = paths.filter(path => !CHECKERS.test(path))
  const left = { bytes: MOST_BYTES, files: MOST_FILES }
  const sealed: SealedPackage[] = []
  for (const [index, path] of [...runners, ...others].entries()) {
    // Yields between packages, because a big tree takes a second.
    if (index % 50 === 49) await breathe()
    const content = contentOf(join(tree, path))
    const fits = content.size <= left.bytes && content.files.length <= left.files
    if (fits) {
      left.bytes -= content.size
      left.files -= content.files.length
    }
    const bytes = fits ? bytesOf(content) : null
    sealed.push({ path, version: versionOf(join(tree, path)), stamps: content.stamps, bytes })
  }
  return sealed
}

/** One of them now; its bytes are read only if they were before and the stamps differ. */
export function packageNow(tree: string, before: SealedPackage): 'same' | 'gone' | { readonly version: string | null } {
  const folder = join(tree, before.path)
  if (!lstatOrNull(folder)) return 'gone'
  const content = contentOf(folder)
  if (content.stamps === before.stamps) return 'same'
  if (before.bytes !== null && bytesOf(content) === before.bytes) return 'same'
  return { version: versionOf(folder) }
}

/** The folders of single packages, relative to the tree. Folders with a dot are caches, except these two. */
function packagesIn(tree: string, root: string): readonly string[] {
  return namesIn(join(tree, root)).flatMap(name => {
    const path = `${root}/${name}`
    if (name === '.bin') return namesIn(join(tree, path)).map(shim => `${path}/${shim}`)
    if (name === '.pnpm')
      return namesIn(join(tree, path))
        .filter(each => each !== 'lock.yaml')
        .map(each => `${path}/${each}`)
    if (name.startsWith('.') || name === '__pycache__') return []
    return name.startsWith('@') ? namesIn(join(tree, path)).map(inner => `${path}/${inner}`) : [path]
  })
}

interface Content {
  readonly files: readonly { readonly path: string; readonly link: boolean }[]
  readonly folder: string
  readonly size: number
  readonly stamps: string
}

function contentOf(folder: string): Content {
  const files: { path: string; link: boolean }[] = []
  const hash = createHash('sha256')
  let size = 0
  const see = (path: string): void => {
    // A clean copy has none, so what runs write there does not matter.
    if (isResultCache(path)) return
    const stat = lstatOrNull(path)
    if (!stat) return
    if (stat.isDirectory()) {
      for (const name of namesIn(path)) if (name !== '__pycache__' && name !== '.cache') see(`${path}/${name}`)
      return
    }
    files.push({ path, link: stat.isSymbolicLink() })
    size += Number(stat.size)
    hash.update(`${path.slice(folder.length)}\0${stampOf(stat)}\0`)
  }
  see(folder)
  return { files, folder, size, stamps: hash.digest('hex') }
}

function bytesOf({ files, folder }: Content): string {
  const hash = createHash('sha256')
  for (const { path, link } of files) {
    hash.update(`\0${path.slice(folder.length)}\0`)
    try {
      hash.update(link ? readlinkSync(path) : (readRegular(path) ?? 'unreadable'))
    } catch {
      hash.update('unreadable')
    }
  }
  return hash.digest('hex')
}

function versionOf(folder: string): string | null {
  try {
    const { version } = JSON.parse(readRegular(join(folder, 'package.json'))?.toString() ?? '') as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
