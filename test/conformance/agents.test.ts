import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { commandAgent } from '../../src/agents/command.ts'
import { createAgent } from '../../src/agents/create.ts'
import { scriptAgent } from '../../src/agents/script.ts'
import { type ChatAnswer, type ChatRequest, chatServer } from '../rig/chat-server.ts'
import { agentConformance } from './agent-suite.ts'
import { BY_LINE, fake, program } from './fake-programs.ts'

agentConformance('command', {
  make: (line, ports) => commandAgent(line, ports),
  shows: {
    ...BY_LINE,
    'cannot be run': 'no-such-agent --print',
    'reads the placeholder': 'sha256sum < {prompt_file}',
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

agentConformance('protocol', {
  make: (line, ports) => createAgent(fake('acp', line), ports),
  shows: { ...BY_LINE, 'wants more': 'exit 40' },
})

type Model = (request: ChatRequest) => ChatAnswer

const wordsOf = ({ content }: ChatRequest['messages'][number] = { role: 'none' }): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/** A model that has a line run, and says so; or repeats what came of it. */
const ran =
  (command: string, repeats = false): Model =>
  ({ messages }) => {
    const last = messages.at(-1)
    if (last?.role !== 'tool') return { calls: [{ tool: 'shell', input: { command } }] }
    return {
      says: repeats
        ? wordsOf(last)
            .replace(/\[exit code \d+\]$/, '')
            .slice(-3_000)
        : 'It ran.',
    }
  }

agentConformance<Model>('model', {
  async make(model, ports) {
    const server = await chatServer(model)
    onTestFinished(server.stop)
    const config = { provider: 'compatible', name: 'any', url: server.url, keyVariable: null }
    return await createAgent({ kind: 'model', model: config, permissions: 'full' }, ports)
  },
  shows: {
    'claims done': () => ({ says: 'all done' }),
    asks: () => ({ says: 'I made a plan.\nShall I go on?' }),
    'wants more': () => ({ says: 'and then', finish: 'length' }),
    fails: null,
    'cannot be run': () => ({ status: 401, message: 'no such key' }),
    'is killed': () => 'dies',
    hangs: ran(`bash ${program('family.sh')}; sleep 1000`),
    'leaves some': ran(`bash ${program('family.sh')}`),
    floods: ran(`node ${program('floods.mjs')}`, true),
    'odd bytes': ran(`node ${program('odd-bytes.mjs')}`, true),
    'closes its input': null,
    'reads its input': ({ messages }) => ({
      says: createHash('sha256')
        .update(wordsOf(messages.at(-1)))
        .digest('hex'),
    }),
    'reads the variable': ran('sha256sum < "$AGENT_LOOP_PROMPT_FILE"'),
    'reads the placeholder': null,
    'tells its loop': ran('echo "$AGENT_LOOP_ID"'),
    counts: ran('for i in $(seq 2000); do echo "line $i"; done'),
  },
})
