import packageJson from '../../../package.json' with { type: 'json' }
import { thrown } from '../../run/daemon/envelope.ts'
import { askDaemonIfThere } from '../../run/daemon/reach.ts'
import { runDaemon } from '../../run/daemon/run-daemon.ts'
import { callerFrom, daemonProgram } from '../../run/request/background.ts'
import type { Command, CommandContext } from '../../run/request/command.ts'
import { UsageError } from '../../std/usage-error.ts'

const USAGE = 'agent-loop daemon run | stop [--force]'

export const daemon: Command = {
  summary:
    'The process that runs your background loops: begun and ended by itself; this is for service managers and for repair.',
  usage: USAGE,
  flags: {
    watched: { takes: 'nothing', says: 'whoever began it begins the next one when it dies' },
    force: { takes: 'nothing', says: 'stop also while loops are at work; they are interrupted' },
  },

  async run(context) {
    const [verb, extra] = context.positionals
    if (extra !== undefined || (verb !== 'run' && verb !== 'stop'))
      throw new UsageError('bad-arguments', 'run or stop is expected.', USAGE)
    return verb === 'run' ? await run(context) : await stop(context)
  },
}

const run = ({ env, flags, out, signal }: CommandContext): Promise<number> =>
  runDaemon({
    env,
    version: packageJson.version,
    program: daemonProgram(),
    watchedByParent: flags.has('watched'),
    say: out,
    signal,
  })

async function stop(context: CommandContext): Promise<number> {
  const { flags, json, out } = context
  const answer = await askDaemonIfThere(callerFrom(context), { kind: 'stop', force: flags.has('force') })
  if (answer && !answer.ok) throw thrown(answer.error)
  const pid = answer?.pid ?? null
  if (json) out(JSON.stringify({ pid }))
  else out(pid === null ? 'There is no daemon.' : `The daemon (process ${pid}) leaves.`)
  return 0
}
