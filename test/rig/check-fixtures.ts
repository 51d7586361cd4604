import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { CheckConfig, CheckSnapshot, CompletionCheck, ToolResult } from '../../src/core.ts'

const PATIENCE_MS = 50_000
const FOLDER = resolve(import.meta.dirname, '../../fixtures/completion_checks')

/** One line of a fixture file. */
export interface CheckFixture {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** A line for the shell that makes what files alone cannot. */
  readonly setup?: string
  /** The tree before the first turn, about which the check is asked first. */
  readonly before?: { readonly files: Readonly<Record<string, string>> }
  readonly snapshot?: {
    readonly iteration?: number
    readonly task?: string
    readonly answer?: string
    readonly claims_done?: boolean
    readonly tool_results?: readonly ToolResult[]
  }
  readonly env?: Readonly<Record<string, string>>
  /** Programs without which it cannot be tried. */
  readonly needs?: readonly string[]
  readonly check: CheckConfig
  /** Null: complete. Else what the reason, or the trouble, must say. */
  readonly expect: null | { readonly contains: readonly string[] } | { readonly throws: readonly string[] }
}

export const fixtureFiles = (): string[] => readdirSync(FOLDER).sort()

export const fixturesIn = (file: string): CheckFixture[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

export const isInstalled = (program: string): boolean => spawnSync('bash', ['-c', `command -v ${program}`]).status === 0

/** Plays a fixture on a check: the tree at the start, if it has one, and then the tree in question. */
export async function play(fixture: CheckFixture, create: (folder: string) => CompletionCheck): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-check-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const answer = await answerTo(fixture, folder, create).catch((error: Error) => error)
  const wanted = fixture.expect
  if (wanted === null) return expect(answer).toBeNull()
  if ('throws' in wanted) {
    expect(answer).toBeInstanceOf(Error)
    for (const text of wanted.throws) expect(String(answer)).toContain(text)
    return
  }
  expect(answer).toEqual(expect.any(String))
  for (const text of wanted.contains) expect(answer).toContain(text)
}

async function answerTo(
  fixture: CheckFixture,
  folder: string,
  create: (folder: string) => CompletionCheck,
): Promise<string | null> {
  const workspace = join(folder, 'project')
  mkdirSync(workspace)
  const check = create(folder)
  const snapshot = snapshotOf(workspace, fixture)
  if (fixture.before) {
    write(workspace, fixture.before.files)
    await check.check({ ...snapshot, iteration: 0 }, AbortSignal.timeout(PATIENCE_MS))
  }
  write(workspace, fixture.files)
  if (fixture.setup) execFileSync('bash', ['-ec', fixture.setup], { cwd: workspace, stdio: 'pipe' })
  return check.check(snapshot, AbortSignal.timeout(PATIENCE_MS))
}

export const snapshotOf = (
  workspace: string,
  { snapshot = {} }: Pick<CheckFixture, 'snapshot'> = {},
): CheckSnapshot => ({
  workspace,
  task: snapshot.task ?? 'build it',
  iteration: snapshot.iteration ?? 1,
  answer: snapshot.answer ?? '',
  claimsDone: snapshot.claims_done ?? false,
  toolResults: snapshot.tool_results ?? [],
  baseline: null,
  record: () => {},
})

function write(workspace: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
}
