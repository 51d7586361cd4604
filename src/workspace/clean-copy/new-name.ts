import { randomBytes } from 'node:crypto'

/** A folder name that says nothing: letters and digits, starting with a letter. */
export const newName = (): string => `p${randomBytes(4).toString('hex')}`
