import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { TOOLS } from '../catalog.ts'
import { preloads } from '../preload/preloads.ts'
import { RUN_VARIABLE } from '../preload/record-file.ts'
import type { SwitchedRun } from './test-ids-plan.ts'

/** Variables that make test runners report what they execute, in addition to their output. Earlier values are kept. */
export function switchesFor(
  { env, command }: Pick<SwitchedRun, 'env' | 'command'>,
  folder: string,
  nonce: string,
): Environment {
  const plugins = join(folder, 'agent-loop-plugins')
  mkdirSync(plugins, { mode: 0o700 })
  const run = { env, command, plugins, preloads: preloads() }
  return Object.assign({ [RUN_VARIABLE]: `${nonce}:${folder}` }, ...TOOLS.map(({ ids }) => ids?.switches?.(run)))
}
