import { isUsageError } from '../../../std/usage-error.ts'
import { firstBrokenLine } from '../../../store/journal/chain.ts'
import { peekLoop } from '../../../store/journal/read-state.ts'
import { loopFiles, loopsOf, type ProjectFolder } from '../../../store/layout.ts'
import { projectFolders } from '../../../store/registry/find-projects.ts'
import { readOverview } from '../../../store/registry/overview.ts'
import { homeOf } from '../../../store/registry/registry-document.ts'
import type { Disk } from '../../../system/disk.ts'
import { shellQuote } from '../../../tools/shell/shell-quote.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

/** Interrupted loops and unreadable journals. */
export const loopsProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'loops',
  async look() {
    const folders = await projectFolders(disk, layout.home)
    return (await Promise.all(folders.map(folder => symptomsOf(disk, folder)))).flat()
  },
})

async function symptomsOf(disk: Disk, folder: ProjectFolder): Promise<readonly Symptom[]> {
  const archived = new Set(await disk.list(folder.archive))
  const ids = await disk.list(loopsOf(folder))
  const journals: Symptom[] = []
  for (const id of ids)
    journals.push(...(await (archived.has(`${id}.json`) ? endedJournalOf : journalOf)(disk, folder, id)))
  const overview = await readOverview(disk, folder).catch((error: unknown) => {
    // Another probe reports a damaged registry.
    if (isUsageError(error)) return null
    throw error
  })
  const waiting = overview?.active.filter(({ status, damaged }) => status === 'interrupted' && !damaged) ?? []
  return [
    ...journals,
    ...waiting.map(
      (entry): Symptom => ({
        level: 'warning',
        says: `the loop ${entry.loop_id} was interrupted in ${entry.working_directory}`,
        fix: `agent-loop resume ${entry.loop_id} --cwd ${shellQuote(homeOf(entry))}, or agent-loop abort instead of resume`,
      }),
    ),
  ]
}

async function journalOf(disk: Disk, folder: ProjectFolder, id: string): Promise<readonly Symptom[]> {
  const { journal } = loopFiles(folder, id)
  try {
    if (await peekLoop(disk, { journal })) return []
    const says = `${journal} is missing or empty, so this loop cannot be read`
    return [{ level: 'warning', says, fix: dropping(id) }]
  } catch (error) {
    if (!isUsageError(error)) throw error
    return [{ level: 'broken', says: error.message, fix: error.hint }]
  }
}

const dropping = (id: string): string => `agent-loop clean ${id} --yes`

/** Only that no line was changed, because there may be thousands. */
async function endedJournalOf(disk: Disk, folder: ProjectFolder, id: string): Promise<readonly Symptom[]> {
  const { journal } = loopFiles(folder, id)
  const text = await disk.read(journal)
  const line = text === null ? null : firstBrokenLine(text)
  if (line === null) return []
  const says = `${journal} is damaged at line ${line}, so what the ended loop ${id} did cannot be shown`
  return [{ level: 'warning', says, fix: dropping(id) }]
}
