import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Git, gitIn } from '../system/git.ts'
import { runGit, userEnvironment } from '../system/run-git.ts'
import type { Environment } from '../system/shell.ts'
import { fleetProblem } from './problems.ts'
import { isAddress, isInnerPath } from './stored-values.ts'

/** How code travels: every loop has its own refs on a remote that the submitter names. */
const refOf = (loop: string, name: string): string => `refs/agent-loop/${loop}/${name}`

async function must(printed: ReturnType<Git>): Promise<string> {
  const result = await printed
  if (result.ok) return result.value
  throw fleetProblem('git-failed', { because: result.error })
}

const AUTHOR: Environment = {
  GIT_AUTHOR_NAME: 'agent-loop',
  GIT_AUTHOR_EMAIL: 'agent-loop@localhost',
  GIT_COMMITTER_NAME: 'agent-loop',
  GIT_COMMITTER_EMAIL: 'agent-loop@localhost',
}

/** The address of a remote of this repository, without a password: it is stored where others read it. */
export async function addressOfRemote(tree: string, env: Environment, remote: string): Promise<string> {
  const known = await gitIn(tree, env)('remote', 'get-url', '--', remote)
  const address = known.ok ? known.value : remote
  if (!known.ok && !/[/:]/.test(remote))
    throw fleetProblem('no-remote', { name: remote, because: 'it is not known here' })
  if (!isAddress(address)) throw fleetProblem('no-remote', { name: remote, because: 'git would read it as an option' })
  if (/^[a-z+]+:\/\/[^/@]*:[^/@]*@/i.test(address)) throw fleetProblem('password-in-remote', {})
  return address
}

/** The addresses of the remotes of this repository: a person has chosen them. */
export async function ownAddresses(tree: string, env: Environment): Promise<readonly string[]> {
  const git = gitIn(tree, env)
  const names = await git('remote')
  const found = (names.ok ? names.value.split('\n') : []).map(name => git('remote', 'get-url', '--all', '--', name))
  return (await Promise.all(found)).flatMap(printed => (printed.ok ? printed.value.split('\n') : []))
}

interface StartRequest {
  readonly tree: string
  readonly env: Environment
  readonly remote: string
  readonly loop: string
  /** Our own folder in the tree. */
  readonly ours: string
}

/** Runs the work with git on an index of its own that has the exact files of the tree, committed or not. Ignored files are left out. */
async function withExactFiles<T>(
  { tree, env, ours }: Pick<StartRequest, 'tree' | 'env' | 'ours'>,
  work: (git: Git, files: string, head: string | null) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-'))
  try {
    const git = gitIn(tree, env, { ...AUTHOR, GIT_INDEX_FILE: join(folder, 'index') })
    const head = await git('rev-parse', '-q', '--verify', 'HEAD')
    if (head.ok) await must(git('read-tree', 'HEAD'))
    // The state of a worktree's loop is in the person's tree.
    await must(git('add', '-A', '--', ':/', ...(ours.startsWith('..') ? [] : [`:(exclude,top)${ours}`])))
    return await work(git, await must(git('write-tree')), head.ok ? head.value : null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pushes the exact files of the tree; resolves to the commit. */
export const pushStart = ({ tree, env, remote, loop, ours }: StartRequest): Promise<string> =>
  withExactFiles({ tree, env, ours }, async (git, files, head) => {
    const parent = head === null ? [] : ['-p', head]
    const commit = await must(git('commit-tree', files, ...parent, '-m', `agent-loop: start of ${loop}`))
    await must(git('push', '-q', '--', remote, `+${commit}:${refOf(loop, 'start')}`))
    return commit
  })

/** The git id of the files of a tree as they are now. */
export const exactTree = (tree: string, env: Environment, ours: string): Promise<string> =>
  withExactFiles({ tree, env, ours }, async (_, files) => files)

/** The git id of the files that a loop began with. */
export async function fetchStart({ tree, env, remote, loop }: Omit<StartRequest, 'ours'>): Promise<string> {
  const git = gitIn(tree, env)
  await must(git('fetch', '-q', '--no-tags', '--', remote, refOf(loop, 'start')))
  return await must(git('rev-parse', 'FETCH_HEAD^{tree}'))
}

/** The git id of the files of a snapshot. */
export async function treeOfSnapshot(snapshots: string, snapshot: string, env: Environment): Promise<string | null> {
  const args = ['--git-dir', snapshots, 'rev-parse', `${snapshot}:tree`]
  const printed = await runGit({ args, cwd: snapshots, env: userEnvironment(env) })
  return printed.ok ? printed.value.toString().trim() : null
}

interface CloneRequest {
  readonly remote: string
  readonly loop: string
  readonly commit: string
  readonly tree: string
  readonly env: Environment
}

/** The files of the start in a new working tree, uncommitted, with HEAD where the submitter had it. */
export async function cloneStart({ remote, loop, commit, tree, env }: CloneRequest): Promise<void> {
  await rm(tree, { recursive: true, force: true })
  await mkdir(tree, { recursive: true })
  const git = gitIn(tree, env, AUTHOR)
  await must(git('init', '-q', '.'))
  await must(git('fetch', '-q', '--no-tags', '--', remote, `+${refOf(loop, 'start')}:${refOf(loop, 'start')}`))
  if ((await must(git('rev-parse', refOf(loop, 'start')))) !== commit)
    throw fleetProblem('git-failed', { because: `${refOf(loop, 'start')} is not the commit that was submitted` })
  await must(git('checkout', '-q', '-f', '--detach', commit))
  if ((await git('rev-parse', '-q', '--verify', `${commit}^`)).ok) await must(git('reset', '-q', `${commit}^`))
}

/** Pushes of one worker for one loop. They reject once another worker has taken the loop. */
export interface CodePusher {
  /** Takes the loop's refs over from the worker before. */
  takeOver(): Promise<void>
  /** Pushes the snapshots of turns that were not pushed yet. */
  pushTurns(): Promise<void>
}

interface PusherRequest {
  readonly remote: string
  readonly loop: string
  readonly start: string
  /** The loop's snapshots. */
  readonly snapshots: string
  /** The clone, whose objects the start needs. */
  readonly tree: string
  /** Grows with every worker that takes the loop. */
  readonly epoch: number
  readonly worker: string
  readonly env: Environment
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/**
 * The fence for pushes is a ref: every push moves `owner` from the value that this worker last wrote, and the server refuses the whole
 * push when it is another one. So a worker that was taken over cannot push, whatever it believes. Nor can it take the refs back:
 * the value names the epoch of its worker.
 */
export function codePusher({ remote, loop, start, snapshots, tree, epoch, worker, env }: PusherRequest): CodePusher {
  const owned = refOf(loop, 'owner')
  let before: string | null = null
  let count = 0
  let pushed = -1
  const git = async (...args: readonly string[]): Promise<string> => {
    const result = await runGit({
      args: ['--git-dir', snapshots, ...args],
      cwd: snapshots,
      env: {
        ...userEnvironment(env),
        ...AUTHOR,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(tree, '.git', 'objects'),
      },
      timeoutMs: 10 * 60_000,
    })
    if (result.ok) return result.value.toString().trim()
    throw fleetProblem('git-failed', { because: result.error })
  }
  const push = async (refs: readonly string[]): Promise<void> => {
    count += 1
    await git('cat-file', '-e', EMPTY_TREE).catch(() => git('hash-object', '-w', '-t', 'tree', '/dev/null'))
    const next = await git('commit-tree', EMPTY_TREE, '-m', `epoch ${epoch} of ${worker} ${count}`)
    const lease = `--force-with-lease=${owned}:${before ?? ''}`
    await git('push', '-q', '--atomic', lease, '--', remote, `${next}:${owned}`, ...refs)
    before = next
  }
  return {
    async takeOver() {
      if ((await git('ls-remote', '--', remote, owned)) !== '') {
        await git('fetch', '-q', '--no-tags', '--', remote, owned)
        before = await git('rev-parse', 'FETCH_HEAD')
        const theirs = Number(/^epoch (\d+) /.exec(await git('log', '-1', '--format=%s', before))?.[1])
        if (!(theirs <= epoch))
          throw fleetProblem('git-failed', { because: 'another worker has taken this loop since' })
      }
      await push([])
    },
    async pushTurns() {
      const fresh = savedTurns(snapshots).filter(turn => turn > pushed)
      const refs: string[] = []
      for (const turn of fresh) {
        const snapshot = await git('rev-parse', `refs/iterations/${padded(turn)}`)
        const commit = await git(
          'commit-tree',
          `${snapshot}:tree`,
          '-p',
          start,
          '-m',
          `agent-loop: turn ${turn} of ${loop}`,
        )
        refs.push(`+${commit}:${refOf(loop, `turn-${turn}`)}`, `+${snapshot}:${refOf(loop, `snapshot-${turn}`)}`)
      }
      if (fresh.length === 0) return
      await push(refs)
      pushed = Math.max(pushed, ...fresh)
    },
  }
}

const padded = (turn: number): string => String(turn).padStart(6, '0')

export function savedTurns(snapshots: string): readonly number[] {
  const folder = join(snapshots, 'refs', 'iterations')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => /^\d+$/.test(name) && /^[0-9a-f]{40}\n$/.test(readFileSync(join(folder, name), 'utf8')))
    .map(Number)
}

/** Fetches the snapshots of these turns into the store of a loop. */
export async function fetchSnapshots(
  { remote, loop, snapshots, env }: Pick<PusherRequest, 'remote' | 'loop' | 'snapshots' | 'env'>,
  turns: readonly number[],
): Promise<void> {
  if (turns.length === 0) return
  const fetched = await runGit({
    args: [
      ...['--git-dir', snapshots, 'fetch', '-q', '--no-tags', '--', remote],
      ...turns.map(turn => `+${refOf(loop, `snapshot-${turn}`)}:refs/iterations/${padded(turn)}`),
    ],
    cwd: snapshots,
    env: userEnvironment(env),
    timeoutMs: 10 * 60_000,
  })
  if (!fetched.ok) throw fleetProblem('git-failed', { because: fetched.error })
  for (const turn of turns) await refuseOuterPaths(snapshots, turn, env)
}

/** Git checks names when it checks files out; a snapshot is put in place by our own code. */
async function refuseOuterPaths(snapshots: string, turn: number, env: Environment): Promise<void> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--name-only', `refs/iterations/${padded(turn)}:tree`]
  const listed = await runGit({ args: ['--git-dir', snapshots, ...args], cwd: snapshots, env: userEnvironment(env) })
  if (!listed.ok) throw fleetProblem('git-failed', { because: listed.error })
  const names = listed.value.toString('latin1').split('\0').slice(0, -1)
  const wrong = names.find(name => !isInnerPath(name))
  if (wrong !== undefined) throw fleetProblem('files-wrong', { turn, path: wrong })
}
