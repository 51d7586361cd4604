import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import type { OutputReading } from '../reading/reading.ts'
import type { Executed } from './executed.ts'
import { gather } from './gather.ts'
import { keepSwitches } from './keep-switches.ts'
import { ListedTests } from './listed/listed-tests.ts'
import { type ReportedRun, readRecords } from './records.ts'
import { reportFiles } from './report-files.ts'
import { switchesFor } from './switches.ts'
import type { Roots } from './test-ids.ts'

/** Finds out which tests a command executes, without changing what it does. */
export interface EvidencePort {
  /** Before every run: reports of an earlier one never count. */
  begin(request: EvidenceRequest): EvidenceRun
  /** Files of modules that the runs so far imported. */
  modules(): readonly string[]
  /** Removes what was written. */
  close(): void
}

interface EvidenceRequest {
  readonly command: string
  readonly env: Environment
  /** Ids are told from here, as the command sees it. */
  readonly root: string
  /** Where this process finds the same files; `root` when not given. */
  readonly filesAt?: string
}

interface EvidenceRun {
  /** What is run: the command, which keeps what switches reports on. */
  readonly command: string
  /** For the command: with everything that switches reports on. */
  readonly env: Environment
  /** What the command prints, as it comes. */
  push(bytes: Uint8Array): void
  /** After the command; null when nothing is known about single tests. */
  collect(reading: OutputReading): Promise<Executed | null>
}

/** `directory`: outside every project; made, and private. */
export function openEvidence({ directory }: { readonly directory: string }): EvidencePort {
  const modules = new Set<string>()
  const imported = (files: readonly string[]): void => {
    for (const file of files) modules.add(file)
  }
  return {
    begin: request => beginRun(directory, request, imported),
    modules: () => [...modules],
    close: () => {
      try {
        rmSync(directory, { recursive: true, force: true })
      } catch {
        // Reports of runs that are judged: on a disk that takes nothing they stay, and must not hide how the loop ended.
      }
    },
  }
}

function beginRun(
  directory: string,
  request: EvidenceRequest,
  imported: (modules: readonly string[]) => void,
): EvidenceRun {
  const { env, root, filesAt = root } = request
  const nonce = randomBytes(16).toString('hex')
  const opened = openFolder(directory, request, nonce)
  const listed = new ListedTests()
  const startedAt = Date.now()
  return {
    command: keepSwitches(request.command, opened?.switches ?? {}),
    env: { ...env, ...opened?.switches },
    push: bytes => listed.push(bytes),
    async collect(reading) {
      const recorded = opened ? toldIn(opened.folder, nonce) : []
      for (const { modules } of recorded) imported(modules ?? [])
      const reported = [...recorded, ...(await reportFiles({ root: filesAt, reading, startedAt }))]
      return gather({ reported, listed: listed.end(reading), reading, roots: spellings(root) })
    },
  }
}

// A new random name: every file in it afterwards was written by this run. Without the folder, runners are not asked to report.
function openFolder(
  directory: string,
  request: EvidenceRequest,
  nonce: string,
): { readonly folder: string; readonly switches: Environment } | null {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const folder = mkdtempSync(join(directory, `${randomBytes(8).toString('hex')}-`))
    return { folder, switches: switchesFor(request, folder, nonce) }
  } catch {
    return null
  }
}

const MOST_BYTES = 256 * 1024 * 1024

function toldIn(folder: string, nonce: string): ReportedRun[] {
  try {
    const told = readdirSync(folder, { withFileTypes: true })
      // Other programs can write into the folder, so only regular files are opened.
      .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(({ name }) => join(folder, name))
      .filter(path => statSync(path).size <= MOST_BYTES)
      .flatMap(path => readRecords(readFileSync(path, 'utf8'), nonce) ?? [])
    // Nothing uses it again, so nothing waits for it.
    void rm(folder, { recursive: true, force: true }).catch(() => {})
    return told
  } catch {
    return []
  }
}

function spellings(root: string): Roots {
  try {
    return [root, realpathSync(root)]
  } catch {
    return [root]
  }
}
