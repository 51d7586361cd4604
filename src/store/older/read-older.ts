import { isLoopId, loopIdFor } from '../../loop/loop-id.ts'
import type { Status } from '../../loop/status.ts'
import { shortDigest } from '../../system/digest.ts'
import type { RegistryEntry } from '../registry/registry-document.ts'

/** We have not checked what an earlier tool calls a success, so it counts only as a claim. */
const STATUSES: Readonly<Record<string, Status>> = {
  success: 'claimed',
  completed: 'claimed',
  completing: 'claimed',
  verified: 'claimed',
  failed: 'limit_reached',
  limit_reached: 'limit_reached',
  max_iterations: 'limit_reached',
  timeout: 'limit_reached',
  crashed: 'agent_failed',
}

interface OlderFile {
  readonly path: string
  /** The name of its folder, where that names the loop. */
  readonly id: string | null
  readonly tree: string
}

/** A loop of an earlier tool, in any of its formats, as an archive entry; null when the file is not a loop. */
export function readOlder(text: string, { path, id, tree }: OlderFile): RegistryEntry | null {
  const fields = asObject(text)
  if (fields === null) return null
  const word = (...names: readonly string[]): string | null => first(fields, names, value => typeof value === 'string')
  const count = (...names: readonly string[]): number | null => first(fields, names, Number.isSafeInteger)
  const task = word('task', 'objective', 'task_description')
  if (task === null) return null
  const started = timeOf(first(fields, ['started_at', 'startTime', 'startedAt', 'startTimeMs'], isTime))
  const last = timeOf(first(fields, ['completed_at', 'last_updated', 'lastUpdate', 'last_active', 'endTime'], isTime))
  const status = word('status') ?? 'unknown'
  const named = [word('loop_id', 'loopId'), id].find(name => name !== null && isLoopId(name))
  return {
    loop_id: named ?? loopIdFor(task, shortDigest(`${path} ${started}`)),
    task,
    status: STATUSES[status] ?? 'aborted',
    iteration: count('iteration', 'currentIteration', 'current_iteration') ?? 0,
    max_iterations: count('max_iterations', 'maxIterations') ?? 0,
    completion_criteria: word('completion_criteria', 'completion', 'completionCriteria') ?? '',
    started_at: started ?? '',
    last_active: last ?? started ?? '',
    pid: 0,
    owner: { kind: 'foreground', started: '', boot: '' },
    working_directory: word('working_directory') ?? tree,
    state_file: path,
    verdict: null,
    missing: word('lastResult', 'last_result'),
    failing: [],
    spent: { ms: 0, tokens: null, usd: null },
    ended: `an earlier tool left it as "${status}"; nothing of that was checked here`,
  }
}

type Fields = Readonly<Record<string, unknown>>

function asObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const inner = 'configuration' in value && typeof value.configuration === 'object' ? value.configuration : {}
    return { ...inner, ...value }
  } catch {
    return null
  }
}

function first<T>(fields: Fields, names: readonly string[], fits: (value: unknown) => boolean): T | null {
  const name = names.find(each => Object.hasOwn(fields, each) && fits(fields[each]))
  return name === undefined ? null : (fields[name] as T)
}

const isTime = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && !Number.isNaN(new Date(value).getTime())

const timeOf = (value: string | number | null): string | null => (value === null ? null : new Date(value).toISOString())
