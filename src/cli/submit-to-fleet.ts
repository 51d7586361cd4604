import { addressOf, openDatabase, reach } from '../fleet/database.ts'
import { prepareSchema } from '../fleet/schema.ts'
import { submitLoop } from '../fleet/submission.ts'
import { loopRequest } from '../run/request/loop-request.ts'
import type { Settings } from '../run/settings/load.ts'
import { refuseInsideLoop } from '../run/steer/inside-turn.ts'
import type { CommandContext } from './command.ts'

/** Submits a loop to a fleet. Everything that needs a person happens here, before. */
export async function submitToFleet(
  context: CommandContext,
  task: string,
  settings: Settings,
  url: string,
): Promise<void> {
  await refuseInsideLoop(context.env)
  const database = openDatabase(url)
  try {
    await reach(database)
    await prepareSchema(database)
    const request = await loopRequest(context, task, settings)
    const id = await submitLoop(database, context, request, settings.values)
    const commands = {
      ...{ status: `agent-loop status ${id}`, logs: `agent-loop logs ${id} -f`, attach: `agent-loop attach ${id}` },
      ...{ abort: `agent-loop abort ${id}`, pull: `agent-loop fleet pull ${id}` },
    }
    if (context.json) context.out(JSON.stringify({ loop_id: id, status: 'queued', fleet: addressOf(url), commands }))
    else {
      context.out(`${id} waits for a worker of the fleet at ${addressOf(url)}.`)
      const more = context.given.fleet === undefined ? '' : ' --fleet <url>'
      for (const [name, command] of Object.entries(commands)) context.out(`  ${name.padEnd(7)} ${command}${more}`)
    }
  } finally {
    await database.close()
  }
}
