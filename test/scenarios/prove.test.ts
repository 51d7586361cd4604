import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkoutsHome } from '../../src/system/checkouts-home.ts'
import { project } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
const commit = ({ git }: Project, message: string): void => {
  git('add', '-A')
  git(...WHO, 'commit', '-q', '-m', message)
}

const FILES = {
  'package.json': '{"name":"shop","private":true,"type":"module","scripts":{"test":"node --test"}}\n',
  'price.js': "import { rate } from 'rate'\nexport const price = (sum, percent) => sum - percent * rate\n",
  'price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from './price.js'
test('nothing off', () => assert.equal(price(200, 0), 200))
test('a tenth off', () => assert.equal(price(200, 10), 180))
`,
  '.gitignore': 'node_modules\ndist\n.aiwg\n',
}
const FIXED = `import { rate } from 'rate'
export const price = (sum, percent) => {
  if (percent > 100) return 0
  return sum * (1 - (percent * rate) / 100)
}
`

const ADAPT = 'Adapt price.test.js to the new prices'

/** `good` fixes the price, `cheat` changes the test, and says so in its message. Dependencies are installed and ignored. */
function shop(): Project {
  const here = project(FILES, { git: true })
  here.write('node_modules/rate/package.json', '{"name":"rate","type":"module","main":"index.js"}\n')
  here.write('node_modules/rate/index.js', 'export const rate = 1\n')
  here.git('branch', '-M', 'main')
  here.git('checkout', '-q', '-b', 'good')
  here.write('price.js', FIXED)
  commit(here, 'fix: wrong discount (#12)')
  here.git('checkout', '-q', '-b', 'cheat', 'main')
  here.write('price.test.js', FILES['price.test.js'].replace('180', '190'))
  commit(here, ADAPT)
  here.git('checkout', '-q', 'main')
  return here
}

function leftIn(folder: string): string[] {
  const left = readdirSync(folder)
  rmdirSync(folder)
  return left
}

const leftovers = ({ home, path, git }: Project) => ({
  tree: git('status', '--porcelain', '--ignored'),
  view: existsSync(join(path, '.aiwg')),
  worktrees: git('worktree', 'list').trim().split('\n').length,
  folders: leftIn(checkoutsHome({ HOME: home })),
  records: readdirSync(join(home, '.local/state/agent-loop/projects')),
})

const NOTHING_LEFT = { tree: '!! node_modules/', view: false, worktrees: 1, folders: [], records: [] }

describe('agent-loop prove', () => {
  test('proves a branch with a receipt, reports lines that no test notices, and leaves the tree as it was', async () => {
    const here = shop()
    const file = join(here.home, 'receipt.json')
    const end = await here.cli(['prove', 'main..good', '-c', 'node --test', '--json', '--mutants', '--receipt', file])
    expect(end.code).toBe(0)
    const [start] = end.events
    expect(start).toMatchObject({ spec: { task: 'Fix wrong discount', proves: { taskFrom: 'commits' } } })
    const checked = end.events.find(({ kind }) => kind === 'check-end')
    expect(checked).toMatchObject({ proof: { mutants: { unnoticed: [{ path: 'price.js', line: 3 }] } } })
    expect(checked).toMatchObject({ findings: [{ rule: 'untested-changes', objection: null }] })
    expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified', exit_code: 0 })
    expect(here.git('status', '--porcelain', '--ignored').trim()).toBe('!! node_modules/')
    expect({ ...leftovers(here), tree: leftovers(here).tree.trim() }).toEqual(NOTHING_LEFT)
    const named = String(end.events.at(-1)?.['receipt'])
    expect(here.read(named)).toBe(here.read(file))
    here.git('checkout', '-q', 'good')
    const verified = await here.cli(['receipt', 'verify', file])
    expect(verified.code).toBe(0)
    expect(verified.out).toContain('task from the commit messages')
  })

  test('the checkout is in no hidden folder: what serves files may refuse those', async () => {
    const here = shop()
    here.write(
      'price.test.js',
      `${FILES['price.test.js']}if (/[/][.]/.test(import.meta.dirname)) throw new Error('hidden')\n`,
    )
    commit(here, 'Check the place')
    here.write('price.js', FIXED)
    const end = await here.cli(['prove', '-c', 'node --test', '--task', 'fix the wrong discount', '--json'])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    expect(leftovers(here).folders).toEqual([])
  })

  test('a commit message does not allow a change of a test, a person does', async () => {
    const here = shop()
    // The author's tag with the name of the base does not hide the change of the test.
    here.git('checkout', '-q', 'cheat')
    here.git('tag', 'main')
    here.write('more.js', 'export const more = 1\n')
    commit(here, ADAPT)
    const end = await here.cli(['prove', 'main..cheat', '-c', 'node --test'])
    expect(end.code).toBe(5)
    expect(end.err).toContain('a tag has the same name as the branch refs/heads/main, and the branch is used')
    expect(end.out).toContain('✗ tampered: ')
    expect(end.out).toContain("agent-loop prove main..cheat -c 'node --test' --waive check-bent")
    expect((await here.cli(['prove', 'main..cheat', '-c', 'node --test', '--task', ADAPT])).code).toBe(0)
  })

  test('without a range: the working tree, else what the branch adds; ignored files count only if named', async () => {
    const here = shop()
    here.write('dist/built.js', '')
    here.write('price.js', FIXED)
    const dirty = await here.cli(['prove', '-c', 'node --test && test -f dist/built.js'])
    expect(dirty.code).toBe(1)
    expect(dirty.err).toContain('ignored files were not copied: dist')
    const copied = await here.cli(['prove', '-c', 'node --test && test -f dist/built.js', '--copy', 'dist'])
    expect(copied.out).toContain('..working tree')
    expect(copied.code).toBe(0)
    here.git('checkout', '-q', '--', '.')
    here.git('checkout', '-q', 'good')
    const branch = await here.cli(['prove'])
    expect(branch.out).toMatch(/✓ verified: \w{10}\.\.\w{10}, against this criterion: npm test passes/)
  })

  test('refuses what cannot be proven, and says what to type', async () => {
    const here = shop()
    const refusals: readonly (readonly [string, string])[] = [
      ['main..goood', 'Did you mean "good"?'],
      ['nowhere..good', 'There is no revision "nowhere"'],
      ['main..main', 'There is nothing to prove'],
      ['..', '".." is not a range of commits'],
    ]
    for (const [range, says] of refusals) {
      const end = await here.cli(['prove', range, '-c', 'node --test'])
      expect([range, end.code]).toEqual([range, 2])
      expect(end.err).toContain(says)
    }
    const plain = project({ 'a.txt': '' })
    const end = await plain.cli(['prove', '-c', 'node --test'])
    expect(end.code).toBe(2)
    expect(end.err).toContain('is not in a git repository')
    const shallow = join(here.home, 'shallow')
    here.git('clone', '-q', '--depth', '1', '--branch', 'good', `file://${here.path}`, shallow)
    const cut = await here.cli(['prove', 'origin/main..HEAD', '-c', 'node --test', '--cwd', shallow])
    expect(cut.err).toContain('This clone is shallow. Fetch its history: git fetch --unshallow')
  })

  test('a change of the configuration does not decide how it is proven', async () => {
    const here = shop()
    here.write('agent-loop.config.json', '{"completion":"true"}\n')
    const end = await here.cli(['prove', '--trust-config'])
    expect(end.code).toBe(3)
    expect(end.err).toContain('The change under proof modifies agent-loop.config.json')
  })

  test('a change that puts a submodule in the place of its tests is not proven', async () => {
    const here = shop()
    here.git('checkout', '-q', '-b', 'linked', 'good')
    here.git('rm', '-q', 'price.test.js')
    here.git('update-index', '--add', '--cacheinfo', `160000,${here.git('rev-parse', 'main').trim()},spec`)
    here.git(...WHO, 'commit', '-q', '-m', 'fix: wrong discount')
    here.git('checkout', '-q', '-f', 'main')
    const end = await here.cli(['prove', 'main..linked', '-c', 'node --test'])
    expect([end.code, end.out]).toEqual([4, expect.stringContaining('the commit has submodules')])
    expect(end.out).toContain('worktree: spec')
  })
})
