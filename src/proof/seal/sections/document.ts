/** A file with parts: how to read it as data, and how to write data back. */
export interface Codec {
  /** Undefined when the content does not match the file name. */
  parse(text: string): Data | undefined
  print(data: Data): string
}

export type Data = Readonly<Record<string, unknown>>

/**
 * Kinds of parts: `free` belongs to the agent; `sealed` counts as a whole; of `open` and `grows` the children are compared, and a
 * new child of a part that grows is not a change. `guarded` is sealed and also counts when it is new in a part that grows.
 */
export type SectionVerdict = 'free' | 'sealed' | 'guarded' | 'open' | 'grows'
export type SectionPolicy = (path: readonly string[]) => SectionVerdict

export interface Section {
  readonly name: string
  readonly path: readonly string[]
  readonly value: unknown
  /** An element of a list, identified by its content. */
  readonly isElement: boolean
  /** Adding it is not a change. */
  readonly mayAppear: boolean
}

type Child = Pick<Section, 'mayAppear' | 'isElement'>

export function sectionsIn(data: Data, policy: SectionPolicy): readonly Section[] {
  const found: Section[] = []
  const visit = (value: unknown, path: readonly string[], { mayAppear, isElement }: Child): void => {
    const verdict = policy(path)
    if (verdict === 'free') return
    const children = verdict === 'open' || verdict === 'grows' ? childrenOf(value) : null
    if (children === null) {
      found.push({ name: path.join('.'), path, value, isElement, mayAppear: mayAppear && verdict !== 'guarded' })
      return
    }
    for (const [key, child] of children)
      visit(child, [...path, key], { mayAppear: verdict === 'grows', isElement: Array.isArray(value) })
  }
  for (const [key, value] of Object.entries(data)) visit(value, [key], { mayAppear: false, isElement: false })
  return found
}

/** Array elements are identified by content, not by position. */
function childrenOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (Array.isArray(value)) return value.map(element => [JSON.stringify(element), element] as const)
  return isRecord(value) ? Object.entries(value) : null
}

/** `mine` with the sealed parts of `theirs`: sealed parts are restored, everything else stays. */
export function withSections(mine: Data, theirs: readonly Section[], policy: SectionPolicy): Data {
  const names = new Set(theirs.map(({ name }) => name))
  const extra = sectionsIn(mine, policy).filter(({ name, mayAppear }) => !mayAppear && !names.has(name))
  const without = extra.reduce((data, spot) => placed(data, spot, undefined), mine)
  return theirs.reduce((data, section) => placed(data, section, section.value), without)
}

type Spot = Pick<Section, 'path' | 'isElement'>

/** The data with this value at that place, or without the place when there is no value. */
function placed(data: Data, { path: [key = '', ...rest], isElement }: Spot, value: unknown): Data {
  if (rest.length === 0) return set(data, key, value)
  const inner = data[key]
  if (isElement && rest.length === 1) {
    const list: readonly unknown[] = Array.isArray(inner) ? inner : []
    const others = list.filter(element => JSON.stringify(element) !== rest[0])
    if (value === undefined) return Array.isArray(inner) ? set(data, key, others) : data
    return others.length < list.length ? data : set(data, key, [...list, value])
  }
  if (!isRecord(inner) && value === undefined) return data
  return set(data, key, placed(isRecord(inner) ? inner : {}, { path: rest, isElement }, value))
}

function set(data: Data, key: string, value: unknown): Data {
  // The order stays: some tools read their keys in order.
  if (value !== undefined) return { ...data, [key]: value }
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== key))
}

export const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
