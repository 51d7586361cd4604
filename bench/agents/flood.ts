import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '../../src/agents/create.ts'
import { type Format, PLAIN_PROGRAM } from '../../src/agents/program.ts'
import { newNonce, nodeShell } from '../../src/system/shell.ts'

const WORDS = 'words '.repeat(160)
const GIGABYTE = 1024 ** 3
const KEPT_MB = 120

const says = (text: string): Readonly<Record<Format | 'acp', unknown>> => ({
  text,
  claude: { type: 'assistant', message: { content: [{ type: 'text', text }] } },
  codex: { type: 'item.completed', item: { type: 'agent_message', text } },
  gemini: { type: 'message', role: 'assistant', content: text, delta: true },
  goose: {
    type: 'message',
    message: { role: 'assistant', content: [{ type: 'text', text }], metadata: { inference: { a: 1 } } },
  },
  opencode: { type: 'text', sessionID: 's', part: { text } },
  copilot: { type: 'assistant.message', data: { content: text } },
  pi: { type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' } },
  droid: { type: 'message', role: 'assistant', text },
  cline: { type: 'agent_event', event: { type: 'content_end', text } },
  acp: {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  },
})

// Answers what it is asked, in order, and floods when it is prompted.
const SERVER = `
n=0
while read -r line; do
  n=$((n+1)); id=$(sed -E 's/.*"id":("[^"]*"|[0-9]+).*/\\1/' <<< "$line")
  case $n in
    1) echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"result\\":{\\"protocolVersion\\":1}}" ;;
    2) echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"result\\":{\\"sessionId\\":\\"s\\"}}" ;;
    3) eval "$FLOOD"; echo; echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"result\\":{\\"stopReason\\":\\"end_turn\\"}}" ;;
  esac
done`

/** A gigabyte of each format through its adapter: what is held meanwhile, and how long it takes. */
export async function floodAll(): Promise<{ readonly table: readonly (readonly string[])[]; readonly good: boolean }> {
  const rows: string[][] = []
  for (const format of Object.keys(says('')) as (Format | 'acp')[]) {
    rows.push(await flood(format))
    console.error(rows.at(-1)?.join(' · '))
  }
  return {
    table: [['format', 'GB', 'seconds', 'most held, MB', ''], ...rows],
    good: rows.every(row => row[4] === 'ok'),
  }
}

async function flood(format: Format | 'acp'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
  const lines = join(folder, 'line')
  const said = says(WORDS)[format]
  writeFileSync(lines, typeof said === 'string' ? said : JSON.stringify(said))
  const FLOOD = `yes "$(cat '${lines}')" | head -c ${GIGABYTE}`
  const argv = ['bash', '-c', format === 'acp' ? SERVER : `${FLOOD}; echo`]
  const agent = await createAgent(
    {
      kind: 'program',
      name: format,
      program: {
        ...PLAIN_PROGRAM,
        program: 'bash',
        headless: argv.slice(1),
        acp: argv,
        speaks: format === 'acp' ? 'text' : format,
      },
      via: format === 'acp' ? 'acp' : 'headless',
      model: null,
      permissions: 'full',
    },
    { shell: nodeShell, env: { ...process.env, FLOOD }, nonce: newNonce() },
  )
  const before = process.memoryUsage.rss()
  const began = performance.now()
  let [heard, most] = [0, 0]
  const turn = await agent.turn({
    loop: 'ralph-flood-00000001',
    iteration: 1,
    prompt: 'flood',
    promptFile: join(folder, 'line'),
    workspace: folder,
    variables: {},
    session: null,
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    onText: text => {
      heard += text.length
      if (heard % 64 === 0) most = Math.max(most, process.memoryUsage.rss() - before)
    },
  })
  rmSync(folder, { recursive: true, force: true })
  const held = most / 1024 ** 2
  const fine = heard > 0.7 * GIGABYTE && held < KEPT_MB && turn.answer.length < 10_000
  return [
    format,
    (heard / GIGABYTE).toFixed(2),
    ((performance.now() - began) / 1_000).toFixed(1),
    held.toFixed(0),
    fine ? 'ok' : `NOT (${turn.ended}: ${turn.error})`,
  ]
}
