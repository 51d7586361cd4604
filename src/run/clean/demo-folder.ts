import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leasesIn } from '../../store/layout.ts'
import { readLease } from '../../store/lease.ts'
import { shortDigest } from '../../system/digest.ts'
import type { Disk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'

const prefixFor = (home: string): string => `agent-loop-demo-${shortDigest(home)}-`

/** How the path of a demo folder begins. The name tells whose demo it is, although the demo writes nothing to the state home. */
export const demoFolderPrefix = (env: Environment): string => join(tmpdir(), prefixFor(stateHome(env)))

/** The state home of a demo, inside its folder. */
export const demoState = (folder: string): string => join(folder, 'state')

/** Folders of demos that have ended. */
export async function endedDemos(disk: Disk, home: string): Promise<readonly string[]> {
  const folders = readdirSync(tmpdir())
    .filter(name => name.startsWith(prefixFor(home)))
    .map(name => join(tmpdir(), name))
  const running = await Promise.all(folders.map(folder => isRunning(disk, folder)))
  return folders.filter((_, index) => !running[index])
}

async function isRunning(disk: Disk, folder: string): Promise<boolean> {
  const leases = leasesIn(join(demoState(folder), 'agent-loop'))
  const names = (await disk.list(leases)).filter(name => name.endsWith('.json'))
  const owners = await Promise.all(names.map(name => readLease(disk, join(leases, name)).catch(() => null)))
  return owners.some(lease => lease !== null && isAlive(lease.owner))
}
