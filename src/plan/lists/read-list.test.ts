import { expect, test } from 'vitest'
import { readList } from './read-list.ts'
import type { TaskList } from './task-list.ts'

function listOf(text: string, name: string | null): TaskList {
  const list = readList(text, name)
  if (!list.ok) throw new Error(list.error)
  return list.value
}

const brief = (list: TaskList) =>
  list.tasks.map(({ id, until, after, done }) => ({ id, until, after: after.join(), done }))

const FIX_PLAN = `# Ralph Fix Plan

## High Priority
- [x] Set up the project
- [ ] **1.2** Replace \`a\` by \`b\`
      — see SPEC.md
- [ ] Fix the redirect (after: 1.2) (until: \`npm test\`)
  - The effect ignores the flag
  - Verify: \`node check.js\`

## Notes
- [ ]
\`\`\`md
- [ ] an example
\`\`\`
`

const PRD_MD = `# PRD: Task Priority

## Quality Gates

These commands must pass for every user story:
- \`pnpm typecheck\` - Type checking
- \`pnpm lint\` - Linting

For UI stories, also include:
- \`pnpm e2e\`

## User Stories

### US-001: Add priority field
**Description:** As a developer, I need it.

**Acceptance Criteria:**
- [x] Add the column
- [ ] Migration runs

### US-002: Show it
- [x] Badge
`

const PRD_JSON = JSON.stringify(
  {
    name: 'Priorities',
    branchName: 'ralph/priorities',
    verificationCommands: { test: 'npm test' },
    userStories: [
      { id: 'US-002', title: 'Show it', priority: 2, passes: false, dependsOn: ['US-001'], notes: '' },
      { id: 'US-001', title: 'Add it', acceptanceCriteria: ['npm test passes'], priority: 1, passes: false },
    ],
  },
  null,
  2,
)

const RALPHY = `tasks:
  - title: create auth # comment
    completed: false
    parallel_group: 1
  - title: add dashboard
    parallel_group: 2
  - title: old
    completed: true
`

const OWN = `gate: npm test
limits: { cost: 20, time: 2h }
tasks:
  - id: parser
    task: write the parser
    until: node --test test/parser.test.js
    limits: { turns: 5 }
    paths: [src/parser/**]
    race: [claude, codex]
  - task: document it
    after: [parser]
  - just a line
`

test('lists are read as their users have them', () => {
  expect(brief(listOf(FIX_PLAN, 'fix_plan.md'))).toEqual([
    { id: 'set-up-the-project', until: null, after: '', done: true },
    { id: '1.2', until: null, after: '', done: false },
    { id: 'fix-the-redirect', until: 'node check.js', after: '1.2', done: false },
  ])
  const prd = listOf(PRD_MD, 'PRD.md')
  expect(brief(prd)).toEqual([
    { id: 'US-001', until: null, after: '', done: false },
    { id: 'US-002', until: null, after: '', done: true },
  ])
  expect(prd.gate).toBe('`pnpm typecheck` passes and `pnpm lint` passes')
  expect(prd.tasks[0]?.task).toContain('- Migration runs')
  const stories = listOf(PRD_JSON, 'prd.json')
  expect(brief(stories)).toEqual([
    { id: 'US-001', until: null, after: '', done: false },
    { id: 'US-002', until: null, after: 'US-001', done: false },
  ])
  expect([stories.gate, stories.tasks[0]?.task]).toEqual([
    '`npm test` passes',
    'Add it\n\nAcceptance criteria:\n- npm test passes',
  ])
  expect(brief(listOf(RALPHY, 'tasks.yaml'))).toEqual([
    { id: 'create-auth', until: null, after: '', done: false },
    { id: 'add-dashboard', until: null, after: 'create-auth', done: false },
    { id: 'old', until: null, after: '', done: true },
  ])
  const features = [{ category: 'ui', description: 'a button', steps: ['click it'], verify: 'npm test', passes: true }]
  expect(brief(listOf(JSON.stringify(features), 'feature_list.json'))).toEqual([
    { id: 'a-button', until: 'npm test', after: '', done: true },
  ])
  const issues = [
    { number: 12, title: 'Crash on start', body: 'It crashes.' },
    { number: 13, title: 'Add dark mode', body: '', state: 'CLOSED' },
  ]
  const expected = [
    { id: '12', until: null, after: '', done: false },
    { id: '13', until: null, after: '', done: true },
  ]
  expect(brief(listOf(JSON.stringify(issues), null))).toEqual(expected)
  expect(brief(listOf(issues.map(issue => JSON.stringify(issue)).join('\n'), null))).toEqual(expected)
  expect(brief(listOf(JSON.stringify(issues[0]), null))).toEqual([expected[0]])
})

test('our format has criteria, order, limits, and paths; a typo is refused with the right word', () => {
  const own = listOf(OWN, 'plan.yaml')
  expect(own).toMatchObject({ gate: 'npm test', limits: { 'max-cost': '20', timeout: '2h' } })
  expect(own.tasks).toMatchObject([
    { id: 'parser', race: ['claude', 'codex'], paths: ['src/parser/**'], limits: { 'max-iterations': '5' } },
    { id: 'document-it', after: ['parser'] },
    { id: 'just-a-line' },
  ])
  const boxes = listOf('- [ ] fix it (race: claude, codex*2)\n- [ ] write it\n  - race: aider,claude\n', 'PLAN.md')
  expect(boxes.tasks).toMatchObject([
    { id: 'fix-it', title: 'fix it', race: ['claude', 'codex*2'] },
    { id: 'write-it', race: ['aider', 'claude'] },
  ])
  expect(readList(OWN.replace('until:', 'untill:'), 'plan.yaml')).toMatchObject({
    error: expect.stringContaining('did you mean "until"?'),
  })
  expect(readList(OWN.replace('turns:', 'turn:'), 'plan.yaml')).toMatchObject({ ok: false })
  expect(readList('tasks: [{id: a, task: x}, {id: a, task: y}]', 'plan.yaml')).toMatchObject({ ok: false })
  expect(readList('# nothing\n', 'PLAN.md')).toMatchObject({ error: 'has no tasks' })
  expect(readList('{"a": 1}', 'prd.json')).toMatchObject({ ok: false })
})

test('a mark changes only its own place; without a change the text stays as it is', () => {
  for (const [text, name] of [
    [FIX_PLAN, 'fix_plan.md'],
    [PRD_MD, 'PRD.md'],
    [PRD_JSON, 'prd.json'],
    [RALPHY, 'tasks.yaml'],
    [OWN, 'plan.yaml'],
    ['tasks: [{task: a}, {task: b, done: false}]\n', 'plan.yml'],
    ['["a", "b"]', 'tasks.json'],
  ] as const) {
    const list = listOf(text, name)
    const before = new Map(list.tasks.map(({ id, done }) => [id, done]))
    expect(list.mark(id => before.get(id) === true)).toBe(text)
    for (const { id } of list.tasks) {
      const after = listOf(
        list.mark(each => each === id || before.get(each) === true),
        name,
      )
      expect(after.tasks.map(task => [task.id, task.done])).toEqual(
        list.tasks.map(task => [task.id, task.id === id || task.done]),
      )
    }
    const none = listOf(
      list.mark(() => false),
      name,
    )
    expect(none.tasks.every(({ done }) => !done)).toBe(true)
  }
  expect(listOf(RALPHY, 'tasks.yaml').mark(id => id !== 'add-dashboard')).toContain(
    'create auth # comment\n    completed: true',
  )
})
