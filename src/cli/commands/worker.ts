import { realpathSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Database, openDatabase, reach, refuseUnreachable } from '../../fleet/database.ts'
import { drainWorker } from '../../fleet/manage.ts'
import { prepareSchema } from '../../fleet/schema.ts'
import { DEFAULT_LEASE_MS, runWorker } from '../../fleet/worker.ts'
import { parseDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { findFleet } from '../find-fleet.ts'

const USAGE = 'agent-loop worker --fleet <url> [--slots N] [--labels a,b] | agent-loop worker drain <worker>'

export const worker: Command = {
  summary:
    'Runs loops of a fleet on this machine, until Ctrl-C. `worker drain` and SIGTERM let a worker finish its turns and exit; its loops continue on other workers.',
  usage: USAGE,
  settings: ['fleet', 'trust-config'],
  flags: {
    slots: { takes: 'text', placeholder: 'N', says: 'how many loops run at once (default: 2)' },
    labels: { takes: 'text', placeholder: 'A,B', says: 'labels that loops can require' },
    lease: {
      takes: 'text',
      placeholder: 'DURATION',
      says: 'other workers take over if this one sends no heartbeat for this long (default: 30s)',
    },
  },

  async run(context) {
    const [verb, id, extra] = context.positionals
    if (extra !== undefined || (verb !== undefined && verb !== 'drain') || (verb === 'drain' && id === undefined))
      throw argumentProblem('unknown-action', { expected: ['drain'], usage: USAGE })
    const database = openDatabase(await findFleet(context))
    try {
      await reach(database)
      await prepareSchema(database)
      if (verb === 'drain') return await drain(context, await drainWorker(database, id ?? ''))
      return await serve(context, database)
    } finally {
      await database.close()
    }
  },
}

async function serve(context: CommandContext, database: Database): Promise<number> {
  const { env, out, signal } = context
  try {
    return await runWorker(database, {
      ...{ slots: wholeNumber(context, 'slots', 2), leaseMs: leaseFrom(context), version: packageJson.version },
      labels: (context.flags.text('labels') ?? '').split(',').filter(label => label !== ''),
      ...{ env, signal, program: realpathSync(process.argv[1] ?? ''), say: line => out(plain(line)) },
      drains: terminated(),
    })
  } catch (error) {
    return refuseUnreachable(error)
  } finally {
    // The engine tries for ever to write what it was writing, also after its connections are closed.
    setTimeout(() => process.exit(), EXIT_MS).unref()
  }
}

/** Service managers and containers send SIGTERM for an upgrade: turns are finished. Ctrl-C stops at once. */
function terminated(): () => boolean {
  let came = false
  process.once('SIGTERM', () => {
    came = true
  })
  return () => came
}

async function drain({ json, out }: CommandContext, ids: readonly string[]): Promise<number> {
  if (json) out(JSON.stringify({ draining: ids }))
  else for (const id of ids) out(`${plain(id)} finishes its turns and exits. Its loops continue on other workers.`)
  return 0
}

function wholeNumber({ flags }: CommandContext, name: string, standard: number): number {
  const given = flags.text(name)
  if (given === undefined) return standard
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given)
  throw argumentProblem('bad-flag-value', { flag: `--${name}`, text: given, usage: USAGE })
}

const EXIT_MS = 2_000
const SHORTEST_LEASE_MS = 1_000

function leaseFrom({ flags }: CommandContext): number {
  const given = flags.text('lease')
  if (given === undefined) return DEFAULT_LEASE_MS
  const read = parseDuration(given)
  if (read.ok && read.value >= SHORTEST_LEASE_MS) return read.value
  throw argumentProblem('bad-flag-value', { flag: '--lease', text: given, usage: USAGE })
}
