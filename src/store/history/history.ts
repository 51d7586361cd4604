import { appendFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fold } from '../../loop/apply.ts'
import { verifiesMerge } from '../../loop/loop-id.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { readJournal } from '../journal/journal.ts'
import { archiveFile, historyFile, loopFiles, type ProjectFolder } from '../layout.ts'
import { projectFolders } from '../registry/find-projects.ts'
import { entryFrom } from '../registry/read-registry.ts'
import { type HistoryRecord, parseRecord, recordFromEntry, recordOf } from './history-record.ts'

/**
 * Adds ended loops to the index of all projects, one line each. It is called before an end is saved, and readers use only the lines of
 * loops that are archived: a crash in between leaves a line that nobody reads.
 */
export async function addToHistory(home: string, records: readonly HistoryRecord[]): Promise<void> {
  if (records.length > 0)
    await appendFile(historyFile(home), records.map(record => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600 })
}

/** The ended loops of all projects since a moment. Loops that are not in the index yet are read from their own files and added. */
export async function readHistory(disk: Disk, home: string, since: string): Promise<readonly HistoryRecord[]> {
  const known = indexOf((await disk.read(historyFile(home))) ?? '')
  const records: HistoryRecord[] = []
  const added: HistoryRecord[] = []
  for (const folder of await projectFolders(disk, home)) {
    const project = basename(folder.project)
    for (const name of await disk.list(folder.archive)) {
      if (!name.endsWith('.json')) continue
      const id = name.slice(0, -'.json'.length)
      const found = known.get(keyOf(project, id))
      const record = found ?? (await readRecord(disk, folder, id, since))
      if (record === null || record.ended_at < since) continue
      if (isAgentLoop(record)) records.push(record)
      if (!found) added.push(record)
    }
  }
  // The index only saves time: without it, the next call reads the files again.
  await addToHistory(home, added).catch(() => {})
  return records
}

const isAgentLoop = ({ loop, agent }: HistoryRecord): boolean => !verifiesMerge(loop, agent)

/** The last line of a loop counts: a loop that was resumed ends again. */
function indexOf(text: string): ReadonlyMap<string, HistoryRecord> {
  const records = text.split('\n').flatMap(line => (line === '' ? [] : (parseRecord(line) ?? [])))
  return new Map(records.map(record => [keyOf(record.project, record.loop), record]))
}

const keyOf = (project: string, loop: string): string => `${project}/${loop}`

async function readRecord(disk: Disk, folder: ProjectFolder, id: string, since: string): Promise<HistoryRecord | null> {
  const entry = entryFrom(await disk.read(archiveFile(folder, id)))
  if (entry === null || entry.last_active < since) return null
  const project = basename(folder.project)
  const journal = await readJournal(disk, loopFiles(folder, id).journal).catch((error: unknown) => {
    if (isUsageError(error)) return null
    throw error
  })
  const state = journal && fold(journal.events)
  return journal && state?.outcome
    ? { ...recordOf(project, state, journal.events), loop: id }
    : recordFromEntry(project, entry)
}
