type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key

/** Data of others, or in the format of files: its keys stay as they are. */
type Verbatim = 'spec' | 'content' | 'done'

const VERBATIM: readonly string[] = ['spec', 'content', 'done'] satisfies readonly Verbatim[]

/** The same data with keys in camelCase, at every depth but below `spec`, `content`, and `done`. */
export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? readonly CamelKeys<Item>[]
  : T extends object
    ? {
        readonly [Key in keyof T as Key extends string ? Camel<Key> : Key]: Key extends Verbatim
          ? T[Key]
          : CamelKeys<T[Key]>
      }
    : T

/** Files and `--json` spell keys with underscores; the library spells them as JavaScript does. */
export const camelKeys = <T>(value: T): CamelKeys<T> =>
  respelled(value, key => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as CamelKeys<T>

/** The way back. */
export const snakeKeys = <T>(value: CamelKeys<T>): T =>
  respelled(value, key => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)) as T

function respelled(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => respelled(item, spell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [spell(key), VERBATIM.includes(key) ? inner : respelled(inner, spell)]),
  )
}
