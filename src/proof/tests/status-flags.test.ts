import { expect, test } from 'vitest'
import { onlySetsFlags, withNewStatus } from './status-flags.ts'

const LIST = (second: boolean): string =>
  `${JSON.stringify(
    [
      { name: 'a', passes: true },
      { name: 'b', passes: second },
    ],
    null,
    2,
  )}\n`

test.each([
  ['features.json', LIST(false), LIST(true)],
  ['TASKS.md', '- [x] add\n- [ ] multiply\n', '- [x] add\n- [x] multiply\n'],
  ['plan.yaml', 'tasks:\n  - name: a\n    status: open\n', 'tasks:\n  - name: a\n    status: done\n'],
  ['status.csv', 'name,state\nadd,open\n', 'name,state\nadd,done\n'],
  ['TODO.md', '| add | TODO |\n', '| add | DONE |\n'],
  ['notes.txt', '❌ add\n', '✅ add\n'],
  ['status.json', '{\n  "mul": "todo"\n}\n', '{\n  "mul": "done"\n}\n'],
  ['TODO.txt', 'multiply\ndivide\n', 'divide\n'],
])('a status in %s is found', (path, before, now) => {
  expect(withNewStatus(path, before, now)).toBe(now)
})

test('only the status is taken over, not what else changed', () => {
  const before = '{\n  "done": false,\n  "price": 1\n}\n'
  expect(withNewStatus('a.json', before, before.replace('false', 'true').replace('1', '2'))).toBe(
    before.replace('false', 'true'),
  )
})

test.each([
  ['data.json', '{ "price": "12" }', '{ "price": 12 }'],
  ['CHANGELOG.md', '# Changes\n', '# Changes\n\n## 1.1.0\n'],
  ['names.txt', 'multiply\ndivide\n', 'divide\n'],
  ['notes.md', 'all done \n', 'all done\n'],
  ['src/a.js', 'exports.done = false\n', 'exports.done = true\n'],
])('%s has no status that changed', (path, before, now) => {
  expect(withNewStatus(path, before, now)).toBeNull()
})

test.each([
  ['features.json', LIST(false), LIST(true)],
  ['TASKS.md', '- [x] add\n- [ ] multiply\n', '- [x] add\n- [x] multiply\n'],
  ['plan.yaml', 'done: false\nready: true\n', 'done: true\nready: true\n'],
])('%s: work is only marked as done', (path, before, now) => {
  expect(onlySetsFlags(path, before, now)).toBe(true)
  expect(onlySetsFlags(path, now, before)).toBe(false)
  expect(onlySetsFlags(path, before, `${now}more\n`)).toBe(false)
})

test.each([
  ['expected.json', '{ "status": 500 }', '{ "status": 200 }'],
  ['expected.json', '{ "ok": false }', '{ "ok": true }'],
  ['two.json', '{ "done": false, "passes": true }', '{ "done": true, "passes": false }'],
  ['src/a.js', 'exports.done = false\n', 'exports.done = true\n'],
])('%s: more than a mark', (path, before, now) => {
  expect(onlySetsFlags(path, before, now)).toBe(false)
})
