import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitFolders } from './user-repository.ts'

test('a .git file that names its folder in other bytes than UTF-8 names none: git would read another path', () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [tree, folder] = [join(home, 'tree'), join(home, 'l\uFFFD')]
  for (const path of [tree, folder]) mkdirSync(path)
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(tree, '.git'), `gitdir: ${folder}\n`)
  expect(gitFolders(tree)?.own).toBe(folder)
  writeFileSync(join(tree, '.git'), Buffer.concat([Buffer.from(`gitdir: ${home}/l`), Buffer.from([0xff, 0x0a])]))
  expect(gitFolders(tree)).toBeNull()
})
