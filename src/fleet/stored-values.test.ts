import { expect, test } from 'vitest'
import type { LoopEvent } from '../loop/events.ts'
import type { Submission } from './stored-values.ts'
import { isAddress, isInnerPath, linesOfLoop, refuseWrongSubmission, wrongInJournal } from './stored-values.ts'

const ID = 'ralph-fix-it-0123abcd'
const NONCE = '0123456789abcdef01234567'

test('an address of the database is never an option of git', () => {
  const good = ['origin', '/srv/a.git', '../a', 'ssh://git@host/a', 'git@host:a/b.git', 'codecommit::eu://a', '[::1]:a']
  const bad = ['', '-o', '--upload-pack=touch x;', '--receive-pack=x', 'a\nb', 'https://host/\u001b[2J', '\u0000']
  expect(good.filter(isAddress)).toEqual(good)
  expect(bad.filter(isAddress)).toEqual([])
})

test('a path of others stays in its folder and out of .git', () => {
  const good = ['a', 'a/b', '.gitignore', 'a/.github/x', '..a', 'a b/c..d']
  const bad = ['', '/etc/x', '..', '../x', 'a/../../x', './a', 'a//b', '.git/hooks/pre-commit', 'a/.GIT/config']
  expect(good.filter(isInnerPath)).toEqual(good)
  expect(bad.filter(isInnerPath)).toEqual([])
})

test('a submission with a value that agent-loop never writes is refused, and the field is named', () => {
  const submission = {
    request: { id: ID, task: 'fix it', agents: [{ kind: 'command', command: 'true' }] },
    ...{ remote: '/srv/a.git', start: 'a'.repeat(40), directory: 'packages/a', folder: 'shop', setup: null },
  } as Submission
  const refuse = (change: object, id = ID) => {
    return () => refuseWrongSubmission(id, { ...submission, ...change })
  }
  expect(refuse({})).not.toThrow()
  expect(refuse({ directory: '', setup: 'npm ci' })).not.toThrow()
  for (const change of [
    { remote: '--upload-pack=touch x;' },
    { start: '--all' },
    { directory: '../..' },
    { folder: '..' },
    { folder: 'a/b' },
    { setup: 7 },
  ])
    expect(refuse(change)).toThrow(`${Object.keys(change)[0]} is wrong`)
  expect(refuse({ request: { ...submission.request, id: `${ID}1` } })).toThrow('id is wrong')
  expect(refuse({}, '../../x')).toThrow('id is wrong')
})

test('a journal of another loop, with a second start, with a waiver, or with a mark that fits other processes is refused', () => {
  const start = (spec: object) => ({ kind: 'loop-start', loop: ID, at: '', spec: { id: ID, nonce: NONCE, ...spec } })
  const turn = { kind: 'turn-start', loop: ID, at: '', iteration: 1 }
  const wrong = (...events: readonly object[]): string | null => wrongInJournal(ID, events as LoopEvent[])
  expect(wrong(start({}), turn)).toBeNull()
  expect(wrong(start({}), { kind: 'waiver', loop: ID, at: '' })).toContain('waiver')
  const others = [
    [start({ nonce: '' })],
    [start({ nonce: '../../x' })],
    [start({ id: '../../x' })],
    [start({}), start({})],
    [start({}), { ...turn, loop: 'another' }],
  ]
  for (const events of others) {
    expect(wrong(...events)).toContain('another loop')
    const lines = events.map(event => JSON.stringify(event))
    expect(linesOfLoop(ID, 0, lines)).toEqual(lines.slice(0, -1))
  }
  expect(linesOfLoop(ID, 1, [JSON.stringify(turn), '{', JSON.stringify(turn)])).toEqual([JSON.stringify(turn)])
})
