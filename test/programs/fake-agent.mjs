// An agent that does what a shell line says, and reports it in the format of a real one: fake-agent.mjs FORMAT LINE
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [format, line] = process.argv.slice(2)

const used = { input_tokens: 100, output_tokens: 20 }
const formats = {
  claude: {
    says: text => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } }),
    ends: [{ type: 'result', subtype: 'success', is_error: false, session_id: 's1', total_cost_usd: 0.5, usage: used }],
  },
  codex: {
    says: text => ({ type: 'item.completed', item: { type: 'agent_message', text } }),
    ends: [{ type: 'turn.completed', usage: used }],
  },
  gemini: {
    says: text => ({ type: 'message', role: 'assistant', content: `${text}\n`, delta: true }),
    ends: [{ type: 'result', status: 'success', stats: used }],
  },
  goose: {
    says: text => ({
      type: 'message',
      message: { role: 'assistant', content: [{ type: 'text', text }], metadata: { inference: { provider: 'p' } } },
    }),
    ends: [{ type: 'complete', ...used }],
  },
  opencode: {
    says: text => ({ type: 'text', sessionID: 's1', part: { text } }),
    ends: [{ type: 'step_finish', sessionID: 's1', part: { reason: 'stop', tokens: { input: 100, output: 20 } } }],
  },
  copilot: {
    says: text => ({ type: 'assistant.message', data: { content: text } }),
    ends: [{ type: 'result', sessionId: 's1', exitCode: 0 }],
  },
  pi: {
    says: text => ({
      type: 'message_end',
      message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' },
    }),
    ends: [{ type: 'agent_end', messages: [] }],
  },
  droid: {
    says: text => ({ type: 'message', role: 'assistant', text }),
    ends: [{ type: 'completion', session_id: 's1' }],
  },
  cline: {
    says: text => ({ type: 'agent_event', event: { type: 'content_end', contentType: 'text', text } }),
    ends: [{ type: 'run_result', finishReason: 'completed', usage: { inputTokens: 100, outputTokens: 20 } }],
  },
}

// Bytes pass as they are, text or not: inside a document only what would end its string is escaped.
const print = document =>
  new Promise(done => {
    process.stdout.write(Buffer.from(`${JSON.stringify(document)}\n`, 'latin1'), () => done())
  })

/** Runs the line and reports each line of what it prints; resolves to its exit code. */
async function perform(report, stdin, prompt) {
  const child = spawn('bash', ['-c', `exec 2>&1\n${line}`], { stdio: [stdin, 'pipe', 'inherit'] })
  const exit = new Promise(done => child.on('exit', (code, signal) => done({ code, signal })))
  // Whom it leaves behind may keep the pipe open for ever: what was printed by then is in it already.
  void exit.then(() => quietly(child.stdout))
  child.stdin?.on('error', () => {})
  child.stdin?.end(prompt)
  child.stdout.setEncoding('latin1')
  for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }))
    await report(text)
  const { code, signal } = await exit
  if (signal) process.kill(process.pid, signal)
  return code
}

function quietly(stream) {
  let timer
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stream.push(null), 200)
  }
  stream.on('data', again)
  stream.once('close', () => clearTimeout(timer))
  again()
}

const MORE_TO_DO = 40

async function serve() {
  const answer = (id, result) => print({ jsonrpc: '2.0', id, result })
  for await (const text of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(text)
    if (method === 'initialize') await answer(id, { protocolVersion: 1, agentCapabilities: { loadSession: true } })
    else if (method === 'session/new') await answer(id, { sessionId: 's1' })
    else if (method === 'session/load') await answer(id, {})
    else if (method === 'session/prompt') {
      const chunk = said => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${said}\n` } })
      const report = said =>
        print({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update: chunk(said) } })
      // Not awaited: a cancel must be heard meanwhile, and is ignored, as by an agent that hangs.
      void perform(report, 'pipe', params.prompt[0].text).then(code => {
        if (code === 0) void answer(id, { stopReason: 'end_turn' })
        else if (code === MORE_TO_DO) void answer(id, { stopReason: 'max_turn_requests' })
        else process.exit(code)
      })
    }
  }
}

if (format === 'acp') await serve()
else {
  const { says, ends } = formats[format]
  const code = await perform(text => print(says(text)), 'inherit')
  if (code === 0) for (const end of ends) await print(end)
  process.exitCode = code
}
