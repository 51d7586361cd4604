import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandAgent } from '../../src/agents/command.ts'
import { scriptAgent } from '../../src/agents/script.ts'
import { agentConformance } from './agent-suite.ts'

const program = (name: string): string => `'${resolve(import.meta.dirname, '../programs', name)}'`

agentConformance('command', {
  make: (line, ports) => commandAgent(line, ports),
  shows: {
    'claims done': 'echo all done',
    asks: 'echo "I made a plan."; echo "Shall I go on?"',
    'wants more': null,
    fails: 'exit 3',
    'cannot be run': 'no-such-agent --print',
    'is killed': 'kill -KILL $$',
    hangs: `bash ${program('family.sh')}; sleep 1000`,
    'leaves some': `bash ${program('family.sh')}`,
    floods: `node ${program('floods.mjs')}`,
    'odd bytes': `node ${program('odd-bytes.mjs')}`,
    'closes its input': `node ${program('closes-stdin.mjs')}`,
    'reads its input': 'sha256sum',
    'reads the variable': 'sha256sum < "$AGENT_LOOP_PROMPT_FILE"',
    'reads the placeholder': 'sha256sum < {prompt_file}',
    'tells its loop': 'echo "$AGENT_LOOP_ID"',
    counts: 'for i in $(seq 2000); do echo "line $i"; done',
  },
})

const run = (line: string): object => ({ run: line })

agentConformance<readonly object[]>('script', {
  make(steps, ports, folder) {
    const path = join(folder, 'turns.yaml')
    writeFileSync(path, JSON.stringify({ turns: [steps] }))
    return scriptAgent(path, ports)
  },
  shows: {
    'claims done': [{ say: 'all done' }],
    asks: [{ say: 'I made a plan.' }, { ask: 'Shall I go on?' }],
    'wants more': [{ claim: false }],
    fails: [{ crash: 3 }],
    'cannot be run': null,
    'is killed': null,
    hangs: [run(`bash ${program('family.sh')}; sleep 1000`)],
    'leaves some': [run(`bash ${program('family.sh')}`)],
    floods: [run(`node ${program('floods.mjs')}`)],
    'odd bytes': [run(`node ${program('odd-bytes.mjs')}`)],
    'closes its input': [run(`node ${program('closes-stdin.mjs')}`)],
    'reads its input': [run('sha256sum')],
    'reads the variable': [run('sha256sum < "$AGENT_LOOP_PROMPT_FILE"')],
    'reads the placeholder': null,
    'tells its loop': [run('echo "$AGENT_LOOP_ID"')],
    counts: [run('for i in $(seq 2000); do echo "line $i"; done')],
  },
})
