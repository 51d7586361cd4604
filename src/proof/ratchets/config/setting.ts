/** One value in a config file, with its path. */
export interface ConfigSetting {
  /** Keys joined by dots; an element of a list is `[]`. */
  readonly path: string
  readonly value: unknown
  readonly line: number
}

/** A value that a program would have to compute. */
export interface Computed {
  readonly expression: string
}

export const isComputed = (value: unknown): value is Computed =>
  typeof value === 'object' && value !== null && 'expression' in value

export function settingsIn(data: unknown, lineOf: (key: string) => number): ConfigSetting[] {
  const found: ConfigSetting[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    const key = path.findLast(part => part !== '[]') ?? ''
    if (Array.isArray(value)) {
      found.push({ path: path.join('.'), value, line: lineOf(key) })
      for (const element of value) if (isTable(element)) visit(element, [...path, '[]'])
    } else if (isTable(value)) for (const [name, child] of Object.entries(value)) visit(child, [...path, name])
    else found.push({ path: path.join('.'), value, line: lineOf(key) })
  }
  visit(data, [])
  return found
}

export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !isComputed(value)

/** The first line on which a key is written as one. */
export function keyLines(text: string): (key: string) => number {
  const lines = text.split('\n')
  return key => {
    const word = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const written = new RegExp(`(?:^|[\\s"'{,[<.])${word}["']?\\s*(?:[:=>\\]{[]|$)`)
    const at = key === '' ? 0 : lines.findIndex(line => written.test(line))
    return Math.max(0, at) + 1
  }
}
