import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOSTS, type HostName } from '../../agents/hosts.ts'
import { answerFor } from './answer.ts'
import { readStop } from './read-stop.ts'

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../../../test/recordings/hosts/${name}.json`), 'utf8'))

test('of a long answer the end is kept: a question stands there', () => {
  const said = `${'x'.repeat(1_000_000)} Shall I go on?`
  const answer = readStop({ session_id: 's', last_assistant_message: said }, 'claude-code')?.answer ?? ''
  expect(answer.endsWith('Shall I go on?')).toBe(true)
  expect(answer.length).toBeLessThan(10_000)
})

const stops: readonly (readonly [string, HostName, object])[] = [
  [
    'claude-code-stop',
    'claude-code',
    { session: '4b7c1d2e-8f3a-4c5d-9e6f-1a2b3c4d5e6f', subagent: null, directory: '/home/dev/project' },
  ],
  ['claude-code-subagent-stop', 'claude-code', { subagent: 'Explore', answer: 'Analysis complete.' }],
  ['codex-stop', 'codex', { subagent: null, answer: 'All tests pass now.', directory: '/home/dev/project' }],
  // All that was said since the person's prompt, not the last turn's words alone.
  ['gemini-after-agent', 'gemini', { subagent: null, answer: 'All tests pass now.\nLet me see. \nNow it adds.' }],
  ['cursor-stop', 'cursor', { subagent: null, directory: '/path/to/project', brokenOff: false }],
  ['cursor-stop-aborted', 'cursor', { brokenOff: true }],
  ['copilot-agent-stop', 'copilot', { subagent: null, directory: '/home/dev/project', answer: '' }],
  ['copilot-stop', 'copilot', { subagent: null }],
  ['copilot-subagent-stop', 'copilot', { subagent: 'code-review', answer: 'Reviewed.' }],
  ['opencode-idle', 'opencode', { session: 'ses_e1f3feff6ffe0000000000000000', answer: 'All tests pass now.' }],
]

describe('stops as the hosts tell them', () => {
  test.each(stops)('%s', (name, host, facts) => {
    expect(readStop(recorded(name), host)).toMatchObject({ host, ...facts })
  })

  test('the payload says who it is, also under the name of another host', () => {
    const hostOf = (name: string) => readStop(recorded(name), 'claude-code')?.host
    expect(hostOf('cursor-stop')).toBe('cursor')
    expect(hostOf('copilot-stop')).toBe('copilot')
    expect(hostOf('codex-stop')).toBe('codex')
    expect(hostOf('gemini-after-agent')).toBe('gemini')
  })

  test('a session that is itself an agent of some kind is no subagent', () => {
    const stop = { session_id: 's', hook_event_name: 'Stop', agent_type: 'orchestrator' }
    expect(readStop(stop, 'claude-code')).toMatchObject({ subagent: null })
  })

  test.each([null, 3, 'text', {}, { session_id: '' }, { session_id: 3 }])('%j is no stop', payload => {
    expect(readStop(payload, 'claude-code')).toBeNull()
  })
})

describe('answers as the hosts understand them', () => {
  const shown = (host: HostName, answer: Parameters<typeof answerFor>[1]): unknown =>
    JSON.parse(answerFor(host, answer) ?? 'null')

  test('go on', () => {
    const block = { kind: 'block', reason: 'fix it' } as const
    for (const host of ['claude-code', 'codex', 'copilot', 'opencode'] as const)
      expect(shown(host, block)).toEqual({ decision: 'block', reason: 'fix it' })
    expect(shown('gemini', block)).toEqual({ decision: 'deny', reason: 'fix it' })
    expect(shown('cursor', block)).toEqual({ followup_message: 'fix it' })
  })

  test('go, with or without a word', () => {
    for (const host of HOSTS) expect(answerFor(host, { kind: 'let-go', says: null })).toBeNull()
    expect(shown('codex', { kind: 'let-go', says: 'verified' })).toEqual({ systemMessage: 'verified' })
    expect(shown('cursor', { kind: 'let-go', says: 'verified' })).toEqual({})
  })

  test('what is too long keeps its beginning and its end', () => {
    const reason = `begin${'x'.repeat(50_000)}end`
    const text = answerFor('claude-code', { kind: 'block', reason }) ?? ''
    expect(text.length).toBeLessThan(10_000)
    expect(text).toContain('begin')
    expect(text).toContain('end')
  })
})
