import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareRepository, repositoryAt } from '../workspace/snapshots/repository.ts'
import { addressOfRemote, cloneStart, codePusher, fetchSnapshots, fetchStart, ownAddresses } from './code-refs.ts'

const LOOP = 'ralph-fix-it-0123abcd'

function repository() {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: home }
  const git = (args: readonly string[], input: string | Buffer = ''): string =>
    execFileSync('git', ['-C', home, ...args], { env, input, stdio: ['pipe', 'pipe', 'ignore'] })
      .toString()
      .trim()
  git(['init', '-q', '.'])
  return { home, env, git, tree: home, loop: LOOP }
}

test('an address that is an option of git starts no program, wherever it is used', async () => {
  const here = repository()
  const mark = join(here.home, 'mark')
  const snapshots = join(here.home, 'snapshots.git')
  await prepareRepository(repositoryAt(snapshots))
  for (const option of ['--upload-pack', '--receive-pack', '--exec']) {
    const remote = `${option}=touch ${mark};`
    const start = 'a'.repeat(40)
    const pusher = codePusher({ ...here, remote, start, snapshots, epoch: 1, worker: 'a' })
    await expect(fetchStart({ ...here, remote })).rejects.toThrow('git failed')
    await expect(fetchSnapshots({ ...here, remote, snapshots }, [0])).rejects.toThrow('git failed')
    await expect(pusher.takeOver()).rejects.toThrow('git failed')
    await expect(addressOfRemote(here.home, here.env, remote)).rejects.toThrow('cannot be used')
    await expect(cloneStart({ ...here, remote, commit: start, tree: join(here.home, 'clone') })).rejects.toThrow('git')
  }
  expect(existsSync(mark)).toBe(false)
})

test('a worker that wakes up late takes nothing back from a newer one', async () => {
  const here = repository()
  const start = here.git([
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    'commit-tree',
    '-m',
    's',
    here.git(['mktree']),
  ])
  const pusher = async (epoch: number) => {
    const snapshots = join(here.home, `snapshots-${epoch}.git`)
    await prepareRepository(repositoryAt(snapshots))
    return codePusher({ ...here, remote: here.home, start, snapshots, epoch, worker: `w${epoch}` })
  }
  const [older, newer] = [await pusher(9), await pusher(10)]
  await newer.takeOver()
  await expect(older.takeOver()).rejects.toThrow('another worker has taken this loop')
  const owner = (): string => here.git(['log', '-1', '--format=%s', `refs/agent-loop/${LOOP}/owner`])
  expect(owner()).toBe('epoch 10 of w10 1')
  // The same worker may begin again, and a newer one takes over.
  await newer.takeOver()
  await (await pusher(11)).takeOver()
  expect(owner()).toBe('epoch 11 of w11 1')
})

test('files of a snapshot outside of the tree, or in .git, are refused before anything is written', async () => {
  const here = repository()
  const blob = here.git(['hash-object', '-w', '--stdin'], 'touch x\n')
  const treeOf = (name: string, mode: string, id: string): string =>
    here.git(
      ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'],
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
    )
  const file = treeOf('hook', '100644', blob)
  const snapshots = join(here.home, 'snapshots.git')
  await prepareRepository(repositoryAt(snapshots))
  const fetched = (folder: string): Promise<void> => {
    here.git([
      'update-ref',
      `refs/agent-loop/${LOOP}/snapshot-0`,
      treeOf('tree', '40000', treeOf(folder, '40000', file)),
    ])
    return fetchSnapshots({ ...here, remote: here.home, snapshots }, [0])
  }
  await fetched('src')
  for (const folder of ['..', '.git', '.GIT']) await expect(fetched(folder)).rejects.toThrow('outside the tree')
})

test('the addresses that a person has chosen are those of the remotes of the repository', async () => {
  const here = repository()
  expect(await ownAddresses(here.home, here.env)).toEqual([])
  writeFileSync(join(here.home, '.git', 'config'), '[remote "a"]\n url = /a\n url = /b\n[remote "-c"]\n url = /c\n')
  expect((await ownAddresses(here.home, here.env)).toSorted()).toEqual(['/a', '/b', '/c'])
})
