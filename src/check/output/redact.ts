const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i
const SHORTEST = 6

/** Replaces the values of secret-looking variables, so that output can be shown to a model. */
export function redact(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const secrets = Object.entries(env)
    .filter((entry): entry is [string, string] => SECRET_NAME.test(entry[0]) && (entry[1]?.length ?? 0) >= SHORTEST)
    // The longest first: one secret may contain another.
    .sort(([, a], [, b]) => b.length - a.length)
  return secrets.reduce((clean, [name, value]) => clean.replaceAll(value, `[${name}]`), text)
}

const TAGS = /<(\/?\s*(?:promise|goal|done|complete|completed|completion|task[-_]?complete)\b[^<>]{0,80})>/gi
const WORDS = /\b(EXIT|RALPH|TASK|LOOP|ALL|STOP|GOAL)_(SIGNAL|STATUS|COMPLETED?|DONE|HOOK|ACHIEVED)\b/g

/** Neutralizes words that loops take for a claim of completion. */
export const defuse = (text: string): string => text.replace(TAGS, '‹$1›').replace(WORDS, '$1·$2')
