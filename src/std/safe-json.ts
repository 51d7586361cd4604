/** JSON in which every character that could control a terminal is escaped. */
export const safeJson = (value: unknown): string => escaped(JSON.stringify(value))

/** The same for text that is JSON already. */
export const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
