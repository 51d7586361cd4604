import { basename, relative } from 'node:path'
import { createAgentLoop } from '../run/agent-loop.ts'
import type { RequestContext } from '../run/request/context.ts'
import type { RunRequest } from '../run/run-request.ts'
import type { SettingValues } from '../run/settings/settings.ts'
import { redact } from '../std/redact.ts'
import { layoutOf } from '../store/layout.ts'
import { nodeDisk } from '../system/disk.ts'
import { gitIn } from '../system/git.ts'
import { writableStateHome } from '../system/state-home.ts'
import { treeOf } from '../system/tree.ts'
import { addressOfRemote, pushStart } from './code-refs.ts'
import type { Database } from './database.ts'
import { keepSubmission } from './own-submission.ts'
import { fleetProblem } from './problems.ts'
import type { Submission } from './stored-values.ts'

type FleetSettings = Pick<
  SettingValues,
  'state-dir' | 'fleet-remote' | 'fleet-setup' | 'fleet-labels' | 'fleet-needs' | 'hold-out'
>

/** Pushes the tree and puts the loop into the queue. Resolves to its id. */
export async function submitLoop(
  database: Database,
  { cwd, env }: Pick<RequestContext, 'cwd' | 'env'>,
  asked: RunRequest,
  settings: FleetSettings,
): Promise<string> {
  refuseUnusable(asked, settings)
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, settings['state-dir'])
  const inside = await gitIn(tree, env)('rev-parse', '--git-dir')
  if (!inside.ok) throw fleetProblem('no-repository', { tree })
  const remote = await addressOfRemote(tree, env, settings['fleet-remote'])
  const { id, task } = await createAgentLoop({ cwd, env, stateDirectory: settings['state-dir'] }).rehearse(asked)
  // Notifications may contain addresses with tokens, and a worker has its own.
  const { notify: _, ...request } = { ...asked, id, task }
  const submission: Omit<Submission, 'start'> = {
    request,
    remote,
    directory: relative(tree, cwd),
    folder: basename(tree) || 'root',
    setup: settings['fleet-setup'],
  }
  const text = JSON.stringify(submission)
  if (redact(text, env) !== text) throw fleetProblem('secret-in-request', {})
  const start = await pushStart({
    tree,
    env,
    remote: settings['fleet-remote'],
    loop: id,
    ours: relative(tree, layout.view),
  })
  await keepSubmission(nodeDisk('private'), writableStateHome(env), { ...submission, start })
  await database.query(
    `insert into agent_loop.loops (id, submission, project, account, labels, needs) values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[id, JSON.stringify({ ...submission, start }), projectOf(remote), accountOf(request)],
      ...[settings['fleet-labels'], settings['fleet-needs']],
    ],
  )
  return id
}

function refuseUnusable({ after = {} }: RunRequest, settings: FleetSettings): void {
  const used = Object.entries(after).flatMap(([name, value]) => (value ? [`--${name}`] : []))
  const flags = [...used, ...(settings['hold-out'].length > 0 ? ['--hold-out'] : [])]
  if (flags.length > 0) throw fleetProblem('not-in-fleet', { flags })
}

/** Loops of one repository share its slots. */
const projectOf = (remote: string): string => remote.replace(/\/+$/, '').replace(/\.git$/, '')

/** Loops that use the same agent share its account, and so its rate limits. */
function accountOf({ agents: [first] }: RunRequest): string {
  if ('kind' in first && 'name' in first && typeof first.name === 'string') return first.name
  return 'kind' in first ? String(first.kind) : 'custom'
}
