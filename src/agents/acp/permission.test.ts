import { expect, test } from 'vitest'
import type { Permissions } from '../permissions.ts'
import { answerPermission, type PermissionJudgement } from './permission.ts'

const OPTIONS = [
  { optionId: 'always', kind: 'allow_always', name: 'Always' },
  { optionId: 'once', kind: 'allow_once', name: 'Once' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
]

const judgement = (permissions: Permissions, more: Partial<PermissionJudgement> = {}): PermissionJudgement => ({
  permissions,
  workspace: '/home/dev/project',
  ask: undefined,
  signal: new AbortController().signal,
  ...more,
})

const EDIT = { kind: 'edit', locations: [{ path: '/home/dev/project/src/a.ts' }] }

test.each([
  ['full', { kind: 'execute' }, 'once'],
  ['auto-edit', EDIT, 'once'],
  ['auto-edit', { kind: 'edit', locations: [{ path: 'src/a.ts' }] }, 'once'],
  ['auto-edit', { kind: 'edit', locations: [{ path: '/etc/passwd' }] }, 'no'],
  ['auto-edit', { kind: 'edit', content: [{ type: 'diff', path: '/home/dev/project/../etc/passwd' }] }, 'no'],
  ['auto-edit', { kind: 'execute' }, 'no'],
  ['auto-edit', {}, 'no'],
  ['auto-edit', { kind: 'read' }, 'once'],
  ['deny', EDIT, 'no'],
  ['deny', { kind: 'search' }, 'once'],
  // Nobody can be asked, so there is no permission.
  ['ask', EDIT, 'no'],
] as const)('%s: %j is answered with "%s"', async (permissions, call, answer) => {
  expect(await answerPermission({ call, options: OPTIONS }, judgement(permissions))).toBe(answer)
})

test('a person is asked in the words of the agent, and may leave the question', async () => {
  const asked: string[] = []
  const ask = async (question: string, choices: readonly { readonly id: string }[]): Promise<string | null> => {
    asked.push(question, ...choices.map(({ id }) => id))
    return null
  }
  const call = { kind: 'execute', title: 'Run a command', rawInput: { command: 'rm -rf /' } }
  expect(await answerPermission({ call, options: OPTIONS }, judgement('ask', { ask }))).toBeNull()
  expect(asked).toEqual(['The agent wants to: Run a command\n  rm -rf /', 'always', 'once', 'no'])
})

test('an agent that offers no way to say no gets no answer', async () => {
  expect(await answerPermission({ call: EDIT, options: OPTIONS.slice(0, 2) }, judgement('deny'))).toBeNull()
})
