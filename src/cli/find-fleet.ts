import { fleetProblem } from '../fleet/problems.ts'
import { fromConfiguration, fromEnvironment } from '../run/settings/sources.ts'
import { readSetting } from '../run/settings/values.ts'
import { treeOf } from '../system/tree.ts'
import type { CommandContext } from './command.ts'

/**
 * The fleet that a command shows or controls; null for this machine. One that only the project's configuration names counts once a
 * person trusts it: before, nothing is sent there.
 */
export const fleetShown = (context: CommandContext): Promise<string | null> => fleetFrom(context, { asks: false })

/** The fleet that a command needs. Asks for trust in one that only the project's configuration names. */
export async function findFleet(context: CommandContext): Promise<string> {
  const url = await fleetFrom(context, { asks: true })
  if (url === null) throw fleetProblem('no-fleet', {})
  return url
}

async function fleetFrom(context: CommandContext, { asks }: { readonly asks: boolean }): Promise<string | null> {
  const said = context.given.fleet ?? fromEnvironment(context.env).fleet
  if (said !== undefined) return readSetting('fleet', said)
  const { given } = await fromConfiguration(treeOf(context.cwd))
  if (given.fleet === undefined) return null
  const { trustedFleet } = await import('../run/request/trusted-settings.ts')
  return await trustedFleet(context, asks)
}
