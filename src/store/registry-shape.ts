import { STATUSES } from '../loop/status.ts'
import type { Registry, RegistryEntry } from './registry-document.ts'

/** Null when a value fits; else the path of the field that does not. By hand: a schema library is half of what `status` takes. */
type Shape = (value: unknown) => string | null

const fits =
  (test: (value: unknown) => boolean): Shape =>
  value =>
    test(value) ? null : ''

const text = fits(value => typeof value === 'string')
const whole = fits(Number.isSafeInteger)
const number = fits(Number.isFinite)
const nullable =
  (shape: Shape): Shape =>
  value =>
    value === null ? null : shape(value)

const optional =
  (shape: Shape): Shape =>
  value =>
    value === undefined ? null : shape(value)

function fields<T>(shapes: Readonly<Record<keyof Required<T>, Shape>>): Shape {
  return value => {
    if (typeof value !== 'object' || value === null) return ''
    return firstFault(Object.entries<Shape>(shapes).map(([name, shape]) => [name, shape(Reflect.get(value, name))]))
  }
}

const listOf =
  (shape: Shape): Shape =>
  value =>
    Array.isArray(value) ? firstFault(value.map((item, index) => [String(index), shape(item)])) : ''

function firstFault(faults: readonly (readonly [name: string, fault: string | null])[]): string | null {
  const [name, fault] = faults.find(([, fault]) => fault !== null) ?? []
  return name === undefined ? null : [name, fault].filter(Boolean).join('.')
}

const entryShape = fields<RegistryEntry>({
  loop_id: text,
  task: text,
  status: fits(value => STATUSES.some(status => status === value)),
  iteration: whole,
  max_iterations: whole,
  completion_criteria: text,
  started_at: text,
  last_active: text,
  pid: whole,
  owner: fields<RegistryEntry['owner']>({ kind: text, started: text, boot: text }),
  working_directory: text,
  state_file: text,
  verdict: nullable(text),
  missing: nullable(text),
  failing: listOf(text),
  spent: fields<RegistryEntry['spent']>({ ms: number, tokens: nullable(number), usd: nullable(number) }),
  ended: nullable(text),
  worktree: optional(
    fields<NonNullable<RegistryEntry['worktree']>>({ path: text, branch: text, onto: nullable(text), origin: text }),
  ),
})

const registryShape = fields<Registry>({
  version: text,
  max_concurrent_loops: whole,
  updated_at: text,
  active_loops: listOf(entryShape),
  recent_loops: listOf(entryShape),
  totals: fields<Registry['totals']>({ started: whole, verified: whole, ended: whole }),
})

/** Which field of a registry is wrong; null when none is, and '' for the whole of it. */
export const faultInRegistry = (value: unknown): string | null => registryShape(value)

export const isRegistry = (value: unknown): value is Registry => registryShape(value) === null
export const isEntry = (value: unknown): value is RegistryEntry => entryShape(value) === null
