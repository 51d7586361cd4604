import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import { makeDirectoryDurably, replaceFile, writeDurably } from '../../system/durable.ts'
import type { FrozenRules } from './ignore-rules.ts'

/** A bare repository that we write and git reads. Never inside the user's `.git`. */
export interface Repository {
  readonly path: string
  readonly packs: string
  /** Null when nothing is saved under that name, or the write was never finished. */
  idOf(ref: Ref): Promise<string | null>
  /** Readable when it resolves; durable, with the packs, when `durable` does. */
  point(ref: Ref, id: string): Promise<{ readonly durable: Promise<void> }>
  /** The saved numbers, in order. */
  numbers(series: Series): Promise<number[]>
  rules(): Promise<FrozenRules | null>
  saveRules(rules: FrozenRules): Promise<void>
}

/** Iterations of a loop, and trees as they were before a restore. */
type Series = 'iterations' | 'restores'

export type Ref = { readonly series: Series; readonly number: number } | 'present'

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gc]\n\tauto = 0\n'

export function repositoryAt(path: string, disk: Disk = nodeDisk('private')): Repository {
  const rules = join(path, 'agent-loop-rules.json')
  const fileOf = (ref: Ref): string => join(path, refName(ref))
  return {
    path,
    packs: join(path, 'objects', 'pack'),
    idOf: async ref => /^([0-9a-f]{40})\n$/.exec((await disk.read(fileOf(ref))) ?? '')?.[1] ?? null,
    async point(ref, id) {
      const file = fileOf(ref)
      await replaceFile(disk, file, `${id}\n`)
      const synced = [join(path, 'objects', 'pack'), file, dirname(file)].map(each => disk.sync(each))
      return { durable: Promise.all(synced).then(() => {}) }
    },
    numbers: async series =>
      (await disk.list(join(path, 'refs', series)))
        .filter(name => /^\d+$/.test(name))
        .map(Number)
        .sort((one, two) => one - two),
    rules: async () => readRules(await disk.read(rules)),
    saveRules: frozen => writeDurably(disk, rules, JSON.stringify({ version: 1, ...frozen })),
  }
}

const refName = (ref: Ref): string =>
  ref === 'present' ? 'refs/present' : `refs/${ref.series}/${String(ref.number).padStart(6, '0')}`

/** Creates the repository where it is missing, and removes half-written packs that a crash left. */
export async function prepareRepository({ path, packs }: Repository, disk: Disk = nodeDisk('private')): Promise<void> {
  for (const folder of [packs, join(path, 'refs', 'iterations'), join(path, 'refs', 'restores')])
    await makeDirectoryDurably(disk, folder)
  await mkdir(join(path, 'objects', 'info'), { recursive: true })
  if (!(await disk.exists(join(path, 'config')))) await writeDurably(disk, join(path, 'config'), CONFIG)
  // HEAD names a branch that never exists, so git finds no attributes of the tree through it.
  if (!(await disk.exists(join(path, 'HEAD')))) await writeDurably(disk, join(path, 'HEAD'), 'ref: refs/heads/none\n')
  const torn = (await readdir(packs)).filter(name => name.startsWith('tmp_') || name.startsWith('.tmp-'))
  for (const name of torn) await rm(join(packs, name), { force: true })
}

function readRules(text: string | null): FrozenRules | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRules(value) ? { sources: value.sources, tracked: value.tracked } : null
  } catch {
    return null
  }
}

const isRules = (value: unknown): value is FrozenRules =>
  typeof value === 'object' &&
  value !== null &&
  'sources' in value &&
  Array.isArray(value.sources) &&
  'tracked' in value &&
  Array.isArray(value.tracked)
