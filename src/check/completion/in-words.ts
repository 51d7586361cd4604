const LONGEST = 200

/** Foreign text as one line that is safe in a prompt and on a terminal. */
export function inWords(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
