/**
 * A path as 16 hex digits. Not for secrets: two 32-bit FNV-1a hashes with different starts, because loading the crypto module
 * takes a tenth of the time of `status`.
 */
export function shortDigest(text: string): string {
  return [0x811c9dc5, 0x01000193].map(start => fnv1a(text, start).toString(16).padStart(8, '0')).join('')
}

function fnv1a(text: string, start: number): number {
  let hash = start
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
