import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Edit, Oracle } from './case.ts'

/** Applies our edits to a checkout. Throws where an anchor is missing: the data does not fit the commit then. */
export function editTree(tree: string, edits: readonly Edit[]): void {
  for (const edit of edits) apply(tree, edit)
}

function apply(tree: string, edit: Edit): void {
  if (edit.do === 'replace') replaceEverywhere(tree, edit)
  else if (edit.do === 'remove') rmSync(join(tree, edit.file), { recursive: true })
  else if (edit.do === 'move' || edit.do === 'copy') place(join(tree, edit.file), join(tree, edit.to), edit.do)
  else put(join(tree, edit.file), edit)
}

function place(from: string, to: string, how: 'move' | 'copy'): void {
  mkdirSync(dirname(to), { recursive: true })
  if (how === 'move') renameSync(from, to)
  else copyFileSync(from, to)
}

function put(path: string, edit: InFile | Extract<Edit, { do: 'write' }>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, edit.do === 'write' ? edit.text : edited(readFileSync(path, 'utf8'), edit))
}

type InFile = Extract<Edit, { do: 'swap' | 'insert' | 'cut' }>

function edited(text: string, edit: InFile): string {
  if (edit.do === 'swap') return swapped(text, edit)
  const lines = text.split('\n')
  const anchor = edit.do === 'cut' ? edit.from : edit.anchor
  const at = lines.findIndex(line => line.includes(anchor))
  if (at === -1) throw new Error(`${edit.file} has no line with ${JSON.stringify(anchor)}`)
  if (edit.do === 'insert') return lines.toSpliced(edit.below ? at + 1 : at, 0, ...edit.text.split('\n')).join('\n')
  const end = edit.to === '' ? lines.length : lines.findIndex((line, index) => index > at && line.includes(edit.to))
  if (end === -1)
    throw new Error(`${edit.file} has no line with ${JSON.stringify(edit.to)} below ${JSON.stringify(anchor)}`)
  return lines.toSpliced(at, end - at).join('\n')
}

function swapped(text: string, { file, find, put, all }: Extract<Edit, { do: 'swap' }>): string {
  const places = text.split(find).length - 1
  if (places === 0 || (places > 1 && !all)) throw new Error(`${file} has ${places} places with ${JSON.stringify(find)}`)
  return text.replaceAll(find, () => put)
}

function replaceEverywhere(tree: string, { files, find, put }: Extract<Edit, { do: 'replace' }>): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: tree, encoding: 'utf8' })
  const chosen = stdout.split('\0').filter(name => files.test(name) && existsSync(join(tree, name)))
  let changed = 0
  for (const name of chosen) {
    const before = readFileSync(join(tree, name), 'utf8')
    const after = before.replace(find, put)
    if (after === before) continue
    writeFileSync(join(tree, name), after)
    changed++
  }
  if (changed === 0) throw new Error(`no file ${files} has ${find}`)
}

/** Whether what the oracle asks for is true of the tree. */
export function isTrue(tree: string, oracle: Oracle, env: Readonly<Record<string, string>>): boolean {
  if ('run' in oracle) {
    const { status, stdout } = spawnSync('bash', ['-c', oracle.run], {
      cwd: tree,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    return status === 0 && stdout.trim() === oracle.prints
  }
  const path = join(tree, oracle.file)
  if ('exists' in oracle) return existsSync(path) === oracle.exists
  const text = existsSync(path) ? readFileSync(path, 'utf8') : null
  if (text === null) return false
  return 'has' in oracle ? oracle.has.test(text) : !oracle.lacks.test(text)
}
