import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LoopSpec } from '../loop/state.ts'
import { specFor } from '../run/spec.ts'
import { nodeDisk } from '../system/disk.ts'
import { differencesFrom, keepSubmission, ownSubmission, settingsToAccept } from './own-submission.ts'
import type { Submission } from './stored-values.ts'

const ID = 'ralph-fix-it-0123abcd'
const submission = {
  request: {
    ...{ id: ID, task: 'fix it', check: { kind: 'command', command: 'npm test' } },
    agents: [{ kind: 'command', command: 'codex exec' }],
  },
  ...{ remote: '/srv/a.git', start: 'a'.repeat(40), directory: '', folder: 'shop', setup: 'npm ci' },
} as unknown as Submission

test('what was submitted from here is recognized, and every value that somebody changed in the database is named', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const place = { tree: home, cwd: home, env: {} }
  const disk = nodeDisk('private')
  expect(await ownSubmission(disk, home, ID)).toBeNull()
  await keepSubmission(disk, home, submission)
  const own = await ownSubmission(disk, home, ID)
  if (own === null) throw new Error('it was not kept')

  // As another machine wrote it.
  const spec: LoopSpec = {
    ...specFor(submission.request, tmpdir(), tmpdir()),
    tree: '/worker/shop',
    workspace: '/worker',
  }
  const differs = (change: Partial<LoopSpec>, stored: Partial<Submission> = {}): readonly string[] =>
    differencesFrom(own, { submission: { ...submission, ...stored }, spec: { ...spec, ...change } }, place)
  expect(differs({})).toEqual([])
  expect(differs({ agent: { kind: 'command', command: 'touch x' } })).toEqual(['agent'])
  expect(differs({ done: 'true', check: null })).toEqual(['done', 'check'])
  expect(differs({ hooks: { postIteration: 'touch x', onVerified: null } })).toEqual(['hooks'])
  expect(differs({ waive: ['tests-removed'], proof: 'fast' })).toEqual(['proof', 'waive'].toSorted())
  expect(differs({ limits: { ...spec.limits, iterations: 900 } })).toEqual(['limits'])
  expect(differs({}, { remote: '/evil', start: 'b'.repeat(40), setup: 'touch x' })).toEqual([
    'remote',
    'start',
    'setup',
  ])
})

test('a person sees everything that a loop of others would run or accept', () => {
  const spec = specFor(submission.request, tmpdir(), tmpdir())
  const shown = Object.fromEntries(
    settingsToAccept({ ...spec, hooks: { postIteration: null, onVerified: 'touch x' }, free: ['**'] }),
  )
  expect(shown).toMatchObject({
    agent: '{"kind":"command","command":"codex exec"}',
    check: expect.stringContaining('npm test'),
    hooks: expect.stringContaining('touch x'),
    free: '["**"]',
  })
  expect(Object.keys(shown)).not.toContain('judge')
})
