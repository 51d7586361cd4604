import { cp } from 'node:fs/promises'
import { basename } from 'node:path'

const LEFT_OUT = new Set(['.git', 'node_modules', '.aiwg'])

/** A copy of the files that people work on; what is installed, version control's or ours is left out. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => path === from || !LEFT_OUT.has(basename(path)),
  })
}
