import { lstatSync, mkdirSync, type Stats } from 'node:fs'
import { untrustedComponent } from './path-owner.ts'

/** Creates a folder that only this user can read or replace. Says why it cannot be one; null if it is. */
export function troubleWithOwnFolder(path: string): string | null {
  try {
    const before = foreignPart(path)
    if (before !== null) return before
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const place = lstatSync(path)
    return place.isDirectory() && isOwn(place) && (place.mode & 0o077) === 0 ? foreignPart(path) : 'it is not private'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function foreignPart(path: string): string | null {
  const found = untrustedComponent(path)
  return found ? `${found.path} ${found.why}` : null
}

export const isOwn = ({ uid }: Stats): boolean => process.geteuid === undefined || uid === process.geteuid()
