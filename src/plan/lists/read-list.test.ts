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

const STORIES = `# PRD

### US-2.1.1: Store the color
**Priority:** P2
**Depends on:** None

**Acceptance Criteria:**
- [ ] Typecheck passes
- [ ] The color survives a restart

### Feature 1.2: Show the color <!-- - [ ] not a task -->
**Priority:** P1
**Depends on:** US-2.1.1 (the column), Story 3.4

- [ ] A dot has it

### Story 3.4: Choose the color
**Priority:** high
- [x] A menu lists three

### FR-1: No box, no task
`

test('what has no priority comes after what has one, in its own order', () => {
  const list =
    '### Task 1: First\n- [ ] a\n\n### Task 2: Second\n- [ ] b\n\n### Task 3: Third\n**Priority:** 1\n- [ ] c\n'
  expect(brief(listOf(list, 'PRD.md')).map(({ id }) => id)).toEqual(['task-3', 'task-1', 'task-2'])
  const records = [{ title: 'First' }, { title: 'Second', priority: 2 }].map(item => ({ ...item, id: item.title }))
  expect(brief(listOf(JSON.stringify(records), null)).map(({ id }) => id)).toEqual(['Second', 'First'])
})

test('stories have keys of several forms, urgencies, and dependencies; comments hold no tasks', () => {
  const stories = listOf(STORIES, 'PRD.md')
  expect(brief(stories)).toEqual([
    { id: '1.2', until: null, after: 'US-2.1.1,3.4', done: false },
    { id: '3.4', until: null, after: '', done: true },
    { id: 'US-2.1.1', until: null, after: '', done: false },
  ])
  expect(stories.tasks[2]).toMatchObject({
    title: 'Store the color',
    acceptance: ['Typecheck passes', 'The color survives a restart'],
  })
  const hidden = '<!-- how to write tasks:\n- [ ] an example\n-->\n- [ ] real <!-- note -->\n'
  expect(listOf(hidden, 'PLAN.md').tasks).toMatchObject([{ id: 'real', title: 'real' }])
})

test('stories without boxes are tasks where the document has no boxes, and are marked in their headings', () => {
  const text = '## US-001: Add it\r\n- it works\r\n\n## US-002: Show it [x]\nno list\n'
  const list = listOf(text, 'PRD.md')
  expect(brief(list).map(({ id, done }) => [id, done])).toEqual([
    ['US-001', false],
    ['US-002', true],
  ])
  expect(list.mark(id => id === 'US-001')).toBe(
    '## US-001: Add it [x]\r\n- it works\r\n\n## US-002: Show it\nno list\n',
  )
})

test('keys in brackets and long keys name a box; one that occurs twice gets a number', () => {
  const boxes =
    '- [ ] [#42] Fix a\n- [ ] [bd-7f2] Fix b\n- [ ] CHECKOUT-PAGE-3 Fix c\n- [ ] T1 d\n- [ ] T1 e (after: #42, T1)\n'
  const keyed = listOf(boxes, 'PLAN.md')
  expect(brief(keyed).map(({ id }) => id)).toEqual(['42', 'bd-7f2', 'CHECKOUT-PAGE-3', 'T1', 'T1-2'])
  expect(keyed.tasks[4]?.after).toEqual(['42', 'T1'])
})

test('an issue tracker: epics and deleted issues are no tasks, only blocking links order them, and lines can be marked', () => {
  const link = (id: string, type: string) => ({ issue_id: 'x', depends_on_id: id, type })
  const issues = [
    { id: 'a-1', title: 'Everything', issue_type: 'epic', status: 'open' },
    {
      id: 'a-2',
      title: 'First',
      status: 'open',
      priority: 2,
      acceptance_criteria: '- [ ] npm test passes\n- it is fast',
    },
    {
      id: 'a-3',
      title: 'Second',
      status: 'open',
      priority: 1,
      dependencies: [link('a-1', 'parent-child'), link('a-2', 'blocks')],
    },
    { id: 'a-4', title: 'Gone', status: 'tombstone' },
  ]
  const text = `${issues.map(issue => JSON.stringify(issue)).join('\n')}\n`
  const list = listOf(text, 'issues.jsonl')
  expect(brief(list).filter(({ done }) => !done)).toEqual([
    { id: 'a-3', until: null, after: 'a-2', done: false },
    { id: 'a-2', until: null, after: '', done: false },
  ])
  expect(list.tasks.find(({ id }) => id === 'a-2')?.acceptance).toEqual(['npm test passes', 'it is fast'])
  const marked = list.mark(id => id !== 'a-3')
  expect(marked.split('\n').map((line, at) => line === text.split('\n')[at])).toEqual([true, false, true, true, true])
  expect(listOf(marked, 'issues.jsonl').tasks.filter(({ done }) => !done)).toMatchObject([{ id: 'a-3' }])
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
    [STORIES, 'PRD.md'],
    ['{"task":"a"}\n\n{"task":"b","done":false}\n', 'tasks.jsonl'],
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
