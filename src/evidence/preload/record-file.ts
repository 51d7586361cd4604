import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** `<folder>\n<nonce>`: where this run's records belong, and the word that ends them. */
export const RUN_VARIABLE = 'AGENT_LOOP_EVIDENCE'

export interface RecordedTest {
  readonly file: string | null
  readonly title: readonly string[]
  readonly state: string
  readonly retries?: number
}

/** The records of one runner, one JSON value a line. Nothing here may throw: a report must not change a run. */
export interface RecordFile {
  test(test: RecordedTest): void
  /** A test file that ran, or was meant to. */
  file(path: string): void
  note(fields: {
    readonly retries?: number
    readonly only?: boolean
    readonly hollow?: string
    readonly says?: string
  }): void
  close(): void
}

const silent: RecordFile = { test() {}, file() {}, note() {}, close() {} }

/**
 * Makes this process the one that records. From here on neither it nor anything that it starts can find out from the
 * environment where the records are: workers and programs under test inherit an environment without us.
 */
export function claimRun(tool: string): RecordFile {
  const [folder, nonce] = (process.env[RUN_VARIABLE] ?? '').split('\n')
  leaveEnvironment()
  if (!folder || !nonce) return silent
  try {
    const fd = openSync(join(folder, `${tool.replace(/\W/g, '-')}-${process.pid}.jsonl`), 'wx', 0o600)
    return recording(fd, nonce, tool)
  } catch {
    return silent
  }
}

/** Whether anybody is waiting for records of this process. */
export const isWanted = (): boolean => process.env[RUN_VARIABLE] !== undefined

function recording(fd: number, nonce: string, tool: string): RecordFile {
  let [count, closed] = [0, false]
  const write = (value: object): void => {
    if (closed) return
    try {
      writeSync(fd, `${JSON.stringify(value)}\n`)
    } catch {
      closed = true
    }
  }
  write({ tool, cwd: process.cwd() })
  return {
    test(test) {
      count += 1
      write({ test })
    },
    file: path => write({ file: path }),
    note: fields => write({ note: fields }),
    close() {
      write({ end: nonce, count })
      closed = true
    },
  }
}

function leaveEnvironment(): void {
  delete process.env[RUN_VARIABLE]
  const options = process.env['NODE_OPTIONS']
  if (options === undefined) return
  const rest = options.replace(/\s*--require="(?:[^"\\]|\\.)*evidence\.cjs"/g, '').trim()
  if (rest === '') delete process.env['NODE_OPTIONS']
  else process.env['NODE_OPTIONS'] = rest
}
