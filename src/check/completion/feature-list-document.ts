import { fail, ok, type Result } from '../../std/result.ts'
import { inWords } from './in-words.ts'
import { isJsonObject, type JsonObject, ownValue } from './own-value.ts'

export interface Feature {
  readonly name: string
  /** Only a real `true` is one. */
  readonly passes: boolean
  /** What kind of value the flag is, for the message to the agent. */
  readonly flag: 'boolean' | 'absent' | 'other'
  /** The command that proves it; null when the flag is all there is. */
  readonly verify: string | null
  /** Everything but the flag, in canonical form: it must not change. */
  readonly promise: string
}

/** Reads a list of features. The error completes "the file …". */
export function readFeatures(text: string): Result<readonly Feature[], string> {
  try {
    const items = itemsOf(JSON.parse(text))
    if (items === null) return fail('is not a list of features: write an array, or {"features": [...]}')
    if (items.length === 0) return fail('has no features: an empty list proves nothing')
    const features = items.map(readFeature)
    const wrong = features.find(feature => typeof feature === 'string')
    if (typeof wrong === 'string') return fail(wrong)
    const named = features.filter(feature => typeof feature !== 'string')
    const seen = new Set<string>()
    const twice = named.find(({ name }) => seen.size === seen.add(name).size)
    return twice ? fail(`names a feature twice: ${inWords(twice.name)}`) : ok(named)
  } catch (error) {
    // JSON that is nested too deeply is an error too.
    return fail(`is not valid JSON (${inWords(error instanceof Error ? error.message : String(error))})`)
  }
}

function itemsOf(root: unknown): readonly unknown[] | null {
  if (Array.isArray(root)) return root
  const features = isJsonObject(root) ? ownValue(root, 'features') : null
  return Array.isArray(features) ? features : null
}

function readFeature(item: unknown, index: number): Feature | string {
  if (!isJsonObject(item)) return `has an item that is not a feature (number ${index + 1})`
  const name = nameOf(item)
  if (name === null) return `has a feature without a name (number ${index + 1})`
  const verify = ownValue(item, 'verify') ?? null
  if (verify !== null && (typeof verify !== 'string' || verify.trim() === ''))
    return `has a feature whose "verify" is not a command: ${inWords(name)}`
  const { passes: _, ...rest } = item
  const flag = ownValue(item, 'passes')
  return {
    name,
    passes: flag === true,
    flag: typeof flag === 'boolean' ? 'boolean' : flag === undefined ? 'absent' : 'other',
    verify,
    promise: canonical(rest),
  }
}

// Lists use any of these for the name of an item.
function nameOf(item: JsonObject): string | null {
  for (const key of ['name', 'id', 'description']) {
    const value = ownValue(item, key)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}

/** What was removed or rewritten since the list was first read; null when only flags changed and features were added. */
export function brokenPromise(before: readonly Feature[], now: readonly Feature[]): string | null {
  const present = new Map(now.map(feature => [feature.name, feature]))
  const gone = before.filter(({ name }) => !present.has(name))
  const rewritten = before.filter(({ name, promise }) => present.has(name) && present.get(name)?.promise !== promise)
  const parts = [
    ...(gone.length > 0 ? [`features were removed: ${namesOf(gone)}`] : []),
    ...(rewritten.length > 0 ? [`features were rewritten: ${namesOf(rewritten)}`] : []),
  ]
  return parts.length === 0 ? null : `${parts.join('; ')}. Restore them; only "passes" may change`
}

const NAMES_SAID = 20

export function namesOf(features: readonly Pick<Feature, 'name'>[]): string {
  const said = features.slice(0, NAMES_SAID).map(({ name }) => inWords(name))
  const more = features.length - said.length
  return said.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** The same text for the same data, independent of the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`
}
