import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'

// A Node that may only read what it is told to would not start with a file of ours.
export function nodeSwitches({ env, command, preloads }: SwitchedRun): Environment {
  if (/--(?:experimental-)?permission\b/.test(`${command} ${env['NODE_OPTIONS'] ?? ''}`)) return {}
  const preload = join(preloads, 'evidence.cjs')
  const required = `--require="${preload.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return { NODE_OPTIONS: joined(' ', env['NODE_OPTIONS']?.replaceAll(required, '').trim(), required) }
}
