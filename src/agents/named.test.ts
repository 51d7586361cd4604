import { expect, test } from 'vitest'
import { KNOWN_AGENTS } from './known.ts'
import { NO_MODEL } from './models/named.ts'
import { type AgentOptions, agentNamed } from './named.ts'
import { PLAIN_PROGRAM } from './program.ts'

const wishes = (more: Partial<AgentOptions> = {}): AgentOptions => ({
  known: KNOWN_AGENTS,
  model: null,
  models: NO_MODEL,
  permissions: null,
  sandbox: false,
  interactive: false,
  ...more,
})

test.each([
  ['claude', {}, { via: 'headless', permissions: 'auto-edit' }],
  ['claude', { sandbox: true }, { via: 'headless', permissions: 'full' }],
  ['claude', { interactive: true }, { via: 'headless', permissions: 'auto-edit' }],
  ['claude:acp', { interactive: true }, { via: 'acp', permissions: 'ask' }],
  ['claude:acp', {}, { via: 'acp', permissions: 'auto-edit' }],
  ['claude', { permissions: 'ask', interactive: true }, { via: 'acp', permissions: 'ask' }],
  // It has no mode of its own in which it only edits: over the protocol it asks, and we answer.
  ['goose', {}, { via: 'acp', permissions: 'auto-edit' }],
  ['goose', { permissions: 'full' }, { via: 'headless', permissions: 'full' }],
  ['codex', { model: 'gpt-5' }, { via: 'headless', model: 'gpt-5' }],
] as const)('%s with %j', (name, more, config) => {
  expect(agentNamed(name, wishes(more))).toMatchObject({ kind: 'program', ...config })
})

test.each([
  ['clude', {}, 'Did you mean "claude"?'],
  ['pi:acp', {}, '--agent pi'],
  ['crush', {}, '--permissions full'],
  ['claude', { permissions: 'ask' }, '--permissions auto-edit'],
  ['codex:acp', { model: 'gpt-5' }, 'Leave out --model'],
] as const)('%s with %j is refused, with what to do', (name, more, hint) => {
  expect(() => agentNamed(name, wishes(more))).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }))
})

test('an agent of the configuration is one like any other', () => {
  const known = { mine: { ...PLAIN_PROGRAM, program: 'mine', headless: null, acp: ['mine', 'serve'] } }
  expect(agentNamed('mine', wishes({ known }))).toMatchObject({ name: 'mine', via: 'acp' })
})
