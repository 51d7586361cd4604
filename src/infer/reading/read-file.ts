import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ReadingProblem } from '../../tools/manifests/project.ts'
import { reason } from './walk.ts'

const LIMIT = 1_000_000

interface RawFile {
  readonly text: string
  readonly executable: boolean
}

/** Reads one file of the project as text. Null, and usually a problem, when there is nothing to learn from it. */
export function readSource(root: string, path: string, problems: ReadingProblem[]): RawFile | null {
  try {
    const full = join(root, path)
    if (lstatSync(full).isSymbolicLink() && !staysInside(root, full)) {
      problems.push({ code: 'outside-link', path })
      return null
    }
    const stats = statSync(full)
    if (!stats.isFile()) return null
    if (stats.size > LIMIT) {
      problems.push({ code: 'too-large', path, megabytes: Math.round(stats.size / 1e6) })
      return null
    }
    const bytes = readFileSync(full)
    if (bytes.includes(0)) {
      if (!isUtf16(bytes)) problems.push({ code: 'not-text', path })
      return isUtf16(bytes) ? { text: normalised(bytes.toString('utf16le')), executable: false } : null
    }
    return { text: normalised(bytes.toString('utf8')), executable: (stats.mode & 0o111) !== 0 }
  } catch (error) {
    problems.push({ code: 'unreadable', path, reason: reason(error) })
    return null
  }
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

const normalised = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

function staysInside(root: string, full: string): boolean {
  const home = realpathSync(root)
  const target = realpathSync(full)
  return target === home || target.startsWith(home + sep)
}
