import { delimiter, isAbsolute, join } from 'node:path'
import type { LoopSpec } from '../../loop/state.ts'
import { type Git, gitIn, userGit } from '../../system/git.ts'
import { foreignRepository, gitPrograms } from '../../system/git-programs.ts'
import { isProgram } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import { realGitFolders } from '../../workspace/snapshots/user-repository.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { runProblem } from '../problems.ts'
import type { AfterOptions } from '../run-request.ts'

type After = NonNullable<LoopSpec['after']>

/**
 * What is done with the work, with everything that an agent could change decided before its first turn: branch, remote and its address,
 * program of the pull request. Throws a `UsageError` for what could not be done at the end.
 */
export async function prepareAfter(
  spec: LoopSpec,
  { commit = null, push = false, remote = null, pr = false, prCommand = null }: Partial<AfterOptions>,
  env: Environment,
): Promise<After | null> {
  const lacking = missingFlag({ commit, push, remote, pr, prCommand })
  if (lacking !== null) throw runProblem('flag-needs-flag', lacking)
  if (commit === null) return null
  const folders = realGitFolders(spec.tree)
  const git = gitIn(spec.tree, env)
  const head = folders === null ? null : await textOf(git('rev-parse', '-q', '--verify', 'HEAD^{commit}'))
  if (folders === null || head === null) throw runProblem('commit-needs-git', { tree: spec.tree })
  const foreign = await foreignRepository(spec.tree, env)
  if (foreign !== null) throw runProblem('commit-not-possible', { because: foreign })
  const ref = await textOf(git('symbolic-ref', '-q', 'HEAD'))
  const dirty = await dirtyFiles(spec.tree, env)
  if (push && dirty.length > 0) throw runProblem('push-dirty', { files: dirty })
  const target = push ? await pushTarget(spec, { ref, remote }, env) : null
  return {
    commit,
    head,
    ref,
    folders,
    dirty,
    push: target,
    pr: pr && target ? pullRequest(target.url, prCommand, env) : null,
    programs: await programsIn(spec, push, env),
  }
}

/** Git looks for a remote with a relative address from where it runs, so that is the person's tree. */
export const pushPlace = ({ worktree, tree }: LoopSpec): string => worktree?.origin ?? tree

async function programsIn(spec: LoopSpec, pushing: boolean, env: Environment): Promise<readonly string[]> {
  const found = [spec.tree, pushPlace(spec)].map(tree => gitPrograms(tree, env, { pushing }))
  return [...new Set((await Promise.all(found)).flat())]
}

function missingFlag(asked: AfterOptions): { readonly flag: string; readonly needs: string } | null {
  if (asked.push && asked.commit === null) return { flag: '--push', needs: '--commit end' }
  if (asked.remote !== null && !asked.push) return { flag: '--remote', needs: '--push' }
  if (asked.pr && !asked.push) return { flag: '--pr', needs: '--push' }
  return asked.prCommand !== null && !asked.pr ? { flag: '--pr-cmd', needs: '--pr' } : null
}

const textOf = async (asked: ReturnType<Git>): Promise<string | null> => {
  const printed = await asked
  return printed.ok && printed.value !== '' ? printed.value : null
}

/** Files with changes that are not committed, and files that git does not know; without ignored ones. */
async function dirtyFiles(tree: string, env: Environment): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v1', '-z', '-uall', '--no-renames', '--ignore-submodules=dirty']
  const listed = await userGit(tree, env, args, { works: true })
  if (!listed.ok) throw runProblem('commit-not-possible', { because: listed.error })
  return listed.value
    .toString()
    .split('\0')
    .flatMap(entry => (entry === '' ? [] : [entry.slice(3)]))
}

/** Its own branch for a loop in a worktree; else where the branch is pushed to anyway. */
async function pushTarget(
  spec: LoopSpec,
  { ref, remote }: { readonly ref: string | null; readonly remote: string | null },
  env: Environment,
): Promise<NonNullable<After['push']>> {
  const { worktree } = spec
  const git = gitIn(pushPlace(spec), env)
  const from = worktree === null ? ref : worktree.onto
  const setting = async (name: string): Promise<string | null> =>
    from === null ? null : await textOf(git('config', '--get', `branch.${shortRef(from)}.${name}`))
  const upstream = await setting('remote')
  const name = remote ?? (upstream === '.' ? null : upstream)
  if (ref === null || name === null) throw runProblem('push-nowhere', { branch: from === null ? null : shortRef(from) })
  const url = await textOf(git('remote', 'get-url', '--push', '--all', name))
  if (url === null) throw runProblem('push-no-remote', { remote: name })
  const merge = worktree === null && name === upstream ? await setting('merge') : null
  const base = worktree === null ? null : await setting('merge')
  return { remote: name, url, to: merge ?? ref, base: base === null ? null : shortRef(base) }
}

/** The command that opens it: as configured, or the one of the remote's service. */
function pullRequest(url: string, command: string | null, env: Environment): After['pr'] {
  if (command !== null) return { kind: 'command', command }
  const kinds = /gitlab/i.test(url) ? (['glab', 'gh'] as const) : (['gh', 'glab'] as const)
  for (const kind of kinds) {
    const path = programNamed(kind, env)
    if (path !== null) return { kind, command: path }
  }
  throw runProblem('pr-no-program', {})
}

const programNamed = (name: string, env: Environment): string | null =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(path => isAbsolute(path) && isProgram(path)) ?? null
