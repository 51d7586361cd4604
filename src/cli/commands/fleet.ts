import { realpathSync } from 'node:fs'
import { addressOf, type Database, openDatabase, reach } from '../../fleet/database.ts'
import { liveWorkers, markPulled, setLimit } from '../../fleet/manage.ts'
import { settingsToAccept } from '../../fleet/own-submission.ts'
import { pullLoop } from '../../fleet/pull.ts'
import { fleetLimits, LIMIT_NAMES, prepareSchema } from '../../fleet/schema.ts'
import { trustWorker } from '../../fleet/trusted-keys.ts'
import { exitCodeOf } from '../../loop/outcome.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { statusWords } from '../../loop/status.ts'
import { stateDirectoryHere } from '../../run/request/overview.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { writableStateHome } from '../../system/state-home.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { findFleet, fleetShown } from '../find-fleet.ts'

const USAGE =
  'agent-loop fleet pull <loop-id> [--force] [-y] | workers | trust <worker> | limits [name value|none] | init [role] | demo'

type Action = (database: Database, context: CommandContext, args: readonly string[]) => Promise<number>

export const fleet: Command = {
  summary:
    'Fetches the result of a fleet loop into this working tree, and manages the fleet: its workers, the keys that you trust, and its limits.',
  usage: USAGE,
  settings: ['fleet', 'state-dir', 'trust-config'],
  flags: {
    force: {
      takes: 'nothing',
      says: 'pull: replace the files here, even if they differ from those that the loop started with',
    },
    yes: { takes: 'nothing', short: 'y', says: 'pull: accept a loop that was submitted from another machine' },
  },

  async run(context) {
    const [verb = '', ...args] = context.positionals
    if (verb === 'demo') return await demo(context)
    const action = ACTIONS[verb]
    if (action === undefined)
      throw argumentProblem('unknown-action', { expected: [...Object.keys(ACTIONS), 'demo'], usage: USAGE })
    const database = openDatabase(await findFleet(context))
    try {
      await reach(database)
      await prepareSchema(database)
      return await action(database, context, args)
    } finally {
      await database.close()
    }
  },
}

const pull: Action = async (database, context, [id, extra]) => {
  if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
  const { cwd, env, flags, json, out } = context
  const stateDirectory = await stateDirectoryHere(context)
  const accepts = (spec: LoopSpec): Promise<boolean> => acceptsForeign(context, spec)
  const state = await pullLoop(database, id, { cwd, env, stateDirectory, force: flags.has('force'), accepts })
  await markPulled(database, id)
  const status = state.outcome?.kind ?? 'interrupted'
  if (json) out(JSON.stringify({ loop_id: id, status, iterations: state.iteration }))
  else {
    out(`This working tree now has the files of ${id} after turn ${state.iteration}: ${statusWords(status)}.`)
    out(`  done    ${plain(state.spec.done)}`)
    out(`  diff    agent-loop diff ${id}`)
    out(status === 'verified' ? `  receipt agent-loop receipt ${id}` : `  resume  agent-loop resume ${id}`)
  }
  return state.outcome === null ? 0 : exitCodeOf(state.outcome)
}

/** What a loop of somebody else would run here, shown before it is used. */
async function acceptsForeign({ flags, person }: CommandContext, spec: LoopSpec): Promise<boolean> {
  person.show('This loop was not submitted from this machine. If you resume it here, it uses:')
  for (const [name, value] of settingsToAccept(spec)) person.show(plain(`  ${name.padEnd(11)} ${value}`))
  return flags.has('yes') || ((await person.confirm?.('Use it?')) ?? false)
}

const workers: Action = async (database, { json, out }) => {
  const rows = await liveWorkers(database)
  if (json) out(JSON.stringify({ workers: rows }))
  else if (rows.length === 0) out(`The fleet at ${addressOf(database.url)} has no worker.`)
  else
    for (const { id, running, slots, labels, version, silent_s, draining } of rows)
      out(
        plain(
          `${id}  ${running} of ${slots} slots  agent-loop ${version}  seen ${silent_s.toFixed(1)}s ago${labels.length === 0 ? '' : `  [${labels.join(', ')}]`}${draining ? '  draining' : ''}`,
        ),
      )
  return 0
}

const trust: Action = async (database, { env, json, out }, [worker, extra]) => {
  if (worker === undefined || extra !== undefined)
    throw argumentProblem('unknown-action', { expected: ['trust <worker>'], usage: USAGE })
  const key = await trustWorker(database, `${writableStateHome(env)}/keys`, worker)
  if (json) out(JSON.stringify({ worker, key }))
  else out(`Receipts signed by the key ${key.slice(0, 16)} of ${worker} are now accepted.`)
  return 0
}

const limits: Action = async (database, { json, out }, [name, value, extra]) => {
  if (name !== undefined) {
    const known = LIMIT_NAMES.find(each => each === name)
    const amount = value === 'none' ? null : Number(value)
    if (known === undefined || extra !== undefined || (amount !== null && !(amount > 0)))
      throw argumentProblem('unknown-action', { expected: LIMIT_NAMES.map(each => `limits ${each} N`), usage: USAGE })
    await setLimit(database, known, amount)
  }
  const now = await fleetLimits(database)
  if (json) out(JSON.stringify({ limits: now }))
  else for (const each of LIMIT_NAMES) out(`${each.padEnd(18)} ${now[each] ?? 'none'}`)
  return 0
}

/** Creates the tables, for roles that may not do so themselves. */
const init: Action = async (database, { json, out }, [role = null]) => {
  const { prepareEngine } = await import('../../fleet/engine.ts')
  await prepareEngine(database, role)
  if (json) out(JSON.stringify({ fleet: addressOf(database.url) }))
  else out(`The fleet at ${addressOf(database.url)} is ready.`)
  return 0
}

const ACTIONS: Readonly<Record<string, Action>> = { pull, workers, trust, limits, init }

/** Needs no database: without --fleet, a private one is started. */
async function demo(context: CommandContext): Promise<number> {
  const { env, out, signal, json } = context
  const { runDemo } = await import('../../fleet/demo.ts')
  const url = await fleetShown(context)
  const program = realpathSync(process.argv[1] ?? '')
  const verified = await runDemo({ env, program, url, say: json ? () => {} : out, signal })
  if (json) out(JSON.stringify({ verified }))
  return verified ? EXIT.verified : EXIT.gateBroken
}
