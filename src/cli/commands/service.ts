import { realpathSync } from 'node:fs'
import { nodeDisk } from '../../system/disk.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { type ServiceDefinition, serviceDefinition } from '../setup/service/definition.ts'
import { installService, uninstallService } from '../setup/service/install.ts'

const USAGE = 'agent-loop service install|uninstall [--dry-run]'

export const service: Command = {
  summary:
    'Writes or removes the service file that lets systemd or launchd start the daemon at login. Starts nothing itself.',
  usage: USAGE,
  settings: [],
  flags: { 'dry-run': { takes: 'nothing', says: 'show the file and write nothing' } },

  async run(context) {
    const [verb, extra] = context.positionals
    if ((verb !== 'install' && verb !== 'uninstall') || extra !== undefined)
      throw argumentProblem('unknown-action', { expected: ['install', 'uninstall'], usage: USAGE })
    const definition = definitionHere(context)
    if (context.flags.has('dry-run')) return show(context, verb, definition)
    return verb === 'install' ? await install(context, definition) : await uninstall(context, definition)
  },
}

function definitionHere({ env }: CommandContext): ServiceDefinition {
  const command = [process.execPath, realpathSync(process.argv[1] ?? ''), 'daemon', 'run']
  const made = serviceDefinition({ platform: process.platform, command, env })
  if (made.ok) return made.value
  throw cliProblem('no-service-manager', { because: made.error })
}

function show({ json, out }: CommandContext, verb: string, { path, text, enable, disable }: ServiceDefinition): number {
  if (json) out(JSON.stringify({ dry_run: true, path, text, enable, disable }))
  else if (verb === 'uninstall') out(`would remove ${path}`)
  else for (const line of [`would write ${path}:`, '', text]) out(line)
  return 0
}

async function install({ json, out }: CommandContext, definition: ServiceDefinition): Promise<number> {
  const { path, text, enable } = definition
  const done = await installService(nodeDisk('shared'), definition)
  if (!done.ok) throw cliProblem('service-file-not-ours', { path })
  const words = { written: 'wrote', replaced: 'replaced', same: 'already installed:' }
  if (json) out(JSON.stringify({ path, became: done.value, enable }))
  else {
    out(`${words[done.value]} ${path}`)
    if (done.value !== 'same') for (const line of text.trimEnd().split('\n')) out(`  ${line}`)
    for (const [index, line] of enable.entries()) out(`${index === 0 ? 'to enable ' : '          '}  ${line}`)
  }
  return 0
}

async function uninstall({ json, out }: CommandContext, definition: ServiceDefinition): Promise<number> {
  const { path, disable } = definition
  const done = await uninstallService(nodeDisk('shared'), definition)
  if (!done.ok) throw cliProblem('service-file-not-ours', { path })
  if (json) out(JSON.stringify({ path, became: done.value, disable }))
  else if (done.value === 'absent') out(`There is no ${path}.`)
  else {
    out(`removed ${path}`)
    for (const line of disable) out(`to stop it  ${line}`)
  }
  return 0
}
