import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { DONE, type Json, type Project } from '../rig/project.ts'

const NPM = {
  'package.json': JSON.stringify({
    name: 'shop',
    scripts: { test: 'jest', lint: 'eslint .', build: 'tsc -p .', coverage: 'jest --coverage' },
    devDependencies: { jest: '30', typescript: '6', eslint: '9' },
  }),
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'src/index.ts': 'export const price = 1\n',
}

async function routed({ cli }: Project, said: string, ...more: readonly string[]): Promise<Json> {
  const { code, events, err } = await cli(['route', said, '--json', ...more])
  expect(err).toBe('')
  expect(code).toBe(0)
  return events[0] ?? {}
}

describe('the ten trigger patterns', () => {
  const talked = { conversation: 'User: we should validate tokens in src/auth.ts\nAssistant: Shall I?' }
  test.each([
    ['ralph this: fix all lint errors', 'fix all lint errors', 'explicit', null],
    ['ralph: migrate to TypeScript', 'migrate to TypeScript', 'explicit', null],
    ['ralph it', 'validate tokens in src/auth.ts', 'conversation', null],
    ['keep trying until tests pass', 'validate tokens in src/auth.ts', 'conversation', 'tests pass'],
    ['loop until coverage >80%', 'add tests to improve coverage', 'implied', 'coverage >80%'],
    ['iterate until no errors', 'fix errors', 'implied', 'no errors'],
    ['run until passes', 'fix failing tests', 'implied', null],
    ['fix until green', 'fix tests', 'implied', 'tests pass'],
    ['keep fixing until lint is clean', 'fix lint', 'implied', 'lint is clean'],
    ['al: fix all lint errors', 'fix all lint errors', 'explicit', null],
  ])('%s', async (said, task, task_from, completion) => {
    const here = project({ ...NPM, 'talk.txt': talked.conversation })
    const context = /^(ralph it|keep trying)/.test(said) ? ['--context-file', 'talk.txt'] : []
    expect(await routed(here, said, ...context)).toEqual({
      route: 'in-session',
      task,
      task_from,
      completion,
      limits: { iterations: null, minutes: null, usd: null },
      loop_id: null,
      external_because: [],
      goal_command: null,
      ask: null,
      control: null,
    })
  })
})

test('"al" before an order calls a loop', async () => {
  expect(await routed(project(NPM), 'al fix the failing tests')).toMatchObject({
    route: 'in-session',
    task: 'fix the failing tests',
  })
  expect(await routed(project(NPM), 'Al fixed the failing tests yesterday')).toMatchObject({ route: 'none' })
})

test('a daemon that repairs code is a background loop; one that does something else is the work', async () => {
  expect(await routed(project(NPM), 'start a daemon that fixes the failing tests')).toMatchObject({
    route: 'external',
    task: 'fix the failing tests',
    external_because: ['a daemon'],
  })
  expect(await routed(project(NPM), 'start a daemon that serves the docs')).toMatchObject({ route: 'none' })
})

test('a goal has a measurable end, also when the person gave a general one', async () => {
  const goal = await routed(project(NPM), 'iterate until no errors', '--provider', 'codex')
  expect(goal).toMatchObject({ route: 'native-goal', task: 'fix errors', completion: 'no errors' })
  expect(goal['goal_command']).toMatch(/^\/goal "fix errors; completion: npm test passes AND .*"$/)
})

describe('the worked examples', () => {
  test('an explicit task: the criterion is inferred, and stands in the goal', async () => {
    const here = project(NPM)
    const said = 'ralph this: migrate all files in lib/ to ESM'
    expect(await routed(here, said)).toMatchObject({
      route: 'in-session',
      task: 'migrate all files in lib/ to ESM',
      completion: null,
    })
    const goal = await routed(here, said, '--provider', 'claude-code')
    expect(goal['route']).toBe('native-goal')
    expect(goal['goal_command']).toMatch(/^\/goal "migrate all files in lib\/ to ESM; completion: npm test .*"$/)
  })

  test('an implied task', async () => {
    expect(await routed(project(NPM), 'keep fixing until the tests are green')).toMatchObject({
      route: 'in-session',
      task: 'fix failing tests',
      completion: 'the tests are green',
    })
  })

  test('the conversation as context', async () => {
    const talk = JSON.stringify([
      { role: 'user', content: 'Can you add auth validation to the login endpoint?' },
      { role: 'assistant', content: 'I can.' },
    ])
    expect(
      await routed(project({ ...NPM, 'talk.json': talk }), 'ralph it', '--context-file', 'talk.json'),
    ).toMatchObject({
      route: 'in-session',
      task: 'add auth validation to the login endpoint',
      task_from: 'conversation',
      completion: null,
    })
  })

  test('coverage', async () => {
    expect(await routed(project(NPM), 'loop until coverage is above 80%', '--provider', 'codex@0.130.0')).toMatchObject(
      {
        route: 'native-goal',
        task: 'add tests to improve coverage',
        completion: 'coverage is above 80%',
        goal_command: '/goal "add tests to improve coverage; completion: coverage is above 80%"',
      },
    )
  })

  test('the background, in so many words', async () => {
    const here = project({ ...NPM, 'talk.txt': 'User: port the client to fetch' })
    const said = 'Run this in the background with crash recovery and let me attach later'
    expect(await routed(here, said, '--context-file', 'talk.txt', '--provider', 'codex')).toMatchObject({
      route: 'external',
      task: 'port the client to fetch',
      task_from: 'conversation',
      external_because: ['in the background', 'with crash recovery', 'let me attach later'],
    })
  })
})

describe('the dialogues with several loops', () => {
  test('two at once', async () => {
    const here = project(NPM)
    expect(await routed(here, 'run an external ralph loop to fix TypeScript errors in src/')).toMatchObject({
      route: 'external',
      task: 'fix TypeScript errors in src/',
      completion: null,
      control: null,
    })
    expect(await routed(here, 'also run an external ralph loop to add missing tests in lib/')).toMatchObject({
      route: 'external',
      task: 'add missing tests in lib/',
      completion: null,
    })
  })

  test('one aborted for another, which runs where that one ran', async () => {
    const first = 'run an external ralph loop to refactor the entire auth module'
    const here = project({ ...NPM, 'talk.txt': `User: ${first}\nAssistant: ralph-refactor-auth-c3d4e5f6 is running.` })
    expect(await routed(here, first)).toMatchObject({ route: 'external', task: 'refactor the entire auth module' })
    const then = 'actually, abort that and just fix the login bug'
    const control = { action: 'abort', loop_id: 'latest' }
    expect(await routed(here, then, '--context-file', 'talk.txt')).toMatchObject({
      route: 'external',
      task: 'fix the login bug',
      control,
    })
    expect(await routed(here, then)).toMatchObject({ route: 'in-session', task: 'fix the login bug', control })
  })
})

describe('when it must be asked', () => {
  test('which command: those of the project, the fitting one marked', async () => {
    const here = project(NPM)
    const { out } = await here.cli(['route', 'ralph this: make the code better'])
    expect(out).toBe(`route       ask
task        make the code better (explicit)
completion  to be inferred

I'll start an iterative loop for: make the code better

What command verifies completion?

1. npm test (Recommended for test fixes)
2. npx tsc --noEmit (For type errors)
3. npm run lint (For lint errors)
4. npm run build (For build issues)
5. Custom command...
`)
  })

  test('which task', async () => {
    expect(await routed(project(NPM), 'ralph it')).toMatchObject({
      route: 'ask',
      ask: {
        question:
          "I detected an iterative loop request. To start iterating:\n\nWhat task should I repeat until success?\nWhat command tells me when it's done?",
        options: [],
      },
    })
  })

  test('another language, other commands', async () => {
    const rust = project({ 'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n', 'src/lib.rs': '' })
    const { ask } = await routed(rust, 'ralph this: improve the quality')
    expect(ask).toMatchObject({
      options: expect.arrayContaining(['cargo test (Recommended for test fixes)', 'Custom command...']),
    })
  })
})

test('what asks for no loop is left alone, and nothing is written', async () => {
  const here = project(NPM, { git: true })
  for (const said of ['what is a for loop?', 'ralph wrote this', 'I ran it until green yesterday', ''])
    expect(await routed(here, said, '--provider', 'codex')).toMatchObject({ route: 'none', task: null, control: null })
  expect(here.git('status', '--porcelain', '--ignored')).toBe('')
})

test('the host tells itself by its environment', async () => {
  const { cli } = project(NPM)
  const { events } = await cli(['route', 'fix until green', '--json'], { env: { CLAUDECODE: '1' } })
  expect(events[0]).toMatchObject({ route: 'native-goal', goal_command: '/goal "fix tests; completion: tests pass"' })
})

test.each([
  [['route'], 'No sentence given'],
  [['route', 'a', 'b'], 'Put the sentence in quotes'],
  [['route', 'ralph it', '--provider', 'skynet'], 'claude-code, codex'],
  [['route', 'ralph it', '--context-file', 'none.txt'], 'none.txt'],
])('bad input: %j', async (args, says) => {
  const { code, err } = await project().cli(args)
  expect(code).toBe(2)
  expect(err).toContain(says)
})

describe('agent-loop "<request>"', () => {
  const started = ({ events }: { events: readonly Json[] }) =>
    (events[0] as { spec: { task: string; done: string; limits: { iterations: number; totalMs?: number } } }).spec

  test('task, end and limits are read from the sentence', async () => {
    const here = project({ 'package.json': '{ "scripts": { "lint": "test -f done" } }' })
    const end = await here.cli([
      'keep fixing until lint is clean, at most 5 tries',
      '--agent-cmd',
      'touch done',
      '--json',
    ])
    expect(end.code).toBe(0)
    expect(started(end)).toMatchObject({ task: 'fix lint', limits: { iterations: 5 } })
    expect(started(end).done).toContain('npm run lint')
  })

  test('what was typed as a flag wins', async () => {
    const here = project()
    const end = await here.cli([
      'fix the parser until npm test passes, at most 5 tries',
      '-c',
      DONE,
      '--iterations',
      '3',
      '--agent-cmd',
      'touch done',
      '--json',
    ])
    expect(end.code).toBe(0)
    expect(started(end)).toMatchObject({ task: 'fix the parser', limits: { iterations: 3 } })
  })

  test('"run" takes the words as the task alone', async () => {
    const here = project()
    const end = await here.cli(['run', 'fix lint, at most 5 tries', '-c', DONE, '--agent-cmd', 'touch done', '--json'])
    expect(started(end)).toMatchObject({ task: 'fix lint, at most 5 tries', limits: { iterations: 10 } })
  })
  test.each([
    ['fix the tests in the background', 'fix the tests', 'in the background'],
    ['could you fix the sky in the background?', 'fix the sky in the background', 'here'],
  ])('a dry run says where: %s', async (said, task, where) => {
    const { code, events } = await project().cli([said, '-c', DONE, '--agent-cmd', 'true', '--dry-run', '--json'])
    expect(code).toBe(0)
    expect(events[0]).toMatchObject({ dry_run: { task, where } })
  })

  test('no loop is begun to abort a loop', async () => {
    const { code, err } = await project().cli([
      'abort the loop and fix the login bug',
      '-c',
      DONE,
      '--agent-cmd',
      'true',
    ])
    expect(code).toBe(2)
    expect(err).toContain('agent-loop abort <id>, and then: agent-loop "fix the login bug"')
  })
})
