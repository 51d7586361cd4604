const ANSWER_LENGTH = 4_000

/** The end of what was said, never cut inside a character. */
export function lastWords(text: string): string {
  const end = text.slice(-ANSWER_LENGTH)
  return text.length > ANSWER_LENGTH && /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end
}
