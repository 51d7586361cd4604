import { beginInBackground } from '../../run/request/begin-in-background.ts'
import { loopRequest } from '../../run/request/loop-request.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import { SETTING_NAMES } from '../../run/settings/settings.ts'
import { showBackgroundLoop } from '../background-lines.ts'
import type { Command, CommandContext } from '../command.ts'
import { showDryRun } from '../dry-run.ts'
import { taskArgument } from '../text-arguments.ts'

export const start: Command = {
  summary:
    'Runs an agent in a loop in the background, until the work is verified. It survives a closed terminal and crashes. Questions and errors appear before it starts.',
  usage: 'agent-loop start "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  settings: SETTING_NAMES.filter(name => name !== 'race' && name !== 'race-cmd'),
  flags: {},
  run: startInBackground,
}

/** Everything that needs a person happens before the loop is handed over. */
export async function startInBackground(context: CommandContext): Promise<number> {
  const settings = await trustedSettings(context)
  const { 'state-dir': stateDirectory, 'dry-run': dryRun } = settings.values
  const task = taskArgument(context, 'start')
  if (dryRun)
    await showDryRun(context, await loopRequest(context, task, settings), {
      stateDirectory,
      where: 'in the background',
      config: settings.config,
    })
  else if (settings.values.fleet !== null)
    await (await import('../submit-to-fleet.ts')).submitToFleet(context, task, settings, settings.values.fleet)
  else showBackgroundLoop(context, await beginInBackground(context, task, settings))
  return 0
}
