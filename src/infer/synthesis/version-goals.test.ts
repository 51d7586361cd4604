import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { describeCriterion } from '../../criteria/describe.ts'
import { readProject } from '../read-project.ts'
import { versionGoals } from './version-goals.ts'

test.each([
  ['bump the version to 9.9.9', { 'package.json': '{ "version": "1.0.0" }' }, ['package.json matches /9\\.9\\.9/']],
  ['bump the version of vitest to 9.9.9', { 'package.json': '{ "version": "1.0.0" }' }, []],
  ['set the version to 9.9.9', { 'package.json': '{ "version": "9.9.9" }' }, []],
  [
    'raise the package version from 1.0 to v9.9.9',
    { 'setup.py': 'setup(version=read())', 'infl/__init__.py': "__version__ = '1.0'" },
    ['infl/__init__.py matches /9\\.9\\.9/'],
  ],
] as const)('%s', async (task, files, goals) => {
  const folder = mkdtempSync(join(tmpdir(), 'version-goals-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  expect(versionGoals(task, await readProject(folder, task)).map(describeCriterion)).toEqual(goals)
})
