import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeLimits } from '../../criteria/request/limits.ts'
import { providerIn, providerNamed } from '../../criteria/request/provider.ts'
import { isOnlyQuestion } from '../../criteria/request/question.ts'
import { readUtterance } from '../../criteria/request/read-utterance.ts'
import { readRequest } from '../../criteria/request/request.ts'
import { route } from './route.ts'

const alone = { conversation: [], loops: [], isRequest: false }

describe('limits in words', () => {
  test.each([
    ['fix lint, at most 5 tries', 'fix lint', { iterations: 5, minutes: null, usd: null }],
    ['keep going for two hours', 'keep going', { iterations: null, minutes: 120, usd: null }],
    ['fix lint, for an hour and a half', 'fix lint', { iterations: null, minutes: 90, usd: null }],
    ["fix lint but don't spend more than $3", 'fix lint', { iterations: null, minutes: null, usd: 3 }],
    ['fix lint --iterations 200 --timeout 1h30m', 'fix lint', { iterations: 200, minutes: 90, usd: null }],
    ['fix lint, max 3 rounds, 20 minutes and 50 cents', 'fix lint', { iterations: 3, minutes: 20, usd: 0.5 }],
    ['fix lint, hard stop at 30 iterations', 'fix lint', { iterations: 30, minutes: null, usd: null }],
    ['fix lint or 20 attempts, whichever comes first', 'fix lint', { iterations: 20, minutes: null, usd: null }],
    ['fix lint, forty-five minutes or less', 'fix lint', { iterations: null, minutes: 45, usd: null }],
    ['fix lint, two and a half hours at most', 'fix lint', { iterations: null, minutes: 150, usd: null }],
    ['fix lint, budget two dollars fifty', 'fix lint', { iterations: null, minutes: null, usd: 2.5 }],
    ['fix lint, not more than €4', 'fix lint', { iterations: null, minutes: null, usd: 4 }],
    ['fix lint (limit: 250k tokens)', 'fix lint', { iterations: null, minutes: null, usd: null }],
    ['loop until the queue drains within 5 seconds', null, { iterations: null, minutes: null, usd: null }],
    ['make the client retry at most 5 times', null, { iterations: null, minutes: null, usd: null }],
    ['sell items for no more than $3', null, { iterations: null, minutes: null, usd: null }],
    ['fix lint --iterations many', null, { iterations: null, minutes: null, usd: null }],
    ['fix lint, at most 0 tries', null, { iterations: null, minutes: null, usd: null }],
  ])('%s', (said, text, limits) => {
    expect(takeLimits(said)).toEqual({ text: text ?? said, limits })
  })
})

describe('a statement in front of "fix it" is the task', () => {
  test.each([
    ['the hop count is off by one, fix it until npm test passes', 'the hop count is off by one; fix it'],
    ['The parser drops the last line. Fix it until go test ./... passes', 'The parser drops the last line; fix it'],
    ['the tests are failing, keep fixing until npm test passes', 'fix failing tests'],
  ])('%s', (said, task) => {
    expect(readUtterance(said, alone)).toMatchObject({ asksForLoop: true, task })
  })
})

describe('what is built may be a daemon, and may outlast things', () => {
  test.each([
    'fix the wizard, it must survive a restart',
    'ralph this: fix the wizard. It must survive a restart.',
    'refactor the crawler and let users resume later',
    'rewrite the indexer as a daemon',
    'rework the importer with crash recovery',
    'loop until the importer is done, uploads must be resumable',
    'fix the bug in agent-loop-ext',
    'fix the problem with the ralph daemon',
    'start with ralph-external and tell me how it works',
    'start a daemon that serves the docs',
    'set up a daemon that adds files to the index',
  ])('%s', said => {
    expect(route(said).route).not.toBe('external')
  })

  test.each([
    'fix the type errors, it must survive a reboot',
    'loop until lint passes, and it has to survive me closing the laptop',
    'loop until lint passes, must be crash resilient',
    'refactor the crawler, and keep going even if my laptop sleeps',
    'fix the failing tests via agent-loop-ext',
    'start a daemon that fixes the failing tests',
    'launch a daemon to fix all lint errors',
    'have ralph fix the type errors in the background',
  ])('the loop itself: %s', said => {
    expect(route(said).route).toBe('external')
  })
})

describe('whose goal drives the turns', () => {
  test.each([
    ['claude-code', true],
    ['claude-code@2.1.138', false],
    ['claude-code@2.1.139', true],
    ['codex@0.128.0', true],
    ['codex@0.127.9', false],
    ['gemini', false],
    ['generic', false],
  ])('%s: %s', (name, nativeGoal) => {
    expect(providerNamed(name)?.nativeGoal).toBe(nativeGoal)
  })

  test('the environment names one assistant, or none', () => {
    expect(providerIn({ CLAUDECODE: '1' })?.name).toBe('claude-code')
    expect(providerIn({ CLAUDECODE: '1', GEMINI_CLI: '1' })).toBeNull()
    expect(providerIn({})).toBeNull()
    expect(providerNamed('skynet')).toBeNull()
  })

  test('explicit external words win over it', () => {
    const provider = providerNamed('codex')
    expect(route('keep fixing until lint is clean', { provider })).toMatchObject({
      route: 'native-goal',
      goal_command: '/goal "fix lint; completion: lint is clean"',
    })
    expect(route('keep fixing until lint is clean, in the background', { provider })).toMatchObject({
      route: 'external',
      goal_command: null,
      external_because: ['in the background'],
    })
  })

  test('a goal line is one line, whatever was said', () => {
    const line = route('/ralph "say \'hi\'" --completion "grep -q \'a\' b"', {
      provider: providerNamed('codex'),
    }).goal_command
    expect(line).toBe("/goal \"say 'hi'; completion: grep -q 'a' b\"")
    expect(
      route('ralph this:\nfix\nall tests; completion: npm test', { provider: providerNamed('codex') }).goal_command,
    ).toBe('/goal "fix all tests; completion: npm test"')
  })
})

describe('which loop is meant', () => {
  const loops = [
    { loop_id: 'ralph-refactor-auth-c3d4e5f6', task: 'refactor the auth module' },
    { loop_id: 'ralph-add-docs-b2c3d4e5', task: 'add JSDoc comments' },
  ]
  test.each([
    ['abort the auth loop', { action: 'abort', loop_id: 'ralph-refactor-auth-c3d4e5f6' }],
    ['stop the docs loop', { action: 'abort', loop_id: 'ralph-add-docs-b2c3d4e5' }],
    ['abort that', { action: 'abort', loop_id: 'latest' }],
    ['stop it', { action: 'abort', loop_id: 'latest' }],
  ])('%s', (said, control) => {
    expect(route(said, { loops })).toMatchObject({ route: 'none', control })
  })

  test.each(['abort the loop', 'abort all loops', 'cancel the other loop'])('"%s" is asked, of two', said => {
    const { ask, control, ...routing } = route(said, { loops })
    expect(routing.route).toBe('ask')
    expect(control).toBeNull()
    expect(ask?.options).toHaveLength(2)
  })
})

describe('a request to the program itself', () => {
  test.each([
    ['keep fixing until lint is clean, at most 5 tries', { task: 'fix lint', completion: 'lint is clean' }],
    ['fix the failing tests', { task: 'fix the failing tests', completion: null }],
    ['what is a for loop?', { task: 'what is a for loop?', completion: null }],
    ['fix the tests until npm test passes', { task: 'fix the tests', completion: 'npm test passes' }],
    [
      'write a poller that waits until the server answers',
      { task: 'write a poller that waits until the server answers' },
    ],
    ['fix the bug, stop when go vet ./... is clean', { task: 'fix the bug', completion: 'go vet ./... is clean' }],
    ['fix the tests in a worktree', { task: 'fix the tests', worktree: true }],
    ['fix the tests until they pass, use codex', { completion: 'the tests pass', agent: 'codex' }],
    ['fix the tests using codex in a worktree', { task: 'fix the tests', agent: 'codex', worktree: true }],
    ['refactor it until go test ./... passes and use claude', { completion: 'go test ./... passes', agent: 'claude' }],
    ['use codex to fix the tests', { task: 'fix the tests', agent: 'codex' }],
    ['let claude code fix the failing tests', { task: 'fix the failing tests', agent: 'claude' }],
    ['fix the crash when run in a worktree', { task: 'fix the crash when run in a worktree' }],
    ['replace gpt with claude', { task: 'replace gpt with claude' }],
    ['document how to use codex', { task: 'document how to use codex' }],
    ["don't use codex, fix the tests", { task: "don't use codex, fix the tests" }],
    ['aiwg ralph "fix the tests"', { task: 'fix the tests' }],
    ['fix until green', { task: 'fix tests', completion: 'tests pass' }],
    ['ralph it', { task: 'ralph it' }],
    ['テストを直して', { task: 'テストを直して' }],
  ])('%s', (said, expected) => {
    expect(readRequest(said, ['claude', 'codex', 'gemini'])).toMatchObject({
      agent: null,
      worktree: false,
      ...expected,
    })
  })
})

test.each([
  ['what does mux do?', true],
  ['is the build broken?', true],
  ['could you fix the tests?', false],
  ['why do the tests fail? fix them', false],
  ['fix the tests', false],
  ['the parser crashes on an empty file, can you fix that?', false],
  ['coverage is below 90 % - mind adding what is missing?', false],
  ['the build fails, can you explain why?', true],
  ['Could you tell me what count_words does', true],
  ['what would it take to support floats', true],
  ['can you explain the API in README.md and add examples', false],
  ['show me how it fails and fix it', false],
])('%s is only a question: %s', (said, expected) => {
  expect(isOnlyQuestion(said)).toBe(expected)
})

test('no sentence is too strange', () => {
  const word = fc.constantFrom(
    ..."ralph this it : until loop keep fixing tests pass in the background abort that and at most 5 tries for two hours $3 \" ` ' ? . , ; --completion -c ( ) \n don't /al 循環".split(
      ' ',
    ),
  )
  const sentence = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(word, { maxLength: 14 }).map(words => words.join(' ')),
  )
  fc.assert(
    fc.property(sentence, sentence, (said, before) => {
      const heard = readUtterance(said, { ...alone, conversation: [{ by: 'user', text: before }] })
      expect(heard.task === null || heard.task.trim() !== '').toBe(true)
      expect(`${heard.task}${heard.completion}`).not.toMatch(/[\uE000-\uE002]/)
    }),
    { numRuns: 400 },
  )
})

test('a text of untils is read to its end', () => {
  expect(route('until '.repeat(3000)).route).toBe('none')
})

test('a long text is read in no time that anybody would notice', () => {
  const { route: where } = route(`${'fix the tests and keep going and '.repeat(400)}until they pass`)
  expect(['in-session', 'ask', 'none']).toContain(where)
})
