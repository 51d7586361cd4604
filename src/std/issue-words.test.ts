import { expect, test } from 'vitest'
import { parseScript } from '../agents/script-file.ts'
import { checkConfigSchema } from '../check/completion/config.ts'
import { issueWords } from './issue-words.ts'

test.each([
  [
    { kind: 'feature' },
    'check.kind must be one of feature_list, test_suite, sql_query, sql_result, question, always, command, criterion, all_of',
  ],
  [[], 'check must be an object'],
  [{ kind: 'test_suite' }, 'check.command must be a string'],
  [{ kind: 'test_suite', command: ' ' }, 'check.command must not be empty'],
  [{ kind: 'feature_list', paht: 'x' }, 'check has an unknown part "paht"'],
  [{ kind: 'all_of', checks: [] }, 'check.checks is too small, or empty'],
  [{ kind: 'all_of', checks: [{ kind: 'always' }, { kind: 'test_suite' }] }, 'check.checks.1.command must be a string'],
  [{ kind: 'feature_list', sandbox: 'docker' }, 'check.sandbox must be one of none, bubblewrap'],
  [
    { kind: 'criterion', criterion: { kind: 'x' } },
    'check.criterion.kind must be one of exit_code, output_match, output_threshold, files, file_count, symbol, changed, no_new_failures, all_of, any_of, not',
  ],
])('%j: %s', (value, words) => {
  const read = checkConfigSchema.safeParse(value)
  expect(issueWords(read.error?.issues ?? [], 'check')).toBe(words)
})

test.each([
  ['turns: 5', 'it.turns must be an array'],
  ['turns: [[{ sai: hello }]]', 'it.turns.0.0 has an unknown part "sai"'],
  ['turns: [[{ run: 5 }]]', 'it.turns.0.0.run must be a string'],
  ['turns: [[{ sleep: soon }]]', 'it.turns.0.0.sleep is wrong: write 500ms, 2s, 1m'],
])('a script of %j: %s', (text, words) => {
  expect(() => parseScript(text, 'turns.yaml')).toThrow(`The agent script turns.yaml cannot be read: ${words}`)
})
