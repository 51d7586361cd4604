import { constants } from 'node:fs'
import { copyFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareRepository, repositoryAt } from './repository.ts'

/** Gives a new repository what another one has, and its ignore rules. Snapshots keep their ids, and have no numbers there yet. */
export async function seedSnapshots(from: string, to: string): Promise<void> {
  const [source, target] = [repositoryAt(from), repositoryAt(to)]
  await prepareRepository(target)
  const names = (await readdir(source.packs)).filter(name => /^pack-.*\.(?:pack|idx)$/.test(name))
  // git uses a pack as soon as it has an index, so that comes last.
  for (const name of names.toSorted((one, two) => Number(one.endsWith('.idx')) - Number(two.endsWith('.idx')))) {
    const unfinished = join(target.packs, `tmp_${name}`)
    await copyFile(join(source.packs, name), unfinished, constants.COPYFILE_FICLONE)
    await rename(unfinished, join(target.packs, name))
  }
  const rules = await source.rules()
  if (rules !== null) await target.saveRules(rules)
}
