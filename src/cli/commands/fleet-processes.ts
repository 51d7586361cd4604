import { runChild } from '../../fleet/child.ts'
import { runWatchdog } from '../../fleet/watchdog.ts'
import type { Command } from '../command.ts'

/** Started by a worker, never by a person. */
export const fleetLoop: Command = {
  summary: 'Runs one loop for the worker that started this process.',
  usage: 'agent-loop fleet-loop',
  settings: [],
  flags: {},
  run: ({ env, signal }) => runChild(env, signal),
}

export const fleetWatchdog: Command = {
  summary: 'Ends the agents of a worker when its lease expires.',
  usage: 'agent-loop fleet-watchdog',
  settings: [],
  flags: {},
  run: () => runWatchdog(),
}
