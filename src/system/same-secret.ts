import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests, because they have equal lengths and the time of the comparison must not leak anything. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
