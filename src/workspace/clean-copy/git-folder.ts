import { copyFile, cp, lstat, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A `.git` folder, ready to be put into a clean copy. */
export interface GitFolder {
  /** Where it was created. */
  readonly folder: string
  /** The user's objects; git reads them, and never writes there. */
  readonly objects: string
}

// What decides how git reads the working files, and starts no program.
const KEPT_SETTINGS: Readonly<Record<string, RegExp>> = {
  core: /^(?:repositoryformatversion|filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|sparsecheckout|sparsecheckoutcone)$/,
  extensions: /^(?:objectformat|refstorage)$/,
}

const OWN_STATE = ['MERGE_HEAD', 'MERGE_MODE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'ORIG_HEAD', 'info/sparse-checkout']
const COMMON_STATE = ['shallow', 'info/exclude']

/**
 * Copies the state of a repository (HEAD, refs, index), and nothing that could run or redirect (hooks, configuration, replaced
 * objects). Null when the tree has no readable repository.
 */
export async function makeGitFolder(tree: string, folder: string): Promise<GitFolder | null> {
  const own = await gitFolderOf(tree)
  const head = own && (await plain(join(own, 'HEAD')))
  if (!own || !head) return null
  const common = resolve(own, (await plain(join(own, 'commondir')))?.trim() ?? '.')
  const objects = join(common, 'objects')
  if (!(await stat(objects).catch(() => null))?.isDirectory()) return null

  for (const part of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, 'HEAD'), head)
  await writeFile(join(folder, 'config'), settings((await plain(join(common, 'config'))) ?? ''))
  await copyRefs(common, folder)
  if (own !== common) await copyRefs(own, folder)
  for (const name of COMMON_STATE) await copyIfThere(join(common, name), join(folder, name))
  for (const name of ['index', ...(await sharedIndexes(own)), ...OWN_STATE])
    await copyIfThere(join(own, name), join(folder, name))
  return { folder, objects }
}

/** Writes where the objects are, as seen from inside the copy. A chain of alternates is written out. */
export async function pointToObjects(git: GitFolder, seenAt: string): Promise<void> {
  const chain = (await plain(join(git.objects, 'info/alternates'))) ?? ''
  const further = chain.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const lines = [seenAt, ...further.map(line => resolve(git.objects, line))]
  await writeFile(join(git.folder, 'objects/info/alternates'), `${lines.join('\n')}\n`)
}

async function gitFolderOf(tree: string): Promise<string | null> {
  const place = join(tree, '.git')
  const there = await stat(place).catch(() => null)
  if (there?.isDirectory()) return realpath(place)
  const target = /^gitdir: (.+)$/m.exec((await plain(place)) ?? '')?.[1]
  return target ? realpath(resolve(dirname(place), target)).catch(() => null) : null
}

async function copyRefs(from: string, to: string): Promise<void> {
  for (const store of ['refs', 'reftable'])
    await cp(join(from, store), join(to, store), {
      recursive: true,
      filter: async path => {
        const entry = await lstat(path)
        return (entry.isFile() || entry.isDirectory()) && path !== join(from, 'refs/replace')
      },
    }).catch(() => {})
  const packed = await plain(join(from, 'packed-refs'))
  if (packed === null) return
  // A line that begins with ^ belongs to the one before it.
  const kept = packed.replace(/^\S+ refs\/replace\/.*\n(?:\^.*\n)*/gm, '')
  await writeFile(join(to, 'packed-refs'), kept)
}

async function sharedIndexes(own: string): Promise<string[]> {
  return (await readdir(own)).filter(name => /^sharedindex\.[0-9a-f]+$/.test(name))
}

/** The harmless part of a repository's configuration. */
export function settings(config: string): string {
  const kept: string[] = []
  let section = ''
  for (const line of config.split('\n')) {
    section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, key = '', value = ''] = /^(?:\s*\[[^\]]*\])?\s*([A-Za-z]+)\s*=\s*([\w.-]+)\s*$/.exec(line) ?? []
    if (KEPT_SETTINGS[section]?.test(key.toLowerCase())) kept.push(`[${section}]\n\t${key} = ${value}\n`)
  }
  return `${kept.join('')}[core]\n\tbare = false\n`
}

/** The text of a regular file; null when there is none. */
async function plain(path: string): Promise<string | null> {
  if (!(await lstat(path).catch(() => null))?.isFile()) return null
  return readFile(path, 'utf8').catch(() => null)
}

async function copyIfThere(from: string, to: string): Promise<void> {
  if ((await lstat(from).catch(() => null))?.isFile()) await copyFile(from, to)
}
