import { SETTING_NAMES } from '../../settings.ts'
import type { Flag, Flags } from './command.ts'
import { STATE_DIR_FLAG } from './overview.ts'

/** The flags of everything that starts a loop. */
export const LOOP_FLAGS: Readonly<Record<string, Flag>> = {
  completion: { takes: 'text', short: 'c', says: 'what "done" means: a command that exits 0 when the work is done' },
  'auto-criteria': {
    takes: 'nothing',
    short: 'y',
    says: 'use the inferred criterion unasked, unless it needs a person',
  },
  'no-infer-completion': { takes: 'nothing', says: 'never infer a criterion; without -c that is an error' },
  'agent-cmd': {
    takes: 'text',
    says: 'the agent: any command; it gets the prompt on its standard input and in {prompt_file}',
  },
  agent: { takes: 'text', says: 'the agent by name; script:FILE plays the turns written in a YAML file' },
  'max-iterations': { takes: 'text', alias: 'iterations', says: 'turns at most (10)' },
  timeout: { takes: 'text', says: 'time at most for turns and checks together (60m)' },
  'turn-timeout': { takes: 'text', says: 'time at most for one turn (30m)' },
  'verify-timeout': { takes: 'text', says: 'time at most for one run of the check (10m)' },
  'loop-id': { takes: 'text', says: 'the name of the loop, as in ralph-fix-tests-a1b2c3d4' },
  ...STATE_DIR_FLAG,
}

export const givenSettings = (flags: Flags): Record<string, string> =>
  Object.fromEntries(
    SETTING_NAMES.flatMap(name => {
      const value = flags.text(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
