import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** `<nonce>:<folder>`: the word that ends this run's records, and where they belong. */
export const RUN_VARIABLE = 'AGENT_LOOP_EVIDENCE'

interface RecordedTest {
  readonly file: string | null
  readonly title: readonly string[]
  readonly state: string
  readonly retries?: number
}

interface RecordedNote {
  /** How often a test may be tried again. */
  readonly retries?: number
  readonly only?: boolean
  /** The runner counts something that is no test (a file that died, a file in which none ran), or does not count a test that passed. */
  readonly extra?: 'passed' | 'failed' | 'uncounted'
  readonly says?: string
}

/** The records of one runner, one JSON value a line. Nothing here may throw: a report must not change a run. */
export interface RecordFile {
  test(test: RecordedTest): void
  /** A test file that ran, or was meant to. */
  file(path: string): void
  note(note: RecordedNote): void
  close(): void
}

const silent: RecordFile = { test() {}, file() {}, note() {}, close() {} }

/**
 * Makes this process the one that records. From here on neither it nor anything that it starts can find out from the
 * environment where the records are: workers and programs under test inherit an environment without us.
 */
export function claimRun(tool: string): RecordFile {
  const [nonce, ...folder] = (process.env[RUN_VARIABLE] ?? '').split(':')
  leaveEnvironment()
  if (!nonce || folder.length === 0) return silent
  try {
    const fd = openSync(join(folder.join(':'), `${tool.replace(/\W/g, '-')}-${process.pid}.jsonl`), 'wx', 0o600)
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

/** What `ids.switches` of tools gave the command, variable by variable. */
export const OURS: Readonly<Record<string, RegExp>> = {
  NODE_OPTIONS: /\s*--require="(?:[^"\\]|\\.)*evidence\.cjs"/g,
  GOFLAGS: /\s*-exec=\S*agent-loop-go-test/g,
  SPEC_OPTS: /-r (?:[^\s\\]|\\.)*agent_loop_evidence\.rb\s*/g,
  PYTHONPATH: /[^:]*agent-loop-plugins:?/g,
  RUBYLIB: /[^:]*agent-loop-plugins:?/g,
  CTEST_OUTPUT_ON_FAILURE: /^1$/g,
  PHP_INI_SCAN_DIR: /[^:]*agent-loop-plugins:?/g,
}

function leaveEnvironment(): void {
  delete process.env[RUN_VARIABLE]
  for (const [name, ours] of Object.entries(OURS)) {
    const rest = process.env[name]?.replace(ours, '').trim()
    if (rest === '') delete process.env[name]
    else if (rest !== undefined) process.env[name] = rest
  }
}
