import { expect, test } from 'vitest'
import { resetList, tickedList } from './work-commits.ts'

const LIST = '# Plan\n\n- [x] one\n- [ ] two\n- [ ] three\n'

const reset = (after: string | null, before = LIST, path = 'PLAN.md', task = 'two') =>
  resetList(before, after, { path, own: { id: 'two', task } })

test('marks that an agent set are reset, and its other edits stay', () => {
  expect(reset(LIST)).toBeNull()
  const ticked = LIST.replaceAll('[ ]', '[x]')
  expect(reset(ticked)).toEqual({ text: LIST, boxes: ['two', 'three'], tasks: [] })
  // Taking a mark away is a change of marks, too.
  expect(reset(LIST.replace('[x]', '[ ]'))).toEqual({ text: LIST, boxes: ['one'], tasks: [] })
  const noted = `${ticked}\nLearned: use node --test.\n`
  expect(reset(noted)).toEqual({
    text: `${LIST}\nLearned: use node --test.\n`,
    boxes: ['two', 'three'],
    tasks: [],
  })
  // Notes, follow-up tasks, and details of its own task are its own business.
  for (const text of [
    `${LIST}\nLearned.\n`,
    `${LIST}- [ ] four\n`,
    LIST.replace('two', 'two (until: `npm test`)'),
    LIST.replace('- [ ] two\n', ''),
  ])
    expect(reset(text)).toBeNull()
  // A list that is deleted, or can no longer be read, comes back whole.
  expect(reset(null)).toEqual({ text: LIST, boxes: [], tasks: ['one', 'three'] })
  expect(reset('{"tasks": [', '{"tasks": [{"title": "a"}]}', 'plan.json')).toMatchObject({ boxes: [], tasks: ['a'] })
})

test('other tasks that an agent changes, removes, or moves come back, unless its task is about the list', () => {
  for (const [text, ...tasks] of [
    [LIST.replace('- [ ] three\n', ''), 'three'],
    [LIST.replace('three', 'three (until: `true`)'), 'three'],
    [LIST.replace('three', 'something else'), 'three'],
    [LIST.replace('- [x] one\n', '').replace('three\n', 'three\n- [x] one\n'), 'one', 'three'],
    [`${LIST}## Quality Gates\n\n- \`true\`\n`, 'one', 'three'],
  ] as const) {
    expect(reset(text)).toEqual({ text: LIST, boxes: [], tasks })
    expect(reset(text, LIST, 'PLAN.md', 'rewrite PLAN.md')).toBeNull()
  }
})

test('one task is ticked, and others keep their marks', () => {
  expect(tickedList(LIST, 'PLAN.md', 'two')).toBe(LIST.replace('[ ] two', '[x] two'))
  expect(tickedList(LIST, 'PLAN.md', 'one')).toBeNull()
  expect(tickedList(LIST, 'PLAN.md', 'gone')).toBeNull()
  expect(tickedList(null, 'PLAN.md', 'one')).toBeNull()
})
