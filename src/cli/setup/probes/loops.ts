import { isUsageError } from '../../../std/usage-error.ts'
import { peekLoop } from '../../../store/journal/read-state.ts'
import { loopFiles, loopsOf, type ProjectFolder } from '../../../store/layout.ts'
import { readOverview } from '../../../store/registry/overview.ts'
import { homeOf } from '../../../store/registry/registry-document.ts'
import type { Disk } from '../../../system/disk.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'
import { projectsIn } from '../projects.ts'

/** Interrupted loops and unreadable journals. Archived loops are not examined. */
export const loopsProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'loops',
  async look() {
    const folders = await projectsIn(disk, layout)
    return (await Promise.all(folders.map(folder => symptomsOf(disk, folder)))).flat()
  },
})

async function symptomsOf(disk: Disk, folder: ProjectFolder): Promise<readonly Symptom[]> {
  const archived = new Set(await disk.list(folder.archive))
  const ids = (await disk.list(loopsOf(folder))).filter(id => !archived.has(`${id}.json`))
  const journals = (await Promise.all(ids.map(id => journalOf(disk, folder, id)))).flat()
  const overview = await readOverview(disk, folder).catch((error: unknown) => {
    // Another probe reports a damaged registry.
    if (isUsageError(error)) return null
    throw error
  })
  const waiting = overview?.active.filter(({ status }) => status === 'interrupted') ?? []
  return [
    ...journals,
    ...waiting.map(
      (entry): Symptom => ({
        level: 'warning',
        says: `the loop ${entry.loop_id} was interrupted in ${entry.working_directory}`,
        fix: `agent-loop resume ${entry.loop_id} --cwd ${homeOf(entry)}, or agent-loop abort instead of resume`,
      }),
    ),
  ]
}

async function journalOf(disk: Disk, folder: ProjectFolder, id: string): Promise<readonly Symptom[]> {
  const { journal, directory } = loopFiles(folder, id)
  try {
    if (await peekLoop(disk, { journal })) return []
    const says = `${journal} is missing or empty, so this loop cannot be read`
    return [{ level: 'warning', says, fix: `mv ${directory} ${directory}.damaged` }]
  } catch (error) {
    if (!isUsageError(error)) throw error
    return [{ level: 'broken', says: error.message, fix: error.hint }]
  }
}
