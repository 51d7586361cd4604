import type { Environment } from '../../system/shell.ts'
import { isHost } from './hosts.ts'
import type { StopCall } from './stop.ts'

/** `hook stop` as it stands in the files of assistants; null for everything else, also for what is to be refused. */
export function plainStop(args: readonly string[], env: Environment): StopCall | null {
  const [command, event, ...rest] = args
  if (command !== 'hook' || event !== 'stop' || process.platform === 'win32') return null
  const flags = new Map<string, string>()
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', value] = rest.slice(index, index + 2)
    if (!FLAGS.includes(name) || flags.has(name) || value === undefined || value.startsWith('-')) return null
    flags.set(name, value)
  }
  const host = flags.get('--host') ?? 'claude-code'
  return isHost(host) ? { host, timeout: flags.get('--timeout'), env } : null
}

const FLAGS = ['--host', '--timeout']
