import { isAbsolute, join } from 'node:path'
import { TOOLS } from '../catalog.ts'
import { TEST_STATES, type TestState } from './executed.ts'
import type { ToldTest } from './test-ids.ts'

/** What one runner told, by report or by text. */
export interface ReportedRun {
  readonly tool: string
  readonly tests: readonly ToldTest[]
  readonly files: readonly string[]
  readonly closed: boolean
  /** Its output has no end that could be missing. */
  readonly endless?: boolean
  /** What the runner counts as tests and are none, less the passed tests that it does not count. */
  readonly extra: { readonly passed: number; readonly failed: number }
  readonly retries: number
  readonly only: boolean | null
  readonly notes: readonly string[]
  /** Files of modules that it imported. */
  readonly modules?: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const NOTES = 20
const TELL_ONLY = new Set(TOOLS.flatMap(({ name, ids }) => (ids?.tellsOnly ? [name] : [])))

/** Reads the records of one runner; null when the file does not even begin as such. A torn or forged line ends the reading. */
export function readRecords(text: string, nonce: string): ReportedRun | null {
  const lines = text.split('\n')
  const head = parsed(lines.shift())
  const tool = head?.['tool']
  if (typeof tool !== 'string') return null
  const [tests, files, notes]: [ToldTest[], Set<string>, string[]] = [[], new Set(), []]
  const modules: string[] = []
  const extra = { passed: 0, failed: 0 }
  let [closed, torn, retries, only] = [false, false, 0, false]
  const folder = String(head?.['cwd'] ?? '')
  const place = (path: unknown): string => (isAbsolute(String(path)) ? String(path) : join(folder, String(path)))
  for (const line of lines) {
    if (line === '') continue
    const record = parsed(line)
    // Nothing belongs behind the end, and a line that cannot be read may have been any test.
    if (record === null || closed) {
      torn = true
      break
    }
    const { test, file, note, end } = record
    if (Array.isArray(record['modules'])) modules.push(...record['modules'].map(String).filter(isAbsolute))
    if (test) tests.push(...toldTest(test as Fields, place))
    else if (typeof file === 'string') files.add(place(file))
    else if (end !== undefined) closed = end === nonce && record['count'] === tests.length
    else if (note) {
      const said = note as Fields
      if (said['extra'] === 'passed' || said['extra'] === 'failed') extra[said['extra']] += 1
      if (said['extra'] === 'uncounted') extra.passed -= 1
      if (said['only'] === true) only = true
      if (typeof said['retries'] === 'number') retries = Math.max(retries, said['retries'])
      if (typeof said['says'] === 'string' && notes.length < NOTES) notes.push(said['says'])
    }
  }
  const tried = tests.reduce((most, test) => Math.max(most, test.retries), retries)
  return {
    tool,
    tests,
    files: [...files],
    closed: closed && !torn,
    extra,
    retries: tried,
    only: only || (TELL_ONLY.has(tool) ? false : null),
    notes,
    ...(modules.length === 0 ? {} : { modules }),
  }
}

function parsed(line: string | undefined): Fields | null {
  try {
    const value: unknown = JSON.parse(line ?? '')
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

function toldTest(test: Fields, place: (path: unknown) => string): ToldTest[] {
  const { file, title, state, retries } = test
  const known = TEST_STATES.find(one => one === state) satisfies TestState | undefined
  if (known === undefined || !Array.isArray(title)) return []
  return [
    {
      file: typeof file === 'string' ? place(file) : null,
      title: title.map(String),
      state: known,
      retries: typeof retries === 'number' ? retries : 0,
    },
  ]
}
