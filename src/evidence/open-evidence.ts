import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../host/shell.ts'
import type { Reading } from '../read/reading.ts'
import type { Executed } from './executed.ts'
import { gather } from './gather.ts'
import { ListedTests } from './listed/listed-tests.ts'
import { readRecords, type Told } from './records.ts'
import { switchesFor } from './switches.ts'
import type { Roots } from './test-ids.ts'

/** Finds out which tests a command executes, without touching the command. */
export interface EvidencePort {
  /** Before every run: reports of an earlier one never count. */
  begin(request: EvidenceRequest): EvidenceRun
  /** Removes what was written. */
  close(): void
}

export interface EvidenceRequest {
  readonly command: string
  readonly env: Environment
  /** Ids are told from here. */
  readonly root: string
}

export interface EvidenceRun {
  /** For the command: with everything that switches reports on. */
  readonly env: Environment
  /** What the command prints, as it comes. */
  push(bytes: Uint8Array): void
  /** After the command; null when nothing is known about single tests. */
  collect(reading: Reading): Executed | null
}

/** `directory`: outside every project; made, and private. */
export function openEvidence({ directory }: { readonly directory: string }): EvidencePort {
  return {
    begin: request => beginRun(directory, request),
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function beginRun(directory: string, { env, root }: EvidenceRequest): EvidenceRun {
  const nonce = randomBytes(16).toString('hex')
  const folder = freshFolder(directory)
  const listed = new ListedTests()
  return {
    env: folder === null ? env : { ...env, ...switchesFor(env, folder, nonce) },
    push: bytes => listed.push(bytes),
    collect(reading) {
      const reported = folder === null ? [] : toldIn(folder, nonce)
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
      return gather({ reported, listed: listed.end(reading), reading, roots: spellings(root) })
    },
  }
}

// A new name that only we know of: whatever lies in it afterwards was written by this run.
function freshFolder(directory: string): string | null {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return mkdtempSync(join(directory, `${randomBytes(8).toString('hex')}-`))
  } catch {
    return null
  }
}

function toldIn(folder: string, nonce: string): Told[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .flatMap(name => readRecords(readFileSync(join(folder, name), 'utf8'), nonce) ?? [])
}

function spellings(root: string): Roots {
  try {
    return [root, realpathSync(root)]
  } catch {
    return [root]
  }
}
