import { resolve } from 'node:path'
import type { ProgramConfig } from '../../src/agents/config.ts'
import { type Format, PLAIN_PROGRAM } from '../../src/agents/program.ts'
import type { Behaviour } from './agent-suite.ts'

export const program = (name: string): string => `'${resolve(import.meta.dirname, '../programs', name)}'`

const FAKE = resolve(import.meta.dirname, '../programs/fake-agent.mjs')

/** A program that speaks a format, or the protocol, and does what the line says. */
export function fake(format: Format | 'acp', line: string): ProgramConfig {
  const argv = [process.execPath, FAKE, format, line] as const
  const program =
    line === MISSING
      ? { ...PLAIN_PROGRAM, program: MISSING, acp: [MISSING] }
      : { ...PLAIN_PROGRAM, program: argv[0], headless: argv.slice(1), acp: [...argv] }
  return {
    kind: 'program',
    name: 'fake',
    program: format === 'acp' ? program : { ...program, speaks: format },
    via: format === 'acp' ? 'acp' : 'headless',
    model: null,
    permissions: 'full',
  }
}

const MISSING = 'no-such-agent'

export const BY_LINE: Readonly<Record<Behaviour, string | null>> = {
  'claims done': 'echo all done',
  asks: 'echo "I made a plan."; echo "Shall I go on?"',
  'wants more': null,
  fails: 'exit 3',
  'cannot be run': MISSING,
  'is killed': 'kill -KILL $$',
  hangs: `bash ${program('family.sh')}; sleep 1000`,
  'leaves some': `bash ${program('family.sh')}`,
  floods: `node ${program('floods.mjs')}`,
  'odd bytes': `node ${program('odd-bytes.mjs')}`,
  'closes its input': `node ${program('closes-stdin.mjs')}`,
  'reads its input': 'sha256sum',
  'reads the variable': 'sha256sum < "$AGENT_LOOP_PROMPT_FILE"',
  'reads the placeholder': null,
  'tells its loop': 'echo "$AGENT_LOOP_ID"',
  counts: 'for i in $(seq 2000); do echo "line $i"; done',
}
