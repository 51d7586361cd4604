import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { commandAgent } from '../../src/agents/command.ts'
import type { ProgramConfig } from '../../src/agents/config.ts'
import { createAgent } from '../../src/agents/create.ts'
import { FORMATS, type Format, PLAIN_PROGRAM } from '../../src/agents/program.ts'
import { scriptAgent } from '../../src/agents/script.ts'
import { type ChatAnswer, type ChatRequest, chatServer } from '../rig/chat-server.ts'
import { agentConformance, type Behaviour } from './agent-suite.ts'

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

const FAKE = resolve(import.meta.dirname, '../programs/fake-agent.mjs')

/** A program that speaks a format, or the protocol, and does what the line says. */
function fake(format: Format | 'acp', line: string): ProgramConfig {
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

const BY_LINE: Readonly<Record<Behaviour, string | null>> = {
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

/** What differs by format alone; the rest is the same code for all of them, and is shown once. A gigabyte of each is in the bench. */
const OF_A_FORMAT: readonly Behaviour[] = ['claims done', 'asks', 'fails', 'is killed', 'odd bytes', 'counts']
const only = (behaviours: readonly Behaviour[]): typeof BY_LINE =>
  Object.fromEntries(
    Object.entries(BY_LINE).map(([name, line]) => [name, behaviours.some(each => each === name) ? line : null]),
  ) as typeof BY_LINE

for (const format of FORMATS.filter(each => each !== 'text'))
  agentConformance(`headless, ${format}`, {
    make: (line, ports) => createAgent(fake(format, line), ports),
    shows: format === 'claude' ? BY_LINE : only(OF_A_FORMAT),
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
