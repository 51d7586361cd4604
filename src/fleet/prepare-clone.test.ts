import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareClone } from './prepare-clone.ts'

test('the result of a setup serves clones of exactly the same files, and no others', { timeout: 60_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(home, 'state'), LOG: join(home, 'log') }
  let count = 0
  const runs = (): number => readFileSync(env.LOG, 'utf8').length
  const prepared = async (source: string, setup: string, folder = ''): Promise<string> => {
    count += 1
    const tree = join(home, `clone-${count}`)
    mkdirSync(join(tree, 'app'), { recursive: true })
    for (const [name, text] of Object.entries({ 'package-lock.json': '{}', '.gitignore': 'dist/\n', source }))
      writeFileSync(join(tree, name), text)
    execFileSync('git', ['init', '-q', tree])
    await prepareClone({ cwd: join(tree, folder), setup, env })
    return tree
  }
  const built = (tree: string): string => readFileSync(join(tree, 'dist', 'source'), 'utf8')
  const build = 'printf x >> "$LOG"; mkdir -p dist && cp source dist/'
  writeFileSync(env.LOG, '')

  expect(built(await prepared('good', build))).toBe('good')
  expect(built(await prepared('good', build))).toBe('good')
  expect(runs()).toBe(1)
  // The same lock file: a build of other files is of no use.
  expect(built(await prepared('broken', build))).toBe('broken')
  expect(runs()).toBe(2)
  // Another folder of the same files.
  const install = 'printf x >> "$LOG"; mkdir -p dist'
  expect(existsSync(join(await prepared('good', install), 'dist'))).toBe(true)
  expect(existsSync(join(await prepared('good', install, 'app'), 'app', 'dist'))).toBe(true)
  expect(runs()).toBe(4)
  // What is not ignored would be missing in a copy.
  const generate = 'printf x >> "$LOG"; mkdir -p dist; echo made > generated'
  for (const each of [await prepared('good', generate), await prepared('good', generate)])
    expect(existsSync(join(each, 'generated'))).toBe(true)
  expect(runs()).toBe(6)
})
