import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../host/shell.ts'
import type { Reading } from '../read/reading.ts'
import { agreement } from './agreement.ts'
import type { Executed, RunnerEvidence } from './executed.ts'
import { RUN_VARIABLE } from './preload/record-file.ts'
import { readRecords, type Told } from './records.ts'
import { fromRoot, type Roots, withIds } from './test-ids.ts'

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
  if (folder === null) return { env, collect: () => null }
  return {
    env: { ...env, ...switches(env, folder, nonce) },
    collect(reading) {
      const told = toldIn(folder, nonce)
      rmSync(folder, { recursive: true, force: true })
      return gathered(told, reading, spellings(root))
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

function switches(env: Environment, folder: string, nonce: string): Environment {
  const preload = join(preloads(), 'evidence.cjs')
  const option = `--require="${preload.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return {
    [RUN_VARIABLE]: `${folder}\n${nonce}`,
    NODE_OPTIONS: [env['NODE_OPTIONS']?.replaceAll(option, '').trim(), option].filter(Boolean).join(' '),
  }
}

/** What is loaded into runners stands beside the program when it is built, and is built for it when it is not. */
function preloads(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return (
    [join(here, 'preload'), join(here, '../../dist/preload')].find(path => existsSync(join(path, 'evidence.cjs'))) ??
    here
  )
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

function gathered(told: readonly Told[], reading: Reading, roots: Roots): Executed | null {
  if (told.length === 0) return null
  const runners = told.map((one): RunnerEvidence => {
    const tests = withIds(one.tests, roots)
    return {
      tool: one.tool,
      source: 'report',
      tests,
      closed: one.closed,
      agrees: agreement(one.tool, told, reading),
      files: one.files.map(file => fromRoot(file, roots)).sort(),
      retries: one.retries,
      only: one.only,
      notes: one.notes,
    }
  })
  const known = new Set(runners.map(({ tool }) => tool))
  const silent = reading.tools.filter(({ kind, tool, ran }) => kind === 'tests' && ran && !known.has(tool))
  return { runners, unknown: [...new Set(silent.map(({ tool }) => tool))] }
}
