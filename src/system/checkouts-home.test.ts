import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkoutsHome, cleanCopiesHome } from './checkouts-home.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'places-')))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'home/.hidden'), { recursive: true })
mkdirSync(join(folder, 'temporary'))
writeFileSync(join(folder, 'file'), '')

const isHidden = (path: string): boolean => /\/\.[^/]/.test(path)

test('no temporary folder of a check is below a hidden folder, if there is another place', () => {
  const env = { HOME: join(folder, 'home'), TMPDIR: join(folder, 'temporary') }
  expect(isHidden(cleanCopiesHome(env))).toBe(false)
  expect(checkoutsHome(env)).toContain(join(folder, 'temporary'))
})

test('a state home that is not hidden is the place', () => {
  const env = { HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'state') }
  expect(cleanCopiesHome(env)).toBe(join(folder, 'state/agent-loop/rooms'))
})

test('a temporary folder that is hidden or no folder is not the place', () => {
  for (const TMPDIR of [join(folder, 'home/.hidden'), join(folder, 'file')])
    expect(checkoutsHome({ HOME: join(folder, 'home'), TMPDIR })).not.toContain(TMPDIR)
})
