import type { Git } from '../../system/git.ts'

export interface FoundCommit {
  readonly commit: string
  /** The branch that was taken, when a tag of the same name is at another commit. */
  readonly overTag: string | null
}

/** Names that mean one thing to git, whatever branches there are: HEAD and its kind, full ids, and names with their namespace. */
const UNAMBIGUOUS = /^(?:@|[A-Z_]*HEAD|[0-9a-f]{40}|[0-9a-f]{64}|(?:refs|heads|tags|remotes)\/.+)$/
const BRANCHES = ['refs/heads/', 'refs/remotes/', 'refs/remotes/origin/']

/**
 * The commit that a revision names; null if there is none. Branches come first. Git itself prefers tags, and a tag with the name of a branch
 * can arrive with the change: its author would choose what the change is compared with.
 */
export async function namedCommit(git: Git, revision: string): Promise<FoundCommit | null> {
  const [, name = '', steps = ''] = /^(.*?)((?:[~^]|@\{).*)?$/s.exec(revision) ?? []
  const branch = UNAMBIGUOUS.test(name) ? null : await branchNamed(git, name)
  const commit = await commitAt(git, branch === null ? revision : `${branch}${steps}`)
  if (commit === null) return null
  const tagged = branch === null ? null : await commitAt(git, `refs/tags/${name}${steps}`)
  return { commit, overTag: tagged === null || tagged === commit ? null : branch }
}

/** The full name of a branch, here or of a remote; null if there is none. */
export async function branchNamed(git: Git, name: string): Promise<string | null> {
  for (const prefix of /^remotes\//.test(name) ? ['refs/'] : BRANCHES)
    if ((await git('show-ref', '--verify', '-q', '--', `${prefix}${name}`)).ok) return `${prefix}${name}`
  return null
}

async function commitAt(git: Git, revision: string): Promise<string | null> {
  const found = await git('rev-parse', '-q', '--verify', '--end-of-options', `${revision}^{commit}`)
  return found.ok ? found.value : null
}
