import { readFileSync } from 'node:fs'
import { isWithin } from '../../system/is-within.ts'

/** Mount points below a folder, as relative paths, outer ones first. Null where the system does not list them. */
export function mountsBelow(folder: string): string[] | null {
  try {
    return parseMounts(readFileSync('/proc/self/mountinfo', 'utf8'), folder)
  } catch {
    return null
  }
}

export function parseMounts(table: string, folder: string): string[] {
  const points = table.split('\n').flatMap(line => {
    const point = line.split(' ')[4]
    return point ? [unescaped(point)] : []
  })
  const below = points.filter(point => point !== folder && isWithin(point, folder))
  return [...new Set(below)].sort().map(point => point.slice(folder.length + 1))
}

// Spaces and backslashes are escaped as three octal digits.
function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
