import { chmodSync, lchownSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untrustedComponent } from './path-owner.ts'

const folder = (): string => mkdtempSync(join(realpathSync(tmpdir()), 'agent-loop-owner-'))
const isRoot = process.geteuid?.() === 0

function made(path: string, mode: number): string {
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}

test('a folder of this user is trusted, also one that does not exist yet or is reached through a link of their own', () => {
  const root = folder()
  symlinkSync(made(join(root, 'real'), 0o700), join(root, 'link'))
  expect([root, join(root, 'a', 'b'), join(root, 'link', 'x')].map(untrustedComponent)).toEqual(
    Array(3).fill(undefined),
  )
})

test('a world-writable folder is not, wherever it is in the path', () => {
  const root = folder()
  const open = made(join(root, 'open'), 0o777)
  const why = 'can be changed by every user'
  symlinkSync(open, join(root, 'link'))
  symlinkSync('open/../open/.', join(root, 'relative'))
  for (const path of [
    open,
    join(open, 'below'),
    join(root, 'link'),
    join(root, 'link', 'x'),
    join(root, 'relative', 'x'),
  ])
    expect(untrustedComponent(path)).toEqual({ path: open, why })
})

test('neither does a file in the way make a path untrusted: using it fails anyway', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  expect(untrustedComponent(join(file, 'below'))).toBeUndefined()
})

test('a sticky folder is, as /tmp is', () => {
  expect(untrustedComponent(made(join(folder(), 'shared'), 0o1777))).toBeUndefined()
})

test('a link that leads to itself is not', () => {
  const loop = join(folder(), 'loop')
  symlinkSync('loop', loop)
  expect(untrustedComponent(join(loop, 'x'))?.why).toBe('is a link that leads back to itself')
})

test.runIf(isRoot)('neither is what belongs to another user: a folder, a link, a folder above', () => {
  const root = folder()
  const theirs = made(join(root, 'theirs'), 0o755)
  const mine = made(join(theirs, 'mine'), 0o700)
  const link = join(root, 'link')
  symlinkSync(made(join(root, 'target'), 0o700), link)
  for (const path of [theirs, link]) lchownSync(path, 12345, 12345)
  const why = 'belongs to another user (id 12345)'
  expect(untrustedComponent(mine)).toEqual({ path: theirs, why })
  expect(untrustedComponent(link)).toEqual({ path: link, why })
})

test.runIf(isRoot)(
  'a folder of root that another group can write to is not trusted; with the group of root it is',
  () => {
    const [shared, own] = [made(join(folder(), 'shared'), 0o775), made(join(folder(), 'own'), 0o775)]
    lchownSync(shared, 0, 12345)
    expect(untrustedComponent(join(shared, 'below'))).toEqual({
      path: shared,
      why: 'can be changed by other users (group id 12345)',
    })
    expect(untrustedComponent(join(own, 'below'))).toBeUndefined()
  },
)
