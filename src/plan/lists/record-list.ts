import { isJsonObject, type JsonObject, ownValue } from '../../check/completion/own-value.ts'
import type { Given } from '../../run/settings/values.ts'
import { nearest } from '../../std/nearest.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { type ListedTask, rankOf, UNRANKED, withIds } from './task-list.ts'

/** Where the records of a document are, and what a mark looks like there. */
export interface Records {
  readonly path: readonly string[]
  readonly items: readonly unknown[]
  /** The key that says "done", for a record without one. */
  readonly markKey: string
}

/** Lists of other programs and ours, by the key that holds the records. */
const HOLDERS: readonly (readonly [path: readonly string[], markKey: string])[] = [
  [['userStories'], 'passes'],
  [['prd', 'userStories'], 'passes'],
  [['features'], 'passes'],
  [['tasks'], 'done'],
  [['stories'], 'done'],
  [['issues'], 'done'],
]

export function recordsIn(root: unknown): Records | null {
  if (Array.isArray(root)) return { path: [], items: root, markKey: 'done' }
  for (const [path, markKey] of HOLDERS) {
    const items = path.reduce<unknown>((at, key) => (isJsonObject(at) ? ownValue(at, key) : undefined), root)
    if (Array.isArray(items)) return { path, items, markKey }
  }
  return null
}

const MARKS = ['passes', 'completed', 'done'] as const

/** The key of a record that says whether it is done. */
export const markKeyOf = (item: JsonObject, standard: string): string =>
  MARKS.find(key => Object.hasOwn(item, key)) ?? standard

/** Keys that a record of our own format may have; a typo in one would change what is run. */
const OWN_KEYS = ['id', 'task', 'title', 'until', 'after', 'agent', 'race', 'limits', 'paths', 'done', 'description']

interface RankedTask {
  readonly task: ListedTask
  readonly rank: number
}

/** In the order of the document. */
export function readRecords({ items }: Records): Result<readonly RankedTask[], string> {
  const drafts = items.map(readRecord)
  const wrong = drafts.find(draft => !draft.ok)
  if (wrong && !wrong.ok) return wrong
  const read = drafts.flatMap(draft => (draft.ok ? [draft.value] : []))
  const seen = new Set<string>()
  const twice = read.find(({ id }) => id !== null && seen.size === seen.add(id).size)
  if (twice) return fail(`has two tasks with the id ${twice.id}`)
  const tasks = withIds(read)
  const groups = tasks.map(({ group, id }) => ({ group, id }))
  return ok(tasks.map(({ rank, group, ...task }) => ({ rank, task: { ...task, ...behind(group, groups, task) } })))
}

type Draft = Omit<ListedTask, 'id'> & {
  readonly id: string | null
  readonly rank: number
  /** Tasks of one group may run side by side, after those of lower groups. */
  readonly group: number | null
}

function behind(
  group: number | null,
  groups: readonly { readonly group: number | null; readonly id: string }[],
  { after }: Pick<ListedTask, 'after'>,
): Pick<ListedTask, 'after'> {
  if (group === null) return { after }
  const earlier = groups.filter(other => other.group !== null && other.group < group).map(({ id }) => id)
  return { after: [...new Set([...after, ...earlier])] }
}

function readRecord(item: unknown, index: number): Result<Draft, string> {
  if (typeof item === 'string' && item.trim() !== '') return ok({ ...EMPTY, title: lineOf(item), task: item.trim() })
  if (!isJsonObject(item)) return fail(`has an item that is not a task (number ${index + 1})`)
  const text = textOf(item, ['task', 'title', 'name', 'description', 'text'])
  if (text === null) return fail(`has a task without a title (number ${index + 1})`)
  const unknown = Object.hasOwn(item, 'task') ? Object.keys(item).find(key => !OWN_KEYS.includes(key)) : undefined
  if (unknown !== undefined) {
    const near = nearest(unknown, OWN_KEYS)
    return fail(
      `has an unknown key "${unknown}" in the task "${lineOf(text)}"${near ? `; did you mean "${near}"?` : ''}`,
    )
  }
  const limits = readLimits(ownValue(item, 'limits'))
  if (!limits.ok) return fail(`${limits.error} in the task "${lineOf(text)}"`)
  const title = textOf(item, ['title', 'name']) ?? text
  return ok({
    id: idOf(item),
    title: lineOf(title),
    task: wholeText(item, text, title),
    until: textOf(item, ['until', 'verify', 'verification_command', 'verifyCommand', 'testCommand']),
    after: namesIn(item, ['after', 'dependsOn', 'depends_on', 'dependencies', 'blockedBy', 'blocked_by']),
    agent: textOf(item, ['agent']),
    race: namesIn(item, ['race']).flatMap(name => name.split(/[,\s]+/).filter(Boolean)),
    limits: limits.value,
    paths: namesIn(item, ['paths', 'files']),
    acceptance: acceptanceOf(item),
    done: isDone(item) || isContainer(item),
    rank: rankOf(ownValue(item, 'priority')),
    group: numberOf(ownValue(item, 'parallel_group')),
  })
}

const EMPTY = {
  id: null,
  until: null,
  after: [],
  agent: null,
  race: [],
  limits: {},
  paths: [],
  acceptance: [],
  done: false,
  rank: UNRANKED,
  group: null,
} as const

const lineOf = (text: string): string => (text.trim().split('\n')[0] ?? '').trim()

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function textOf(item: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = ownValue(item, key)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}

function idOf(item: JsonObject): string | null {
  for (const key of ['id', 'number', 'key']) {
    const value = ownValue(item, key)
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}

/** Texts, or records with an id, such as the dependencies of an issue tracker. */
function namesIn(item: JsonObject, keys: readonly string[]): readonly string[] {
  const value = keys.map(key => ownValue(item, key)).find(found => found !== undefined && found !== null)
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items.flatMap(each => {
    if (typeof each === 'string') return each.trim() === '' ? [] : [each.trim()]
    if (typeof each === 'number') return [String(each)]
    return isJsonObject(each) && isBlocking(each) ? (textOf(each, ['depends_on_id', 'id']) ?? []) : []
  })
}

/** Trackers also link issues that are only related, and the parts of an epic. */
const isBlocking = (link: JsonObject): boolean =>
  /block|depend|require/i.test(textOf(link, ['type', 'dependency_type']) ?? 'blocks')

/** Also what was given up: nothing is to be done about it. */
const DONE_WORDS =
  /^(?:done|complete|completed|closed|resolved|merged|cancell?ed|deleted|tombstone|wont_?fix|duplicate|archived)$/i

/** An epic is done when its parts are. */
const isContainer = (item: JsonObject): boolean => /^epic$/i.test(textOf(item, ['issue_type', 'type']) ?? '')

function isDone(item: JsonObject): boolean {
  if (MARKS.some(key => Object.hasOwn(item, key))) return MARKS.some(key => ownValue(item, key) === true)
  return DONE_WORDS.test(textOf(item, ['status', 'state']) ?? '')
}

/** One sentence each, also where they are lines of a text. */
const acceptanceOf = (item: JsonObject): readonly string[] =>
  namesIn(item, ['acceptanceCriteria', 'acceptance_criteria', 'acceptance', 'steps'])
    .flatMap(text => text.split('\n'))
    .map(line => line.replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '').trim())
    .filter(line => line !== '')

/** Everything that the agent should know: title, description, and acceptance criteria. */
function wholeText(item: JsonObject, text: string, title: string): string {
  const more = ['description', 'body', 'details'].flatMap(key => textOf(item, [key]) ?? [])
  const criteria = acceptanceOf(item)
  const notes = textOf(item, ['notes'])
  const parts = [title, text, ...more].filter((part, at, all) => all.indexOf(part) === at)
  return [
    parts.join('\n\n'),
    ...(criteria.length === 0 ? [] : [`Acceptance criteria:\n${criteria.map(line => `- ${line}`).join('\n')}`]),
    ...(notes === null ? [] : [`Notes: ${notes}`]),
  ].join('\n\n')
}

const LIMITS: Readonly<Record<string, keyof Given>> = {
  turns: 'max-iterations',
  iterations: 'max-iterations',
  time: 'timeout',
  timeout: 'timeout',
  cost: 'max-cost',
  tokens: 'max-tokens',
}

/** `{ turns: 5, time: 30m, cost: 2, tokens: 500000 }`, as settings. */
export function readLimits(value: unknown): Result<Given, string> {
  if (value === undefined || value === null) return ok({})
  if (!isJsonObject(value)) return fail('has limits that are not a table')
  const unknown = Object.keys(value).find(key => !Object.hasOwn(LIMITS, key))
  if (unknown !== undefined) return fail(`has an unknown limit "${unknown}" (known: turns, time, cost, tokens)`)
  return ok(Object.fromEntries(Object.entries(value).map(([key, each]) => [LIMITS[key] ?? key, String(each)])))
}

/** The commands that every result must keep: `gate` of our format, and what other lists call it. */
export function gateOfDocument(root: unknown): string | null {
  if (!isJsonObject(root)) return null
  const own = textOf(root, ['gate'])
  if (own !== null) return own
  const value = ownValue(root, 'gate') ?? ownValue(root, 'verificationCommands') ?? ownValue(root, 'qualityGates')
  const commands = (isJsonObject(value) ? Object.values(value) : Array.isArray(value) ? value : []).filter(
    each => typeof each === 'string' && each.trim() !== '',
  )
  return commands.length === 0 ? null : commands.map(command => `\`${String(command)}\` passes`).join(' and ')
}
