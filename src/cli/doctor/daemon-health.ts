import packageJson from '../../../package.json' with { type: 'json' }
import { askRunningDaemon } from '../../run/daemon/connect.ts'
import { daemonTrouble, readRecord } from '../../run/daemon/record.ts'
import { daemonPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import type { Symptom } from '../setup/probe.ts'

export interface DaemonHealth {
  /** `none`: none is running, and none is needed. */
  readonly state: 'none' | 'serving' | 'silent' | 'dead' | 'gave-up'
  readonly pid: number | null
  readonly version: string | null
  /** How many loops are running. */
  readonly loops: number | null
  readonly symptoms: readonly Symptom[]
}

/** The state of the process that runs background loops. Starts nothing. */
export async function daemonHealth(env: Environment): Promise<DaemonHealth> {
  const paths = daemonPaths(stateHome(env))
  const record = await readRecord(nodeDisk('private'), paths.record)
  if (record === null || record.state === 'ended')
    return { state: 'none', pid: null, version: null, loops: null, symptoms: [] }
  const { version } = record
  const { pid } = record.owner
  if (record.state === 'gave-up') {
    const says = (await daemonTrouble(env)) ?? 'it crashed too often and is not restarted'
    const fix = `See ${paths.log}, then agent-loop resume <loop-id>`
    return { state: 'gave-up', pid: null, version, loops: null, symptoms: [{ level: 'broken', says, fix }] }
  }
  const answer = await askRunningDaemon({ env, version: packageJson.version }, { kind: 'ping' })
  if (answer === null) {
    const lives = isAlive(record.owner)
    const symptom: Symptom = lives
      ? { level: 'warning', says: `process ${pid} does not respond`, fix: 'agent-loop daemon stop --force' }
      : {
          level: 'warning',
          says: `process ${pid} died; the next agent-loop start starts a new one`,
          fix: `See ${paths.log}`,
        }
    return { state: lives ? 'silent' : 'dead', pid, version, loops: null, symptoms: [symptom] }
  }
  const loops = answer.ok ? answer.loops : null
  return { state: 'serving', pid, version, loops, symptoms: version === packageJson.version ? [] : [other(version)] }
}

const other = (version: string): Symptom => ({
  level: 'warning',
  says: `it runs agent-loop ${version}, and this is ${packageJson.version}; the next agent-loop start replaces it`,
  fix: 'agent-loop daemon stop',
})
