import { expect, test } from 'vitest'
import { GoOutput } from './test-output.ts'

function follow(text: string, verbose = false): { shown: string; told: string[]; closed: boolean } {
  const told: string[] = []
  let closed = false
  const output = new GoOutput(
    verbose,
    (name, state) => told.push(`${name} ${state}`),
    () => {
      closed = true
    },
  )
  const shown = text
    .trimEnd()
    .split('\n')
    .map(line => output.line(line))
    .join('')
  output.end()
  return { shown, told, closed }
}

const chatty = `=== RUN   TestOk
    a_test.go:3: not shown
printed
--- PASS: TestOk (0.00s)
=== RUN   TestGroup
=== RUN   TestGroup/one
=== PAUSE TestGroup/one
=== RUN   TestGroup/two
    a_test.go:9: bad
        and more
=== CONT  TestGroup/one
    a_test.go:5: fine
--- FAIL: TestGroup (0.01s)
    --- PASS: TestGroup/one (0.00s)
    --- FAIL: TestGroup/two (0.00s)
=== RUN   TestOff
    a_test.go:12: later
--- SKIP: TestOff (0.00s)
FAIL
`

test('of what a binary says when it tells everything, only what it would have said is shown', () => {
  expect(follow(chatty)).toEqual({
    shown:
      'printed\n--- FAIL: TestGroup (0.01s)\n    --- FAIL: TestGroup/two (0.00s)\n        a_test.go:9: bad\n            and more\nFAIL\n',
    told: ['TestOk passed', 'TestGroup failed', 'TestGroup/one passed', 'TestGroup/two failed', 'TestOff skipped'],
    closed: true,
  })
})

test('all of it is shown when all of it was asked for', () => {
  expect(follow(chatty, true).shown).toBe(chatty)
})

test('what is printed without an end of line stays in front of what follows', () => {
  const marked = '\u0016=== RUN   TestA\nno end\u0016--- FAIL: TestA (0.00s)\nFAIL\n'
  const unmarked = '=== RUN   TestA\nno end    a_test.go:3: bad\n--- FAIL: TestA (0.00s)\nFAIL\n'
  expect(follow(marked).shown).toBe('no end--- FAIL: TestA (0.00s)\nFAIL\n')
  expect(follow(unmarked).shown).toBe('no end--- FAIL: TestA (0.00s)\n    a_test.go:3: bad\nFAIL\n')
})

test('a binary that exits before it has said PASS or FAIL has not come to its end', () => {
  expect(follow('=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n').closed).toBe(false)
})
