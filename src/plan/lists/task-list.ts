import type { Given } from '../../run/settings/values.ts'

/** One task of a list, as its author wrote it. */
export interface ListedTask {
  /** Unique in its list. */
  readonly id: string
  /** One line, for tables and commit messages. */
  readonly title: string
  /** Everything that the list says about it, for the agent. */
  readonly task: string
  /** The author's criterion; null when one has to be inferred. */
  readonly until: string | null
  /** Ids of tasks that must be merged first. */
  readonly after: readonly string[]
  readonly agent: string | null
  /** Agents that work on it at once; empty when one does. */
  readonly race: readonly string[]
  /** Limits of its loop, by setting. */
  readonly limits: Given
  /** Files and globs that it works on. */
  readonly paths: readonly string[]
  /** Its acceptance criteria, as sentences. */
  readonly acceptance: readonly string[]
  /** The list says that it is done. */
  readonly done: boolean
}

/** Everything that the list says about a task but its mark, to see whether it is still the same task. */
export const definitionOf = ({ done: _, ...task }: ListedTask): string => JSON.stringify(task)

export const LIST_FORMATS = ['markdown', 'json', 'jsonl', 'yaml'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

export interface TaskList {
  readonly format: ListFormat
  readonly tasks: readonly ListedTask[]
  /** The criterion that every merged result must keep; null when the list names none. */
  readonly gate: string | null
  /** Limits of the whole plan, by setting. */
  readonly limits: Given
  /** The text of the list with these tasks marked as done, and no others. */
  mark(isDone: (id: string) => boolean): string
  /** The text without any mark, to see whether two lists differ in more than marks. */
  unmarked(): string
}

/** A short id that can be typed, from the words of a title. */
export function idFrom(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
  const short = words.slice(0, 5).join('-').slice(0, 40)
  return short === '' ? 'task' : short
}

const URGENCIES: readonly (readonly string[])[] = [
  ['critical', 'urgent', 'highest'],
  ['high'],
  ['medium', 'normal'],
  ['low'],
  ['lowest'],
]

/** Behind every task with a priority. */
export const UNRANKED = 1_000_000

/** How urgent a task is, as lists say it: 1, P1, or "high"; less comes first. */
export function rankOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return UNRANKED
  const digits = /^P?(\d+)\b/i.exec(value.trim())?.[1]
  if (digits !== undefined) return Number(digits)
  const word = /^[a-z]+/i.exec(value.trim())?.[0].toLowerCase() ?? ''
  const rank = URGENCIES.findIndex(words => words.includes(word))
  return rank === -1 ? UNRANKED : rank
}

/** Gives every task an id of its own: the one of the list, or one from its words, with a number when it is taken. */
export function withIds<T extends { readonly id: string | null; readonly title: string }>(
  items: readonly T[],
): readonly (T & { readonly id: string })[] {
  const given = new Set(items.flatMap(({ id }) => (id === null ? [] : [id])))
  const taken = new Set<string>()
  return items.map(item => {
    const base = item.id ?? idFrom(item.title)
    let id = base
    for (let number = 2; taken.has(id) || (id !== item.id && given.has(id)); number++) id = `${base}-${number}`
    taken.add(id)
    return { ...item, id }
  })
}
