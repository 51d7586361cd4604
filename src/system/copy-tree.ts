import { cp } from 'node:fs/promises'
import { basename } from 'node:path'

const LEFT_OUT = new Set(['.git', 'node_modules', '.aiwg'])

/** Copies source files; installed packages, version control, and our own state are left out. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => path === from || !LEFT_OUT.has(basename(path)),
  })
}
