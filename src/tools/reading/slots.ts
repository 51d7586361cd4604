const DIGITS = '0123456789'
const BEYOND = 128

/** One place per ASCII character and one for all others. */
export const SLOTS = BEYOND + 1

// A blank line has no character; its newline stands for it, which nobody heeds.
export const slotOf = (code: number): number => (code < BEYOND ? code : code >= BEYOND ? BEYOND : 0)

/** Marks the characters that a plan names; "0-9" are digits, "·" is everything beyond ASCII. */
export function slots(characters: string): Uint8Array {
  const table = new Uint8Array(SLOTS)
  for (const character of characters.replace('0-9', DIGITS)) table[Math.min(character.charCodeAt(0), BEYOND)] = 1
  return table
}
