/** A JSON document of unknown content. */
export type AgentJson = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is AgentJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object in that field; an empty one when there is none. */
export const objectAt = (value: unknown, name: string): AgentJson => {
  const inner = isObject(value) ? value[name] : undefined
  return isObject(inner) ? inner : {}
}

export const listAt = (value: unknown, name: string): readonly unknown[] => {
  const inner = isObject(value) ? value[name] : undefined
  return Array.isArray(inner) ? inner : []
}

export const textAt = (value: unknown, name: string): string | null => {
  const inner = isObject(value) ? value[name] : undefined
  return typeof inner === 'string' && inner !== '' ? inner : null
}

export const numberAt = (value: unknown, name: string): number | null => {
  const inner = isObject(value) ? value[name] : undefined
  return typeof inner === 'number' && Number.isFinite(inner) ? inner : null
}

/** The document in a line; null when the line contains none. */
export function parsedObject(line: string): AgentJson | null {
  // Checked first, because an exception for every other line is expensive.
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
