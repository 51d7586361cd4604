import { realpathSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { isLoopId } from '../../loop/loop-id.ts'
import type { Limits } from '../../loop/state.ts'
import { secretVariables } from '../../std/redact.ts'
import { daemonPaths, type Layout, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { treeOf } from '../../system/tree.ts'
import { createAgentLoop } from '../agent-loop.ts'
import { askDaemon, type Caller } from '../daemon/connect.ts'
import { dropJob, type Job, readJob } from '../daemon/jobs.ts'
import { findSetting } from '../settings/find-setting.ts'
import { withSlot } from './claim-slot.ts'
import type { RequestContext } from './context.ts'

/** How a daemon of this program is started. */
export const daemonProgram = (): readonly [string, ...string[]] => [
  process.execPath,
  realpathSync(process.argv[1] ?? ''),
  'daemon',
  'run',
  '--watched',
]

export const callerFrom = ({ env, signal, err }: Pick<RequestContext, 'env' | 'signal' | 'err'>): Caller => ({
  env,
  version: packageJson.version,
  program: daemonProgram(),
  signal,
  say: err,
})

export const jobFor = (
  { env, cwd }: Pick<RequestContext, 'env' | 'cwd'>,
  id: string,
  { stateDirectory, maxLoops }: { readonly stateDirectory: string | null; readonly maxLoops: number },
): Job => ({
  id,
  cwd,
  stateDirectory,
  maxLoops,
  env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
})

/** A loop that runs in the background, and how to reach it. */
export interface HandedOver {
  readonly loop_id: string
  readonly status: 'running'
  readonly pid: number
  readonly commands: Readonly<Record<'status' | 'logs' | 'attach' | 'abort', string>>
}

export async function handOver(
  context: RequestContext,
  id: string,
  ask: Parameters<typeof askDaemon>[1],
): Promise<HandedOver> {
  const { pid } = await askDaemon(callerFrom(context), ask)
  return { loop_id: id, status: 'running', pid, commands: commandsFor(id) }
}

/** The loop resumes in the environment that it was started in, or in this one as far as that is no longer stored. */
export async function resumeInBackground(
  context: RequestContext,
  id: string,
  { limits, stateDirectory }: { readonly limits: Partial<Limits>; readonly stateDirectory: string | null },
): Promise<HandedOver> {
  const { cwd, env } = context
  const { task } = await createAgentLoop({ cwd, env, stateDirectory }).rehearseResume(id, { limits })
  const maxLoops = await findSetting('max-loops', {}, env, treeOf(cwd))
  const known = await readJob(nodeDisk('private'), daemonPaths(stateHome(env)), id)
  const job = known ? withSecretsFrom(known, env) : jobFor(context, id, { stateDirectory, maxLoops })
  return await withSlot(context, { stateDirectory, maxLoops }, { id, task }, () =>
    handOver(context, id, { kind: 'resume', job, limits }),
  )
}

/** For a daemon that cannot open the stored ones any more. */
function withSecretsFrom(job: Job, env: Environment): Job {
  const here = secretVariables(env)
  const known = (job.sealed?.names ?? []).flatMap(name => (here[name] === undefined ? [] : [[name, here[name]]]))
  return { ...job, env: { ...job.env, ...Object.fromEntries(known) } }
}

/** A loop that has ended, or that runs in a terminal, needs no stored environment. */
export const forgetJob = (env: Environment, id: string): Promise<void> =>
  dropJob(nodeDisk('private'), daemonPaths(stateHome(env)), id)

/** Whether a loop was started there, however it ended. */
export const isOfBackground = async (layout: Layout, id: string): Promise<boolean> =>
  isLoopId(id) && (await nodeDisk('private').exists(loopPaths(layout, id).background))

/** From any directory: a loop is found by its name. */
const commandsFor = (id: string): HandedOver['commands'] => ({
  status: `agent-loop status ${id}`,
  logs: `agent-loop logs ${id} -f`,
  attach: `agent-loop attach ${id}`,
  abort: `agent-loop abort ${id}`,
})
