import { gitIn } from '../../system/git.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import type { PlanEventOf } from '../events.ts'
import type { PlanState } from '../plan-state.ts'
import type { PlanSession } from '../session.ts'
import { contains, tipOf } from './work-commits.ts'

type ForeignPause = Pick<PlanEventOf<'plan-pause'>, 'says' | 'commits'> & { readonly because: 'foreign_commits' }

const NAMED = 5

/**
 * Why nothing may land: the branch is not where this plan left it. A commit that an agent made there would choose the tests of the next
 * task. Null when the branch is where the plan left it, or is gone. `now`: where the branch is, when that is known. Must not run while a
 * merge is under way.
 */
export async function foreignTip({ parts, plan }: PlanSession, now?: string): Promise<ForeignPause | null> {
  const { spec, tip: left } = plan.state()
  const git = gitIn(spec.tree, parts.env)
  const tip = now ?? (await tipOf(git, spec.onto))
  if (tip === null || left === null || isOurs(plan.state(), tip)) return null
  const branch = shortRef(spec.onto)
  const listed = await git('log', `--max-count=${NAMED + 1}`, '--format=%h %s', `${left}..${tip}`)
  const commits = listed.ok ? listed.value.split('\n').filter(line => line !== '') : [tip]
  const named = [...commits.slice(0, NAMED), ...(commits.length > NAMED ? ['and more'] : [])].join(', ')
  const facts = [
    ...(commits.length > 0 ? [`${branch} has commits that this plan did not make: ${named}.`] : []),
    ...((await contains(git, tip, left)) ? [] : [`${branch} no longer contains ${left.slice(0, 12)}.`]),
    'Nothing is merged onto it.',
    `Look at the changes (git diff ${left.slice(0, 12)} ${branch}).`,
    'To accept them as the new base: agent-loop plan resume',
  ]
  return { because: 'foreign_commits', says: facts.join(' '), commits }
}

/** The commit of a merge counts from the moment before the branch moves to it. */
const isOurs = (state: PlanState, tip: string): boolean =>
  tip === state.tip || state.tasks.some(({ merging }) => merging?.commit === tip)

/**
 * A person who runs a plan again accepts the branch as it is. That does not hold for a plan that was killed: nobody was told yet what
 * happened on the branch while it ran.
 */
export const acceptsBranch = ({ pause, ended, tip }: PlanState): boolean => pause !== null || ended || tip === null
