import { join } from 'node:path'
import { type Adoption, listAdoptions } from '../../store/adoptions.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { iterationDirectory, layoutFor, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isSameProcess } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { currentHost } from './current-host.ts'

/** The loop whose turn the session around us takes; null when there is none, or more than one that it could be. */
export async function adoptedHere(env: Environment): Promise<Adoption | null> {
  const { session, process: host } = currentHost(env, {})
  const all = await listAdoptions(nodeDisk('private'), sessionsOf(env))
  const ours = all.filter(each =>
    session === null || each.session === null ? isSameProcess(each.host, host) : each.session === session,
  )
  return ours.length === 1 ? (ours[0] ?? null) : null
}

/** The inbox of the turn that an assistant is in; null when its loop is not in a turn. */
export async function inboxOf(env: Environment, { loop, tree, view }: Adoption): Promise<string | null> {
  const paths = loopPaths(layoutFor(stateHome(env), tree, view), loop)
  const state = await peekLoop(nodeDisk('private'), paths)
  return state?.phase === 'in-turn' ? join(iterationDirectory(paths, state.iteration), 'inbox') : null
}

const sessionsOf = (env: Environment): string => layoutFor(stateHome(env), '/', '/').sessions
