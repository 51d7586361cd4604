import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { book } from '../../test/rig/notation.ts'
import type { Criterion } from './criterion.ts'
import { parseCriterion } from './parse.ts'
import { toShell } from './to-shell.ts'

const commands: readonly (readonly [command: string, code: number])[] = [
  ['true', 0],
  ['false', 1],
  ['exit 3', 3],
  ['cd / && test -d tmp', 0],
  ['cd /nowhere 2>/dev/null', 1],
  ['true | false', 1],
  ['false | true', 1],
  ['false; true', 0],
  ['A=1 && test "$A" = 1', 0],
  ['test -z "$A" # no variable of another part', 0],
  ['true || exit 9', 0],
  ["bash -c 'exit 2'", 2],
  ['(exit 4)', 4],
  ['! true', 1],
  ['if true; then exit 5; fi', 5],
  ['grep -q hello <<E\nhello\nE', 0],
  ['export A=2', 0],
  ['set -u; true', 0],
]

const leaf = fc
  .constantFrom(...commands)
  .chain(([command, code]) =>
    fc
      .constantFrom(0, code, 3)
      .map((expected): [Criterion, boolean] => [
        { kind: 'exit_code', command, expect: expected, said: command },
        code === expected,
      ]),
  )
const { tree } = fc.letrec<{ tree: [Criterion, boolean] }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 3 })
      .map((parts): [Criterion, boolean] => [
        { kind: 'all_of', parts: parts.map(([part]) => part) },
        parts.every(([, holds]) => holds),
      ]),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 3 })
      .map((parts): [Criterion, boolean] => [
        { kind: 'any_of', parts: parts.map(([part]) => part) },
        parts.some(([, holds]) => holds),
      ]),
    tie('tree').map(([part, holds]): [Criterion, boolean] => [{ kind: 'not', part }, !holds]),
  ),
}))

const bash = (line: string) => spawnSync('bash', ['-c', line], { encoding: 'utf8' })

test('the line ends with 0 exactly when the tree holds', () => {
  fc.assert(
    fc.property(tree, ([criterion, holds]) => {
      const { status, stderr } = bash(toShell(criterion))
      expect({ holds: status === 0, stderr, line: toShell(criterion) }).toMatchObject({ holds, stderr: '' })
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['npm test passes AND npx tsc --noEmit exits 0', 'npm test && npx tsc --noEmit'],
  ['either npm test or make check passes', 'npm test || make check'],
  ['npm test fails', '! npm test'],
  ['npm test exits 2', '{ npm test; test "$?" -eq 2; }'],
  ['cd web && make', '( cd web && make )'],
  ['npm test | tee log', 'set -o pipefail; ( npm test | tee log )'],
  ["tests pass and it's true that lint is clean", null],
  ['no TODO in src', 'agent-loop verify \'no file of `src/**/*` contains "TODO"\''],
])('%s', (text, line) => {
  const parsed = parseCriterion(text, book)
  expect(parsed.ok ? toShell(parsed.value.criterion) : null).toBe(line)
})

test.each([
  [`echo "it's ok" prints "it's ok"`, true],
  [`echo nothing prints "it's ok"`, false],
  ['echo WARNING prints warning', true],
  [`bash -c 'echo ok; exit 3' exits 3 and prints ok`, true],
  [`bash -c 'echo ok; exit 3' exits 0 and prints ok`, false],
  [`bash -c 'echo fine >&2' does not print "bad"`, true],
])('%s → %s', (text, holds) => {
  const parsed = parseCriterion(text, book)
  expect(parsed.ok && bash(toShell(parsed.value.criterion)).status === 0).toBe(holds)
})
