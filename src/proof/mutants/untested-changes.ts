import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { type Mutation, mutationsOf } from '../../tools/syntax/mutate.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { removeFiles } from '../clean-run/select-files.ts'
import { finding } from '../finding-words.ts'
import type { Mutants } from '../gate.ts'
import type { GateOptions } from '../options.ts'
import type { ProofCase } from '../proof-case.ts'
import { withTestsOf } from '../seal/sections/sections.ts'
import { changedLines } from './changed-lines.ts'

/** A report may not take longer than the work is worth. */
const TIME_BOX_MS = 120_000
const MOST_TRIED = 40
/** A run with an altered line that takes this many times as long as one without it hangs, and that is noticed. */
const HANGS = 4
const SHORTEST_RUN_MS = 10_000

export interface Altered extends Mutation {
  readonly path: string
}

/** How long a run with an altered line may take. */
export function alteredRunLimit({ options, question }: ProofCase): number {
  const took = question.verifications.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return Math.min(options.timeoutMs, Math.max(SHORTEST_RUN_MS, took * HANGS))
}

/** Alters changed lines one by one and reports those that the check does not notice. It never refuses. */
export async function untestedChanges(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { log, question } = proof
  const altered = await mutationsIn(proof.options)
  if (altered.length === 0) return log.notChecked('mutants', 'no changed line of code could be altered')
  const unnoticed: Mutants['unnoticed'][number][] = []
  const until = performance.now() + TIME_BOX_MS
  let tried = 0
  for (const one of altered.slice(0, MOST_TRIED)) {
    if (performance.now() > until || question.signal.aborted) break
    tried++
    if (!(await isNoticed(proof, copy, one)))
      unnoticed.push({ path: one.path, line: one.line, from: one.from, to: one.to })
  }
  const report = { lines: altered.length, tried, noticed: tried - unnoticed.length, unnoticed }
  log.mutants(report)
  const says = `${report.noticed} of ${tried} altered lines made the check fail${tried < altered.length ? `; ${altered.length - tried} more were not tried` : ''}`
  const places = unnoticed.map(({ path, line, from, to }) => `${path}:${line} (${from} → ${to || 'nothing'})`)
  const warnings = unnoticed.length === 0 ? [] : [finding('untested-changes', null, report, places)]
  log.noted('mutants', warnings, says)
}

/** The code that people wrote and that is no test, one file after the other in turn, so that each is tried. */
export async function mutationsIn(options: GateOptions): Promise<readonly Altered[]> {
  const files: (readonly Altered[])[] = []
  for (const { path, status } of await options.changes()) {
    const language = languageOf(path)
    if (status === 'deleted' || language === null || language === 'yaml' || kindOf(path) !== null) continue
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (now === null) continue
    const tests = changedLines(await withoutTests(path, now), now)
    const lines = [...changedLines(before ?? '', now)].filter(line => !tests.has(line))
    files.push(mutationsOf(language, now, new Set(lines)).map(mutation => ({ ...mutation, path })))
  }
  const longest = Math.max(0, ...files.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => files.flatMap(file => file[at] ?? [])).flat()
}

/** Some languages have tests in the files of the source. */
const withoutTests = async (path: string, now: string): Promise<string> => {
  const only = await withTestsOf(path, '', now)
  if (only === null) return now
  const tests = new Set(only.split('\n').filter(line => line.trim() !== ''))
  return now
    .split('\n')
    .filter(line => !tests.has(line))
    .join('\n')
}

export async function isNoticed(
  proof: ProofCase,
  copy: CleanCopy,
  { path, text }: Pick<Altered, 'path' | 'text'>,
  /** Files that the run leaves out. */
  without: readonly string[] = [],
): Promise<boolean> {
  const { options, question, log } = proof
  const timeoutMs = alteredRunLimit(proof)
  const fork = await forkOf(copy)
  try {
    const mode = lstatSync(join(options.tree, path)).mode & 0o7777
    if (!(await removeFiles(fork, without))) return true
    const written = await fork.write(path, Buffer.from(text), mode)
    if (!written.ok) throw new Error(`cannot write ${path} in the clean copy: ${written.error}`)
    log.ran()
    return (await runInCopy(fork, { ...options, timeoutMs }, question, options.criterion)).kind !== 'passed'
  } finally {
    await fork.close()
  }
}
