import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { nodeCrash } from './read-crash.ts'

export const node: Tool = {
  name: 'node',
  kind: 'runtime',
  cannotStart: [
    // A loader (`--import tsx`), or what the config file of a tool imports. What a test imports is not the runner's own.
    {
      pattern: /Cannot find package '(@?[\w-][^']*)' imported from (?:.*\/|\S*\.config\.\S+|\S*\/node_modules\/\S+)$/,
      what: 'dependencies',
      exits: [1, 2],
    },
    {
      pattern: /^Error: Cannot find module '(@?[\w-][^']*)'$/,
      what: 'dependencies',
      exits: [1, 2],
      beside: /^(?:- | {2}requireStack: \[ ')(?:internal\/preload|\S*\.config\.[cm]?[jt]s)\b/,
    },
  ],
  commands: { programs: 'tsx ts-node' },
  readers: [nodeCrash],
  ids: { switches: nodeSwitches },
  protection: {
    directives: [comment('coverage', SCRIPT, /^\s*node:coverage\s+(?:ignore next|disable)\b/, 'line')],
    uncached: () => ({ NODE_DISABLE_COMPILE_CACHE: '1' }),
    libraries: ['(?:node:)?assert(?:/strict)?'],
    outside: { home: ['.noderc'] },
  },
}

// A Node that may only read what it is told to would not start with a file of ours.
function nodeSwitches({ env, command, preloads }: SwitchedRun): Environment {
  if (/--(?:experimental-)?permission\b/.test(`${command} ${env['NODE_OPTIONS'] ?? ''}`)) return {}
  const preload = join(preloads, 'evidence.cjs')
  const required = `--require="${preload.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return { NODE_OPTIONS: joined(' ', env['NODE_OPTIONS']?.replaceAll(required, '').trim(), required) }
}
