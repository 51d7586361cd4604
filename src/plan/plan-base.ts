import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '../system/fingerprint.ts'
import { gitIn } from '../system/git.ts'
import { removeTree } from '../workspace/clean-copy/private-folder.ts'
import { changedSettings, checkoutSettings } from '../workspace/worktrees/checkout-settings.ts'
import { copyIgnoredFiles } from '../workspace/worktrees/copy-ignored.ts'
import type { KeptFiles } from '../workspace/worktrees/open-worktree.ts'
import type { PlanStop } from './events.ts'
import { listNow } from './list-file.ts'
import { foreignTip } from './merge/foreign-commits.ts'
import { tipOf } from './merge/work-commits.ts'
import { now, type PlanSession } from './session.ts'

/**
 * Saves what a person accepted by running the plan: the branch, what git checks out of it, the ignored files of the tree, and the marks
 * of the list. All tasks start with these, whatever an agent writes into the person's tree meanwhile.
 */
export async function saveBase(session: PlanSession): Promise<void> {
  const { parts, plan } = session
  const { spec } = plan.state()
  const tip = await tipOf(gitIn(spec.tree, parts.env), spec.onto)
  if (tip === null) return
  const list = await listNow(plan.state())
  await plan.save({
    ...{ kind: 'plan-base', at: now(), tip },
    ...{ checkout: await checkoutSettings(spec.tree, parts.env), ignored: await keepIgnored(session) },
    ...(list === null ? {} : { list }),
  })
}

const ignoredFolder = ({ plan }: PlanSession): string => join(plan.paths.directory, 'ignored')

async function keepIgnored(session: PlanSession) {
  const { parts, plan } = session
  const folder = ignoredFolder(session)
  await removeTree(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { copied } = await copyIgnoredFiles(plan.state().spec.tree, folder, parts.layout.view, parts.env)
  return { entries: copied, fingerprint: await fingerprint(folder, null, []) }
}

/** Only a plan that was killed needs them later. */
export const dropIgnored = (session: PlanSession): Promise<void> => removeTree(ignoredFolder(session))

/** The ignored files that every task gets. */
export function ignoredFiles(session: PlanSession): { readonly ignored?: KeptFiles } {
  const kept = session.plan.state().base?.ignored
  return kept === undefined ? {} : { ignored: { folder: ignoredFolder(session), entries: kept.entries } }
}

/** Asked after files were copied: a change that is undone in between changes the fingerprint, too. */
export async function changedCopies(session: PlanSession): Promise<PlanStop | null> {
  const kept = session.plan.state().base?.ignored
  if (kept === undefined || (await fingerprint(ignoredFolder(session), null, [])) === kept.fingerprint) return null
  const says = `The copies of ignored files that tasks start with were changed: ${ignoredFolder(session)}. Nothing is started with them. To copy them again from ${session.plan.state().spec.tree}: agent-loop plan resume`
  return { because: 'foreign_files', says }
}

/** Why nothing may start or land: what tasks start with is not what a person accepted. `tip`: where the branch is, when that is known. */
export const foreignBase = async (session: PlanSession, tip?: string): Promise<PlanStop | null> =>
  (await foreignTip(session, tip)) ?? (await foreignSettings(session))

async function foreignSettings({ parts, plan }: PlanSession): Promise<PlanStop | null> {
  const { base, spec } = plan.state()
  const before = base?.checkout
  const changed = before === undefined ? [] : changedSettings(before, await checkoutSettings(spec.tree, parts.env))
  if (changed.length === 0) return null
  const facts = [
    `git would check out other files than when you ran the plan, because of ${changed.join(', ')}.`,
    'Nothing is started or merged.',
    `Look at the settings (git config --show-origin --list) and at the folder .git/info.`,
    'To accept them: agent-loop plan resume',
  ]
  return { because: 'foreign_files', says: facts.join(' ') }
}
