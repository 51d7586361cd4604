import { posix } from 'node:path'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
import { onlySetsFlags, withNewStatus } from './status-flags.ts'

/** The task is to set the status itself. */
const ASKED =
  /\b(?:mark|tick|check off|set|toggle|flip|update)\b[^.]*\b(?:as|to|off|status|done|complete\w*|box(?:es)?|flags?|state)\b|\b(?:remove|delete|drop|shorten|clean)\b[^.]*\b(?:to-?dos?|entr(?:y|ies)|items?|lines?|tasks?|list)\b/i

/**
 * A status that the agent sets is a claim. If the tree from before the first turn passes with nothing but the new status, the check
 * judges no work.
 */
export async function claimedStatus(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, question, record, log } = proof
  if (record.green || ASKED.test(options.task)) return
  const statuses = await newStatuses(options)
  const databases = await onlyDatabases(options, statuses)
  if (databases.length > 0) return report(proof, databases)
  if (statuses.size === 0) return
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, () => true)
    for (const [path, text] of statuses) await fork.write(path, Buffer.from(text))
    log.ran()
    const run = await runInCopy(fork, options, question, options.criterion)
    if (run.kind !== 'passed') return log.ok('status', 'the check needs more than a new status')
    report(proof, [...statuses.keys()])
  } finally {
    await fork.close()
  }
}

function report({ options, log }: ProofCase, files: readonly string[]): void {
  const claimed = finding('status-claimed', options.acceptClaims ? null : 'unproven', { files }, files)
  if (options.acceptClaims)
    log.noted('status', [claimed], 'the check reads a status that the agent sets; accepted as a claim')
  else log.refused('status', [claimed])
}

/** "implement X", and only rows of a database changed: the check passes because of what the agent wrote there. */
async function onlyDatabases(
  { changes, task }: ProofCase['options'],
  statuses: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const paths = (await changes()).map(({ path }) => path)
  const databases = paths.filter(path => /\.(?:db3?|sqlite3?)$/i.test(path))
  const isAsked = ABOUT_DATA.test(task) || databases.some(path => task.includes(posix.basename(path)))
  return !isAsked && paths.every(path => databases.includes(path) || statuses.has(path)) ? databases : []
}
const ABOUT_DATA = /\b(?:data\w*|sql\w*|tables?|columns?|rows?|records?|seeds?|migrat\w+|schemas?|index(?:es)?)\b/i

/**
 * Files in which nothing but a status changed and that the check may read as they are now: all of them where a person accepts claims,
 * else those in which work is only marked as done. `claimedStatus` refuses those if the mark alone is enough.
 */
export async function freeStatuses(options: ProofCase['options']): Promise<readonly string[]> {
  if (!options.acceptClaims && options.level === 'fast') return []
  const found: string[] = []
  for (const [path, text] of await newStatuses(options)) {
    const now = await options.readNow(path)
    const isMark = onlySetsFlags(path, (await options.readBefore(path)) ?? '', now ?? '')
    if (text === now && (options.acceptClaims || isMark)) found.push(path)
  }
  return found
}

async function newStatuses(options: ProofCase['options']): Promise<ReadonlyMap<string, string>> {
  const { changes, readBefore, readNow, task } = options
  const found = new Map<string, string>()
  for (const { path, status } of await changes()) {
    if (status !== 'changed' || isTheWork(posix.basename(path), task)) continue
    const [before, now] = [await readBefore(path), await readNow(path)]
    const text = before === null || now === null ? null : withNewStatus(path, before, now)
    if (text !== null) found.set(path, text)
  }
  return found
}

/** "orders.json has a wrong status", "write yes into state.txt": the status is the work. */
function isTheWork(name: string, task: string): boolean {
  const at = task.indexOf(name)
  return at >= 0 && (/\bstatus(?:es)?\b/i.test(task) || WRITES.test(task.slice(0, at)))
}
const WRITES = /\b(?:write|put|change|edit|replace|correct|enter|store)\b[^.;]{0,60}$/i
