import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { shortDigest } from '../../system/digest.ts'
import { identityOf, type ProcessIdentity } from '../../system/process-table.ts'

// Short: the path of a socket in a run's TMPDIR may have about a hundred characters.
const NAME = /^(\d+)-([0-9a-f]{8})\w{6}$/

const ownerMark = ({ pid, started, boot }: ProcessIdentity): string =>
  shortDigest(`${pid} ${started} ${boot}`).slice(0, 8)

/** A private folder whose name identifies its owner from the first moment, so that a crash never leaves an unowned one. */
export async function makePrivateFolder(home: string): Promise<string> {
  const self = identityOf(process.pid)
  if (!self) throw new Error('cannot find this process in the process table')
  const make = async (): Promise<string> => {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return mkdtemp(join(home, `${self.pid}-${ownerMark(self)}`))
  }
  // Another process may remove the empty folder in between.
  return make().catch(make)
}

/** Removes folders of processes that no longer run. Their namespaces ended with them; only files can be left. */
export async function removeStaleFolders(
  home: string,
  before: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const name of await readdir(home).catch(() => [])) {
    const [, pid, owner] = NAME.exec(name) ?? []
    if (!pid) continue
    const holder = identityOf(Number(pid))
    if (holder && ownerMark(holder) === owner) continue
    await before(join(home, name))
    await removeTree(join(home, name))
  }
}

/** Removes also files that a run made unwritable, and the working folder of overlayfs, which nobody may list. */
export async function removeTree(path: string): Promise<void> {
  // Ten times faster than `fs.rm`, and a copied tree is large.
  if (await succeeds('rm', '-rf', '--', path)) return
  await succeeds('chmod', '-R', 'u+rwX', '--', path)
  await succeeds('rm', '-rf', '--', path)
}

async function succeeds(program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' } })
  const [code] = await once(child, 'close').catch(() => [null])
  return code === 0
}
