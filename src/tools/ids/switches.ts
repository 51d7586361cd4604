import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../system/shell.ts'
import { TOOLS } from '../catalog.ts'
import { RUN_VARIABLE } from '../preload/record-file.ts'
import type { SwitchedRun } from './test-ids-plan.ts'

/** The variables that make test runners tell what they execute, beside what they print. Whatever was set before stays. */
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

/** What is loaded into runners stands beside the program when it is built, and is built for it when it is not. */
function preloads(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'preload'), join(here, '../../../dist/preload')]
  return places.find(path => existsSync(join(path, 'evidence.cjs'))) ?? here
}
