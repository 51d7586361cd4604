import { userGit } from '../../../system/git.ts'
import { hasGit } from '../../../system/run-git.ts'
import type { Probe, ProbeParts } from '../probe.ts'

export const gitProbe = ({ tree, env }: Pick<ProbeParts, 'tree' | 'env'>): Probe => ({
  name: 'git',
  async look() {
    if (!hasGit(env))
      return [
        {
          level: 'warning',
          says: 'git is not installed. Loops run, but diff, restore, worktrees, and merge do not work',
          fix: 'Install git.',
        },
      ]
    const version = await userGit(tree, env, ['--version'])
    return version.ok ? [] : [{ level: 'broken', says: version.error, fix: 'Fix the installation of git.' }]
  },
})
