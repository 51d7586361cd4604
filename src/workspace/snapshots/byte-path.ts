/**
 * File names are bytes, and not every name is text. Snapshots use strings in which each character is one byte (Latin-1), so that a
 * path can be compared, cut, and joined like any string, and comes back unchanged.
 */
export type BytePath = string

const ASCII = /^[\x00-\x7f]*$/

export const fromText = (path: string): BytePath => (ASCII.test(path) ? path : Buffer.from(path).toString('latin1'))

/** For display; invalid bytes become replacement characters. */
export const toText = (path: BytePath): string => (ASCII.test(path) ? path : Buffer.from(path, 'latin1').toString())

/** For calls of the file system. */
export const toFs = (path: BytePath): string | Buffer => (ASCII.test(path) ? path : Buffer.from(path, 'latin1'))

export const below = (folder: BytePath, name: BytePath): BytePath => (folder === '' ? name : `${folder}/${name}`)

export const parentOf = (path: BytePath): BytePath => path.slice(0, Math.max(0, path.lastIndexOf('/')))
