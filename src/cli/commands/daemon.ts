import packageJson from '../../../package.json' with { type: 'json' }
import { askRunningDaemon } from '../../run/daemon/connect.ts'
import { fromSentError } from '../../run/daemon/protocol.ts'
import { runDaemon } from '../../run/daemon/run-daemon.ts'
import { callerFrom, daemonProgram } from '../../run/request/background.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext, Flags } from '../command.ts'

const USAGE = 'agent-loop daemon run [--watched] | stop [--force]'

export const daemon: Command = {
  summary:
    'Runs or stops the daemon, the process that runs your background loops. The daemon starts and stops by itself; this command is for service managers and repair.',
  usage: USAGE,
  settings: [],
  flags: {
    watched: { takes: 'nothing', says: 'the parent process restarts the daemon when it dies' },
    force: { takes: 'nothing', says: 'stop even while loops are running; they are interrupted' },
  },

  async run(context) {
    const [verb, extra] = context.positionals
    if (extra !== undefined || (verb !== 'run' && verb !== 'stop'))
      throw argumentProblem('unknown-action', { expected: ['run', 'stop'], usage: USAGE })
    refuseOther(verb, context.flags)
    return verb === 'run' ? await run(context) : await stop(context)
  },
}

const FLAG_OF = { run: 'watched', stop: 'force' } as const

/** A flag that the other form takes would be ignored. */
function refuseOther(verb: keyof typeof FLAG_OF, flags: Flags): void {
  const other = verb === 'run' ? 'stop' : 'run'
  if (flags.has(FLAG_OF[other]))
    throw argumentProblem('flag-of-other-form', {
      flag: `--${FLAG_OF[other]}`,
      form: `agent-loop daemon ${verb}`,
      other: `agent-loop daemon ${other}`,
      usage: USAGE,
    })
}

const run = ({ env, flags, out, signal }: CommandContext): Promise<number> =>
  runDaemon({
    env,
    version: packageJson.version,
    program: daemonProgram(),
    supervisedByParent: flags.has('watched'),
    say: out,
    signal,
  })

async function stop(context: CommandContext): Promise<number> {
  const { flags, json, out } = context
  const response = await askRunningDaemon(callerFrom(context), { kind: 'stop', force: flags.has('force') })
  if (response && !response.ok) throw fromSentError(response.error)
  const pid = response?.pid ?? null
  if (json) out(JSON.stringify({ pid }))
  else out(pid === null ? 'No daemon is running.' : `Stopping the daemon (process ${pid}).`)
  return 0
}
