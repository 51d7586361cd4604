import { expect, test } from 'vitest'
import { parsedObject } from '../json.ts'
import { type AgentReport, openReport } from '../report.ts'
import { READERS } from './reader.ts'

/** What a report tells that has these lines in it, as they were recorded; what says nothing of the work is left out. */
function told(format: keyof typeof READERS, ...lines: readonly string[]): AgentReport & { readonly shown: string } {
  let shown = ''
  const report = openReport({
    onText: text => {
      shown += text
    },
  })
  for (const line of lines) {
    const event = parsedObject(line)
    if (event === null) throw new Error(`no document: ${line}`)
    report.hear(READERS[format](event))
  }
  return { ...report.told(), shown }
}

const tokens = (input: number, output: number, cacheRead = 0, cacheWrite = 0) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
})

test('claude: a turn with a tool, its session, its tokens with what was cached, its cost', () => {
  const turn = told(
    'claude',
    '{"type":"system","subtype":"init","session_id":"f06c","model":"claude-sonnet-4-5"}',
    '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Let me do it."}]}}',
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"echo hi"}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"made","is_error":false}]}}',
    '{"type":"assistant","message":{"content":[{"type":"text","text":"I made the file."}]}}',
    '{"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"I made the file.","session_id":"f06c","total_cost_usd":0.0012,"usage":{"input_tokens":200,"cache_creation_input_tokens":7,"cache_read_input_tokens":3,"output_tokens":40}}',
  )
  expect(turn).toMatchObject({
    session: 'f06c',
    model: 'claude-sonnet-4-5',
    tokens: tokens(210, 40, 3, 7),
    usd: 0.0012,
    tools: [{ tool: 't1', is_error: false, content: 'made' }],
    trouble: null,
    endedWell: true,
  })
  expect(turn.shown).toBe('Let me do it.\n› Bash {"command":"echo hi"}\nI made the file.\n')
})

test.each([
  [
    'claude',
    '{"type":"system","subtype":"api_retry","attempt":1,"max_retries":2,"retry_delay_ms":7000,"error_status":429,"error":"rate_limit"}',
    { kind: 'limited', retryAfterMs: 7_000 },
  ],
  [
    'claude',
    '{"type":"system","subtype":"api_retry","attempt":2,"retry_delay_ms":1224.1,"error_status":401,"error":"authentication_failed"}',
    { kind: 'refused' },
  ],
  [
    'claude',
    '{"type":"result","subtype":"success","is_error":true,"api_error_status":429,"result":"API Error: Request rejected (429)"}',
    { kind: 'limited' },
  ],
  [
    'claude',
    '{"type":"result","subtype":"error_during_execution","is_error":true,"error":{"message":"[API Error: 401 invalid x-api-key]"}}',
    { kind: 'refused' },
  ],
  [
    'claude',
    '{"type":"system","subtype":"retry","session_id":"9a50","data":{"reason":"retry","attempt":1,"maxRetries":10,"delayMs":60000,"discardedToolCalls":0,"preserveText":false}}',
    { kind: 'limited', retryAfterMs: 60_000 },
  ],
  [
    'codex',
    '{"type":"turn.failed","error":{"message":"exceeded retry limit, last status: 429 Too Many Requests, request id: req-1SQh"}}',
    { kind: 'limited', retryAfterMs: null },
  ],
  [
    'codex',
    '{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized: invalid x-api-key, url: http://127.0.0.1:34195/v1/responses"}}',
    { kind: 'refused' },
  ],
  [
    'codex',
    '{"type":"turn.failed","error":{"message":"You\u2019ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again later."}}',
    { kind: 'limited', retryAfterMs: null },
  ],
  [
    'gemini',
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: You have exhausted your daily quota on this model.]\\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method"}}',
    { kind: 'limited', retryAfterMs: null },
  ],
  [
    'gemini',
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: Quota exceeded. Please retry in 3600s.]\\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio"}}',
    { kind: 'limited', retryAfterMs: 3_600_000 },
  ],
  [
    'gemini',
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: {\\"error\\":{\\"code\\":401,\\"message\\":\\"invalid\\",\\"status\\":\\"authentication_error\\"}}]"}}',
    { kind: 'refused' },
  ],
  [
    'goose',
    '{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"Ran into this error: Rate limit exceeded: Rate limit reached.\\n\\nPlease retry if you think this is a transient or recoverable error."}],"metadata":{"userVisible":true}}}',
    { kind: 'limited' },
  ],
  [
    'goose',
    '{"type":"message","message":{"role":"assistant","content":[{"type":"error","kind":"authentication","message":"Ran into this error: Authentication error"}]}}',
    { kind: 'refused' },
  ],
  [
    'copilot',
    '{"type":"session.error","data":{"errorType":"authentication","message":"Authentication failed with provider","statusCode":401}}',
    { kind: 'refused' },
  ],
  [
    'copilot',
    '{"type":"model.call_failure","data":{"model":"gpt-5","statusCode":429,"errorMessage":"{\\"message\\":\\"Rate limit reached\\"}"}}',
    { kind: 'limited' },
  ],
  [
    'pi',
    '{"type":"message_end","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"429 Rate limit reached"}}',
    { kind: 'limited' },
  ],
  [
    'opencode',
    '{"type":"error","sessionID":"ses_1","error":{"name":"APIError","data":{"message":"no such key","statusCode":401}}}',
    { kind: 'refused' },
  ],
] as const)('%s: an error is known by its structure: %s', (format, line, trouble) => {
  expect(told(format, line)).toMatchObject({ trouble })
})

test.each([
  [
    'claude',
    '{"type":"assistant","message":{"content":[{"type":"text","text":"I saw HTTP status 429, rate limit exceeded."}]}}',
  ],
  ['codex', '{"type":"item.completed","item":{"type":"agent_message","text":"error: status 401 Unauthorized"}}'],
  [
    'codex',
    '{"type":"item.completed","item":{"type":"command_execution","aggregated_output":"429 Too Many Requests","exit_code":1}}',
  ],
  ['gemini', '{"type":"tool_result","tool_id":"t","status":"error","output":"rate limit: status 429"}'],
  [
    'goose',
    '{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"Ran into this error: Rate limit exceeded: yes"}],"metadata":{"inference":{"provider":"openai","requestedModel":"gpt-4o"}}}}',
  ],
] as const)('%s: what was said or read is never an error of the service: %s', (format, line) => {
  expect(told(format, line).trouble).toBeNull()
})

test('codex', () => {
  expect(
    told(
      'codex',
      '{"type":"thread.started","thread_id":"01a1"}',
      '{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found."}}',
      '{"type":"item.started","item":{"type":"command_execution","command":"/bin/bash -lc \'echo made\'","status":"in_progress"}}',
      '{"type":"item.completed","item":{"type":"command_execution","aggregated_output":"made\\n","exit_code":0,"status":"completed"}}',
      '{"type":"item.completed","item":{"type":"agent_message","text":"I made the file."}}',
      '{"type":"turn.completed","usage":{"input_tokens":200,"cached_input_tokens":50,"output_tokens":40,"reasoning_output_tokens":0}}',
    ),
  ).toMatchObject({
    session: '01a1',
    answer: 'I made the file.\n',
    tokens: tokens(200, 40, 50),
    usd: null,
    tools: [{ tool: 'shell', is_error: false, content: 'made\n' }],
    endedWell: true,
  })
})

test('gemini: thoughts, which are in the total alone, count as written', () => {
  expect(
    told(
      'gemini',
      '{"type":"init","session_id":"a405","model":"gemini-2.5-flash"}',
      '{"type":"message","role":"user","content":"Make the file."}',
      '{"type":"message","role":"assistant","content":"I made ","delta":true}',
      '{"type":"message","role":"assistant","content":"the file.","delta":true}',
      '{"type":"result","status":"success","stats":{"total_tokens":260,"input_tokens":200,"output_tokens":40,"cached":10}}',
    ),
  ).toMatchObject({ session: 'a405', answer: 'I made the file.', tokens: tokens(200, 60, 10), endedWell: true })
})

test('goose', () => {
  expect(
    told(
      'goose',
      '{"type":"message","message":{"role":"assistant","content":[{"type":"toolRequest","id":"c1","toolCall":{"status":"success","value":{"name":"shell","arguments":{"command":"echo made"}}}}],"metadata":{"inference":{"requestedModel":"gpt-4o"}}}}',
      '{"type":"message","message":{"role":"user","content":[{"type":"toolResponse","id":"c1","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"made"}],"isError":false}}}]}}',
      '{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"I made the file."}],"metadata":{"inference":{"requestedModel":"gpt-4o"}}}}',
      '{"type":"complete","total_tokens":240,"input_tokens":200,"output_tokens":40,"cost_usd":0.0009}',
    ),
  ).toMatchObject({ model: 'gpt-4o', tokens: tokens(200, 40), usd: 0.0009, tools: [{ tool: 'c1' }], trouble: null })
})

test('opencode: steps add up', () => {
  const step = (reason: string): string =>
    `{"type":"step_finish","sessionID":"ses_1","part":{"reason":"${reason}","tokens":{"input":100,"output":20,"reasoning":5,"cache":{"write":1,"read":2}},"cost":0.25}}`
  expect(
    told('opencode', step('tool-calls'), '{"type":"text","sessionID":"ses_1","part":{"text":"Done."}}', step('stop')),
  ).toMatchObject({ session: 'ses_1', answer: 'Done.\n', tokens: tokens(206, 50, 4, 2), usd: 0.5, endedWell: true })
})

test('copilot tells its session at the end, and no tokens', () => {
  expect(
    told(
      'copilot',
      '{"type":"assistant.message","data":{"model":"gpt-5","content":"I made the file.","toolRequests":[]}}',
      '{"type":"result","sessionId":"d190","exitCode":0,"usage":{"premiumRequests":0}}',
    ),
  ).toMatchObject({ session: 'd190', model: 'gpt-5', tokens: null, usd: null, endedWell: true })
})

test('pi: one that tried again after an error has ended well', () => {
  const usage = '"usage":{"input":100,"output":20,"cacheRead":0,"cacheWrite":0,"cost":{"total":0.5}}'
  expect(
    told(
      'pi',
      '{"type":"session","version":3,"id":"01a1"}',
      `{"type":"message_end","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"429",${usage}}}`,
      `{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Done."}],"stopReason":"stop",${usage}}}`,
    ),
  ).toMatchObject({ session: '01a1', trouble: null, tokens: tokens(200, 40), usd: 1, endedWell: true })
})

test('cline', () => {
  expect(
    told(
      'cline',
      '{"type":"agent_event","event":{"type":"content_start","contentType":"text","text":"I made it.","accumulated":"I made it."}}',
      '{"type":"agent_event","event":{"type":"content_end","contentType":"text","text":"I made it."}}',
      '{"type":"run_result","finishReason":"completed","usage":{"inputTokens":200,"outputTokens":40,"totalCost":0},"model":{"id":"m"}}',
    ),
  ).toMatchObject({ answer: 'I made it.\n', model: 'm', tokens: tokens(200, 40), endedWell: true })
})

test('droid', () => {
  expect(
    told(
      'droid',
      '{"type":"system","subtype":"init","session_id":"s1","model":"m"}',
      '{"type":"message","role":"assistant","text":"Done."}',
      '{"type":"completion","finalText":"Done.","session_id":"s1"}',
    ),
  ).toMatchObject({ session: 's1', model: 'm', answer: 'Done.\n', endedWell: true })
})
