import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '../../../std/result.ts'
import type { Environment } from '../../../system/shell.ts'

/** The file with which the system starts our daemon, and the commands that a person types for it. */
export interface ServiceDefinition {
  readonly path: string
  readonly text: string
  /** Links that enabling creates; they are removed with the file. */
  readonly enabledBy: readonly string[]
  readonly enable: readonly string[]
  readonly disable: readonly string[]
}

interface ServiceOptions {
  readonly platform: string
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly env: Environment
}

/** Marks a file as ours. */
export const MARK = 'agent-loop service install'
const NAME = 'agent-loop'

export function serviceDefinition(options: ServiceOptions): Result<ServiceDefinition, string> {
  if (options.platform === 'linux') return ok(systemdUnit(options))
  if (options.platform === 'darwin') return ok(launchAgent(options))
  return fail(`only systemd and launchd are supported, not ${options.platform}`)
}

const homeOf = (env: Environment): string => env['HOME'] || homedir()

/** The daemon needs the same state folder as the user's terminal. */
function serviceEnvironment(env: Environment): readonly (readonly [string, string])[] {
  const state = env['XDG_STATE_HOME']
  return state && isAbsolute(state) ? [['XDG_STATE_HOME', state]] : []
}

function systemdUnit({ command, env }: ServiceOptions): ServiceDefinition {
  const config = env['XDG_CONFIG_HOME']
  const base = config && isAbsolute(config) ? config : join(homeOf(env), '.config')
  const folder = join(base, 'systemd', 'user')
  const text = [
    `# Written by ${MARK}; agent-loop service uninstall removes it.`,
    '[Unit]',
    'Description=Background loops of agent-loop',
    '',
    '[Service]',
    `ExecStart=${command.map(unitWord).join(' ')}`,
    ...serviceEnvironment(env).map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`),
    'Restart=on-failure',
    'RestartSec=1',
    // The daemon ends its loops by itself; what it cannot end any more is ended with it.
    'KillMode=mixed',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
  return {
    path: join(folder, `${NAME}.service`),
    enabledBy: [join(folder, 'default.target.wants', `${NAME}.service`)],
    text,
    enable: [
      `systemctl --user daemon-reload && systemctl --user enable --now ${NAME}.service`,
      'loginctl enable-linger   # to start it at boot, not only at login',
    ],
    disable: [`systemctl --user stop ${NAME}.service && systemctl --user daemon-reload`],
  }
}

/** Quoted for systemd, which reads percent and dollar signs too. */
const unitWord = (word: string): string =>
  `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

function launchAgent({ command, env }: ServiceOptions): ServiceDefinition {
  const path = join(homeOf(env), 'Library', 'LaunchAgents', `${NAME}.plist`)
  const variables = serviceEnvironment(env).map(
    ([name, value]) => `    <key>${name}</key><string>${xml(value)}</string>`,
  )
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- Written by ${MARK}; agent-loop service uninstall removes it. -->`,
    '<plist version="1.0"><dict>',
    `  <key>Label</key><string>${NAME}</string>`,
    '  <key>ProgramArguments</key><array>',
    ...command.map(word => `    <string>${xml(word)}</string>`),
    '  </array>',
    ...(variables.length === 0 ? [] : ['  <key>EnvironmentVariables</key><dict>', ...variables, '  </dict>']),
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '</dict></plist>',
    '',
  ].join('\n')
  return {
    path,
    enabledBy: [],
    text,
    enable: [`launchctl bootstrap gui/$(id -u) ${path}`],
    disable: [`launchctl bootout gui/$(id -u)/${NAME}`],
  }
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
