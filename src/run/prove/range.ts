import { nearest } from '../../std/nearest.ts'
import { type Git, gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../../workspace/snapshots/user-repository.ts'
import { isPackageFolder, untracked } from '../../workspace/worktrees/copy-ignored.ts'
import { workCommit } from '../../workspace/worktrees/work-commit.ts'
import { branchNamed, type FoundCommit, namedCommit } from './named-commit.ts'
import { proveProblem } from './problems.ts'

/** What is proven: the difference between two commits. */
export interface ProvenRange {
  readonly base: string
  /** The commit with the files that are checked. */
  readonly files: string
  /** The commit that HEAD is at while they are checked. */
  readonly head: string
  /** The files have changes that are in no commit. */
  readonly uncommitted: boolean
  /** The working tree has such changes, and a range was named without them. */
  readonly leftOut: boolean
  /** Branches that were taken although a tag has the same name. */
  readonly overTags: readonly string[]
  /** For people. */
  readonly words: string
}

interface Ends {
  /** Null: the main branch. */
  readonly base: string | null
  /** Null: the working tree if it has changes, else HEAD. */
  readonly head: string | null
}

/** Reads `a..b`, `a...b`, `a..`, `..b`, `a`, or nothing. Throws a `UsageError` if there is no such change. */
export async function provenRange(
  tree: string,
  env: Environment,
  text: string | undefined,
  criterion?: string,
): Promise<ProvenRange> {
  if (gitFolders(tree) === null) throw proveProblem('no-git', { tree, criterion })
  const git = gitIn(tree, env)
  const here = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  if (!here.ok) throw proveProblem('no-commit', {})
  const ends = endsOf(text)
  const dirty = await changedFiles(git)
  const uncommitted = ends.head === null && dirty.length > 0
  const overTags: string[] = []
  const commitOf = async (revision: string): Promise<string> => {
    const { commit, overTag } = await knownCommit(git, revision)
    if (overTag !== null) overTags.push(overTag)
    return commit
  }
  const head = ends.head === null ? here.value : await commitOf(ends.head)
  const headName = ends.head ?? (uncommitted ? 'the working tree' : 'HEAD')
  const from = text === undefined && uncommitted ? 'HEAD' : (ends.base ?? (await mainBranch(git, env)))
  const base = await mergeBase(git, { name: from, commit: await commitOf(from) }, { name: headName, commit: head })
  const files = uncommitted ? await committedFiles(tree, env) : head
  if (await isSame(git, base, files))
    throw proveProblem('nothing-to-prove', { base: from, head: headName, shallow: await isShallow(git) })
  return {
    base,
    files,
    head,
    uncommitted,
    leftOut: ends.head !== null && dirty.length > 0,
    overTags,
    words: `${base.slice(0, 10)}..${uncommitted ? 'working tree' : head.slice(0, 10)}`,
  }
}

function endsOf(text: string | undefined): Ends {
  if (text === undefined) return { base: null, head: null }
  const match = /^([^\s:]*?)(?:\.{2,3}([^\s:]*))?$/.exec(text)
  const [, base = '', head] = match ?? []
  if (match === null || base.startsWith('-') || head?.startsWith('-') || (base === '' && !head))
    throw proveProblem('bad-range', { text })
  return { base: base || null, head: head === undefined ? null : head || 'HEAD' }
}

/** Tracked changes and new files; installed packages that no rule ignores are no change. */
async function changedFiles(git: Git): Promise<readonly string[]> {
  const status = await git('status', '--porcelain', '-z', '--no-renames', '--ignore-submodules=dirty')
  if (!status.ok) return []
  const entries = status.value.split('\0').filter(Boolean)
  return entries.filter(entry => !/^\?\? /.test(entry) || !isPackageFolder(entry.slice(3).replace(/\/$/, '')))
}

async function committedFiles(tree: string, env: Environment): Promise<string> {
  const packages = (await untracked(tree, env, '--exclude-standard')).filter(isPackageFolder)
  const made = await workCommit(tree, 'working tree', env, packages)
  if (!made.ok) throw proveProblem('no-checkout', { because: made.error })
  return made.value
}

async function knownCommit(git: Git, revision: string): Promise<FoundCommit> {
  const found = await namedCommit(git, revision)
  if (found !== null) return found
  const names = await git('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags')
  const near = nearest(revision, names.ok ? names.value.split('\n') : [])
  throw proveProblem('unknown-revision', { revision, near: near ?? null, shallow: await isShallow(git) })
}

interface NamedCommit {
  readonly name: string
  readonly commit: string
}

/** The change of a branch begins where it left the other one, which may have moved on. */
async function mergeBase(git: Git, base: NamedCommit, head: NamedCommit): Promise<string> {
  const found = await git('merge-base', base.commit, head.commit)
  if (found.ok) return found.value
  throw proveProblem('no-common-base', { base: base.name, head: head.name, shallow: await isShallow(git) })
}

async function isSame(git: Git, one: string, other: string): Promise<boolean> {
  const [first, second] = [await git('rev-parse', `${one}^{tree}`), await git('rev-parse', `${other}^{tree}`)]
  return first.ok && second.ok && first.value === second.value
}

const isShallow = async (git: Git): Promise<boolean> => {
  const answer = await git('rev-parse', '--is-shallow-repository')
  return answer.ok && answer.value === 'true'
}

/** The target of a pull request where CI names it, else the branch that the remote, or a convention, calls the main one. */
async function mainBranch(git: Git, env: Environment): Promise<string> {
  const target = env['GITHUB_BASE_REF'] || env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] || env['CHANGE_TARGET']
  const remote = await git('symbolic-ref', '-q', '--short', 'refs/remotes/origin/HEAD')
  const names = [
    ...(target ? [`origin/${target}`, target] : []),
    ...(remote.ok ? [remote.value] : []),
    ...['origin/main', 'origin/master', 'main', 'master', 'trunk', 'develop'],
  ]
  for (const name of names) if ((await branchNamed(git, name)) !== null) return name
  throw proveProblem('no-main-branch', { shallow: await isShallow(git) })
}
