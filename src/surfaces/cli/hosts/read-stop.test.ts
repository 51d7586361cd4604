import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerFor } from './answer.ts'
import { HOSTS, type HostName } from './hosts.ts'
import { readStop } from './read-stop.ts'

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../../../../test/recordings/hosts/${name}.json`), 'utf8'))

const stops: readonly (readonly [string, HostName, object])[] = [
  ['claude-code-stop', 'claude-code', { session: 'abc123', subagent: null, directory: '/Users/...' }],
  ['claude-code-subagent-stop', 'claude-code', { session: 'abc123', subagent: 'Explore' }],
  ['codex-stop', 'codex', { subagent: null, answer: 'all set', directory: '/home/dev/project' }],
  ['gemini-after-agent', 'gemini', { subagent: null, answer: 'All tests should pass now.' }],
  ['cursor-stop', 'cursor', { subagent: null, directory: '/path/to/project', brokenOff: false }],
  ['cursor-stop-aborted', 'cursor', { brokenOff: true }],
  ['copilot-agent-stop', 'copilot', { subagent: null, directory: '/path/to/project' }],
  ['copilot-stop', 'copilot', { subagent: null }],
  ['copilot-subagent-stop', 'copilot', { subagent: 'code-review', answer: 'Reviewed.' }],
  ['opencode-idle', 'opencode', { session: 'ses_5f2d8c7affeQm2', answer: 'Done.' }],
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
