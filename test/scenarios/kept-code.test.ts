import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, environmentOf, type Project, project } from '../rig/project.ts'

const DIST = resolve(import.meta.dirname, '../../dist')
const HINT = 'a command that fails until the work is done'

/** A copy of the program that nobody has started yet. */
function fresh(here: Project): { readonly folder: string; refuse(): Promise<Ended> } {
  const folder = join(here.home, 'program')
  cpSync(DIST, folder, { recursive: true, filter: from => from !== join(DIST, 'compiled') })
  return { folder, refuse: () => here.program(join(folder, 'cli.cjs'), ['verify', '""']) }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test('what Node made of the program is kept beside it, and says the same as the program', async () => {
  const { folder, refuse } = fresh(project())
  const first = await refuse()
  expect(first.err).toContain(HINT)
  const kept = filesBelow(join(folder, 'compiled'))
  expect(kept.length).toBeGreaterThan(0)
  expect(await refuse()).toEqual(first)
  expect(filesBelow(join(folder, 'compiled'))).toEqual(kept)
  for (const path of kept) writeFileSync(path, readFileSync(path).fill(0, 64))
  expect(await refuse()).toEqual(first)
})

test('a program that was changed without a change of its length is the changed one', async () => {
  const { folder, refuse } = fresh(project())
  await refuse()
  for (const path of filesBelow(folder).filter(path => path.endsWith('.cjs')))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(HINT, HINT.toUpperCase()))
  expect((await refuse()).err).toContain(HINT.toUpperCase())
})

test('where it cannot be kept, everything goes on as before', async () => {
  const { folder, refuse } = fresh(project())
  writeFileSync(join(folder, 'compiled'), '')
  expect((await refuse()).err).toContain(HINT)
})

test('where nobody wants it, nothing is kept', () => {
  const here = project()
  const { folder } = fresh(here)
  const env = { ...environmentOf(here.home), NODE_DISABLE_COMPILE_CACHE: '1' }
  const end = spawnSync(process.execPath, [join(folder, 'cli.cjs'), 'verify', '""'], { cwd: here.path, env })
  expect(String(end.stderr)).toContain(HINT)
  expect(existsSync(join(folder, 'compiled'))).toBe(false)
})
