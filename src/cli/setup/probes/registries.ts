import { isUsageError } from '../../../std/usage-error.ts'
import type { ProjectFolder } from '../../../store/layout.ts'
import { archivedLoops } from '../../../store/registry/archive.ts'
import { projectFolders } from '../../../store/registry/find-projects.ts'
import { isNewer, readRegistry } from '../../../store/registry/read-registry.ts'
import { shellQuote } from '../../../tools/shell/shell-quote.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

/** The registries of all projects of this user. */
export const registriesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'registries',
  async look() {
    const folders = await projectFolders(disk, layout.home)
    return (
      await Promise.all(folders.map(async folder => [...(await registryOf(folder)), ...(await archiveOf(folder))]))
    ).flat()

    async function registryOf({ registry }: ProjectFolder): Promise<readonly Symptom[]> {
      try {
        const found = await readRegistry(disk, registry)
        if (!found || !isNewer(found.version)) return []
        const says = `${registry} has the newer version ${found.version}: loops can be shown, but not run`
        return [{ level: 'broken', says, fix: 'Update agent-loop.' }]
      } catch (error) {
        if (!isUsageError(error)) throw error
        return [{ level: 'broken', says: error.message, fix: error.hint }]
      }
    }

    async function archiveOf(folder: ProjectFolder): Promise<readonly Symptom[]> {
      const { damaged } = await archivedLoops(disk, folder)
      return damaged.map(path => ({
        level: 'warning' as const,
        says: `${path} is damaged, so this past loop is not listed`,
        fix: `mv ${shellQuote(path)} ${shellQuote(`${path}.damaged`)}`,
      }))
    }
  },
})
