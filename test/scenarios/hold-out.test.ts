import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

const testOf = (title: string, from: string, asserts: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { fib } from '${from}/fib.js'\ntest('${title}', () => ${asserts})\n`
const SECRET = testOf('largesecret', '../..', 'assert.equal(fib(20), 6765)')
const FILES = {
  'package.json': '{"private":true,"type":"module"}\n',
  'fib.js': 'export const fib = () => 0\n',
  'test/fib.test.js': testOf('small', '..', 'assert.equal(fib(7), 13)'),
  'test/hidden/secret.test.js': SECRET,
}
const TABLE = 'export const fib = n => ({ 1: 1, 7: 13 })[n]'
const RIGHT = 'export const fib = n => (n < 2 ? n : fib(n - 1) + fib(n - 2))'
const HIDDEN = 'test/hidden/secret.test.js'
const RUN = ['run', 'implement fib', '-c', 'node --test', '--hold-out', 'test/hidden']
const COMMIT = 'git -c user.name=t -c user.email=t@example.org commit -qam work'

const state = ({ read, git }: Project) => ({ test: read(HIDDEN), marked: git('ls-files', '-v', HIDDEN).slice(0, 1) })
const BACK = { test: SECRET, marked: 'H' }

test('a lookup table does not pass, and nothing that the agent can see in its tree names the held-out test', async () => {
  const here = project(FILES, { git: true })
  const look =
    'cat "$AGENT_LOOP_PROMPT_FILE"; ls -R . ; git status --porcelain; grep -RlE "largesecret|secret.test" . --exclude-dir=.git'
  const agent = `{ ${look}; } >> ../seen; if grep -q 'n < 2' fib.js; then :; elif grep -q 13 fib.js; then echo '${RIGHT}' > fib.js; else echo '${TABLE}' > fib.js; fi; ${COMMIT}`
  const end = await here.cli([...RUN, '--agent-cmd', agent, '--json'])
  expect(end.code).toBe(0)
  expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 2 })
  const missing = end.events.filter(({ kind }) => kind === 'check-end').map(({ missing }) => missing)
  expect(missing).toEqual([expect.stringMatching(/^A held-out test fails/), null])
  expect(here.read('../seen')).not.toMatch(/largesecret|secret\.test/)
  expect(here.read('../seen')).toContain('A held-out test fails')
  expect(state(here)).toEqual(BACK)
  expect(here.git('show', `HEAD:${HIDDEN}`)).toBe(SECRET)
  const nothing = await here.cli([...RUN.slice(0, 4), '--hold-out', 'no/such/**', '--agent-cmd', 'true'])
  expect(nothing.code).toBe(2)
  expect(nothing.err).toContain('--hold-out no/such/** matches no file')
})

test.each(['abort', 'resume'])('killed in the middle of a turn, the files are back after %s', async how => {
  const here = project(FILES, { git: true })
  const agent = `if [ -f ../go ]; then echo '${RIGHT}' > fib.js; else mkdir -p test/hidden; echo mine > ${HIDDEN}; touch ../started; sleep 60; fi`
  const named = RUN.map(word => (word === 'node --test' ? `node --test test/fib.test.js ${HIDDEN}` : word))
  const loop = here.start([...named, '--agent-cmd', agent, '--loop-id', 'ralph-fib-0123abcd'])
  await expect.poll(() => existsSync(join(here.path, '../started')), { timeout: 60_000 }).toBe(true)
  loop.process.kill('SIGKILL')
  await loop.ended
  expect(here.read(HIDDEN)).toBe('mine\n')
  here.write('../go', '')
  const end = await here.cli([how, 'ralph-fib-0123abcd'])
  expect(end.code).toBe(0)
  expect(state(here)).toEqual(BACK)
  rmSync(join(here.path, '../go'))
})
