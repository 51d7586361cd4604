import { addressOf, openDatabase, reach } from '../fleet/database.ts'
import { loopsInFleet } from '../fleet/plan-loops.ts'
import { fleetProblem } from '../fleet/problems.ts'
import { prepareSchema } from '../fleet/schema.ts'
import type { LoopsElsewhere } from '../run/move/loops-elsewhere.ts'
import type { SettingValues } from '../run/settings/settings.ts'
import type { CommandContext } from './command.ts'

/** Runs a plan whose loops run in a fleet. The plan remembers which one, without a password. */
export async function withPlanFleet(
  context: CommandContext,
  url: string,
  values: SettingValues,
  work: (context: CommandContext, elsewhere: LoopsElsewhere) => Promise<number>,
): Promise<number> {
  const races = (['race', 'race-cmd'] as const).filter(name => context.given[name] !== undefined)
  if (races.length > 0) throw fleetProblem('not-in-fleet', { flags: races.map(name => `--${name}`) })
  const database = openDatabase(url)
  try {
    await reach(database)
    await prepareSchema(database)
    const given = { ...context.given, fleet: addressOf(url) }
    return await work({ ...context, given }, loopsInFleet(database, context.env, values))
  } finally {
    await database.close()
  }
}
