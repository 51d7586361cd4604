import { readFile } from 'node:fs/promises'
import type { LoopEvent } from '../../loop/events.ts'
import { openReceipt } from '../../proof/receipt/envelope.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import { readMerge } from '../../store/merge-record.ts'
import { readOverview } from '../../store/registry/overview.ts'
import { sha256 } from '../../system/blobs.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { type LineCount, savedSnapshots } from '../../workspace/snapshots/saved-snapshots.ts'
import { wholeRange } from '../../workspace/snapshots/whole-range.ts'
import { findLoop } from '../find-loop.ts'
import { runProblem } from '../problems.ts'
import { type LoopReport, loopReport, type ReportSources } from './loop-report.ts'

interface ReportPlace {
  readonly disk: Disk
  readonly layout: Layout
  readonly env: Environment
}

/** The report of a loop, from its files. Writes nothing. */
export async function readReport({ disk, layout, env }: ReportPlace, id: string): Promise<LoopReport> {
  const { paths, state } = await findLoop(disk, layout, id)
  const events = (await readJournal(disk, paths.journal))?.events ?? []
  const { active } = await readOverview(disk, layout)
  const seen = active.find(({ loop_id }) => loop_id === id)?.status
  const report = loopReport({
    events,
    status: state.outcome?.kind ?? seen ?? 'interrupted',
    changes: await changesIn(loopPaths(layout, id).snapshots, env),
    receipt: await receiptIn(events),
    merged: await readMerge(disk, paths.directory),
  })
  if (report === null) throw runProblem('no-such-loop', { id })
  return report
}

async function changesIn(repository: string, env: Environment): Promise<readonly LineCount[] | null> {
  const saved = savedSnapshots(repository, env)
  const range = await wholeRange(saved)
  const counted = range && (await saved.lineCounts(range.from, range.to))
  return counted?.ok ? counted.value : null
}

/** Only the receipt that the loop's end names, and only if its signature is valid. */
async function receiptIn(events: readonly LoopEvent[]): Promise<ReportSources['receipt']> {
  const end = events.findLast(event => event.kind === 'loop-end' || event.kind === 'loop-resume')
  if (end?.kind !== 'loop-end' || end.receipt === null) return null
  const bytes = await readFile(end.receipt).catch(() => null)
  const opened = bytes && openReceipt(bytes)
  if (!opened?.ok) return null
  const [{ digest }] = opened.value.statement.subject
  return { sha256: sha256(bytes ?? ''), key: opened.value.keyId, tree: digest.gitTree }
}
