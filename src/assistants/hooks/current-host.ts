import { HOST_FACTS, HOSTS, isHost, SESSION_VARIABLE } from '../../agents/hosts.ts'
import type { Host } from '../../run/adopt.ts'
import { startedBy } from '../../system/ancestry.ts'
import type { Environment } from '../../system/shell.ts'
import { assistantProblem } from '../problems.ts'

/** The assistant whose session runs us. What the environment lacks comes from the process that started us. */
export function currentHost(env: Environment, given: Partial<Record<'host' | 'session' | 'subagent', string>>): Host {
  const { host: named, session, subagent } = given
  if (named !== undefined && !isHost(named)) throw assistantProblem('unknown-assistant', { name: named, known: HOSTS })
  const found = HOSTS.find(host => [...HOST_FACTS[host].session, ...HOST_FACTS[host].marks].some(name => env[name]))
  const name = named ?? found ?? null
  const facts = name === null ? null : HOST_FACTS[name]
  const started = startedBy(process.pid, facts?.programs ?? [])
  if (started === null) throw assistantProblem('no-parent-process', {})
  const fromEnvironment = [SESSION_VARIABLE, ...(facts?.session ?? [])].map(variable => env[variable]).find(Boolean)
  return {
    name: name ?? 'an assistant',
    process: started,
    session: session ?? fromEnvironment ?? null,
    subagent: subagent ?? null,
  }
}
