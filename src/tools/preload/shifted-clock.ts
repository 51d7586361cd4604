import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined } from '../ids/test-ids-plan.ts'
import { preloads } from './preloads.ts'

/** An environment whose Node and Python processes see another date. */
interface ShiftedClock {
  readonly env: Environment
  /** Whether a process saw it: programs in other languages, and commands with an environment of their own, do not. */
  wasSeen(): boolean
  close(): void
}

/** `folder`: private, and visible to the command. */
export function shiftClock(env: Environment, folder: string): ShiftedClock {
  const own = mkdtempSync(join(folder, 'clock-'))
  const script = join(own, 'shift-clock.cjs')
  copyFileSync(join(preloads(), 'shift-clock.cjs'), script)
  copyFileSync(join(preloads(), 'agent_loop_clock.py'), join(own, 'sitecustomize.py'))
  return {
    env: {
      ...env,
      NODE_OPTIONS: joined(' ', env['NODE_OPTIONS'], `--require=${JSON.stringify(script)}`),
      PYTHONPATH: joined(delimiter, own, env['PYTHONPATH']),
    },
    wasSeen: () => ['node-shifted', 'python-shifted'].some(name => existsSync(join(own, name))),
    close: () => rmSync(own, { recursive: true, force: true }),
  }
}
