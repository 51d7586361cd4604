import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verificationReportSchema } from '../../src/check/verify/report-schema.ts'
import { project } from '../rig/in-process.ts'
import { isRunning, type Json, type Project } from '../rig/project.ts'

async function verified(
  from: Project,
  criterion: string,
  ...flags: string[]
): Promise<{ code: number | null; report: Json }> {
  const end = await from.cli(['verify', criterion, '--json', ...flags])
  const report = end.events.at(-1) ?? {}
  expect(end.out.trim().split('\n')).toHaveLength(1)
  expect(verificationReportSchema.safeParse(report).error?.issues).toBeUndefined()
  return { code: end.code, report }
}

describe('verify answers in one shape', () => {
  test('yes: exit 0, learnings null', async () => {
    const { code, report } = await verified(project(), 'echo fine')
    expect(code).toBe(0)
    expect(report).toMatchObject({
      verified: true,
      command: 'echo fine',
      exitCode: 0,
      output: 'fine\n',
      learnings: null,
    })
  })

  test('no: exit 1, and what is to fix', async () => {
    const { code, report } = await verified(project(), 'echo "error: the sky fell"; exit 3')
    expect(code).toBe(1)
    expect(report).toMatchObject({ verified: false, exitCode: 3, learnings: expect.stringContaining('the sky fell') })
  })

  test('any expected exit code', async () => {
    expect((await verified(project(), '`exit 3` exits 3')).code).toBe(0)
  })

  test('several parts: each is run and reported, in order', async () => {
    const { code, report } = await verified(project(), 'test -d . && false && test -e .')
    expect(code).toBe(1)
    expect(report).toMatchObject({
      overallVerified: false,
      checks: [{ verified: true }, { verified: false, exitCode: 1 }, { verified: true }],
    })
  })

  test('--bail stops at the part that settles it', async () => {
    const from = project()
    const { report } = await verified(from, '`false` passes AND `touch ran` passes', '--bail')
    expect(report['checks']).toHaveLength(1)
    expect(existsSync(join(from.path, 'ran'))).toBe(false)
  })

  test.each([
    ['`false` passes OR `true` passes', 0],
    ['`false` fails', 0],
    ['`no-such-program-at-all` fails', 4],
    ['README.md mentions --json', 0],
    ['README.md does not mention --json', 1],
    ['docs/adr exists', 1],
    ['no TODO in src/', 1],
    ['every *.ts in src exports a default', 0],
    ['all functions in src have JSDoc', 1],
    ['`echo "Score: 81.5%"` shows > 80%', 0],
    ['`echo "Coverage: 81.5%"` shows > 80%', 0],
    ['`echo "Score: 80%"` shows > 80%', 1],
    ['`echo hello` prints hello', 0],
  ])('%s → %i', async (criterion, code) => {
    const from = project({ 'README.md': 'use --json\n', 'src/a.ts': '// TODO\nexport default function a() {}\n' })
    expect((await verified(from, criterion)).code).toBe(code)
  })

  test('nothing is written into the tree', async () => {
    const from = project({}, { git: true })
    await verified(from, 'true')
    expect(from.git('status', '--porcelain', '--ignored')).toBe('')
  })
})

describe('what keeps a criterion from being answered', () => {
  test('a matter of opinion: exit 3, parse_error', async () => {
    const { code, report } = await verified(project(), 'coverage is good')
    expect(code).toBe(3)
    expect(report).toMatchObject({
      verified: false,
      error: 'parse_error',
      criteria: 'coverage is good',
      learnings: expect.any(String),
    })
  })

  test.each([
    ['no-such-program --flag', {}, 'no-such-program'],
    [
      'npm test',
      { 'package.json': '{"scripts":{"test":"no-such-runner"},"devDependencies":{"no-such-runner":"1"}}' },
      'npm install',
    ],
    ['npm run nope', { 'package.json': '{}' }, 'nope'],
    ['npx no-such-package-zz', { 'package.json': '{}' }, 'no-such-package-zz'],
    ['python3 -m no_such_module', { 'requirements.txt': 'no_such_module\n' }, 'pip install -r requirements.txt'],
    ['make nothing-like-it', { Makefile: 'all:\n' }, 'nothing-like-it'],
  ])('%s: exit 4, command_not_found', async (criterion, files, says) => {
    const { code, report } = await verified(project(files), criterion)
    expect(report).toMatchObject({
      verified: false,
      error: 'command_not_found',
      message: expect.stringContaining(says),
    })
    expect(code).toBe(4)
  })

  test('npx never downloads what a check should find', async () => {
    const from = project({ 'package.json': '{}' })
    await verified(from, 'npx no-such-package-zz')
    expect(existsSync(join(from.home, '.npm/_npx'))).toBe(false)
  })

  test('a signal is not an exit code', async () => {
    const { report } = await verified(project(), 'kill -SEGV $$')
    expect(report).toMatchObject({ verified: false, exitCode: null })
  })

  // Each says who it is before it hides: by forking, by ignoring the signal, by a session of its own, by losing its parent.
  const hiders = [
    'sleep 1000 & echo "pid $!"',
    'setsid sleep 1000 & echo "pid $!"',
    `(trap "" TERM INT HUP; echo "pid $BASHPID"; while :; do sleep 1000; done) &`,
    `(setsid bash -c 'trap "" TERM; echo "pid $BASHPID"; while :; do sleep 1000; done' &)`,
    `setsid bash -c 'setsid bash -c "echo pid \\$BASHPID; exec sleep 1000" & sleep 1000' &`,
  ]

  test('a timeout: exit 4, what was printed is kept, and no descendant is alive', async () => {
    const { code, report } = await verified(
      project(),
      `${hiders.join('\n')}\nwait; sleep 1000`,
      '--verify-timeout',
      '2s',
    )
    expect(code).toBe(4)
    expect(report).toMatchObject({ verified: false, error: 'timeout', message: expect.stringContaining('2s') })
    const pids = [...String(report['output']).matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))
    expect(pids).toHaveLength(hiders.length)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('a criterion that is missing, or two of them: exit 2', async () => {
    const { cli } = project()
    expect((await cli(['verify'])).code).toBe(2)
    expect((await cli(['verify', 'npm', 'test'])).code).toBe(2)
  })
})

describe('what a person sees', () => {
  test('at most eight lines, failure first, places that can be clicked', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [
        `f${n}.test.mjs`,
        `import { test } from 'node:test'\ntest('t${n}', () => { throw new Error('no') })\n`,
      ]),
    )
    const end = await project(files).cli(['verify', 'node --test'])
    expect(end.code).toBe(1)
    const lines = end.out.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(8)
    expect(lines[0]).toMatch(/^✗ not done {2}node --test/)
    expect(end.out).toMatch(/f0\.test\.mjs:2/)
    expect(end.out).toContain('9 of 9 tests failed')
    expect(end.out).toContain('…and')
  })
})

const whole = z.number().int()
const ctrfTest = z.strictObject({
  name: z.string().min(1),
  status: z.enum(['passed', 'failed', 'skipped', 'pending', 'other']),
  duration: whole,
  message: z.string().optional(),
  filePath: z.string().optional(),
  line: whole.optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
})
const ctrfSchema = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  results: z.strictObject({
    tool: z.strictObject({ name: z.string().min(1) }),
    summary: z.strictObject({
      tests: whole,
      passed: whole,
      failed: whole,
      pending: whole,
      skipped: whole,
      other: whole,
      start: whole,
      stop: whole,
    }),
    tests: z.array(ctrfTest),
  }),
})

describe('--ctrf writes the tests of the run', () => {
  const tap =
    "printf 'TAP version 13\\n1..3\\nok 1 - adds\\nnot ok 2 - takes %s\\nok 3 - waits # SKIP\\n' $MY_TOKEN; exit 1"

  test('as a document of that format, each run once, without secrets', async () => {
    const from = project()
    const criterion = `\`${tap}\` passes AND \`${tap}\` exits 0`
    const end = await from.cli(['verify', criterion, '--ctrf', 'out/tests.json'], { env: { MY_TOKEN: 'swordfish-9' } })
    expect(end.code).toBe(1)
    const report = ctrfSchema.parse(JSON.parse(readFileSync(join(from.path, 'out', 'tests.json'), 'utf8')))
    expect(report.results.summary).toMatchObject({ tests: 3, passed: 1, failed: 1, skipped: 1, other: 0 })
    expect(report.results.summary.stop).toBeGreaterThanOrEqual(report.results.summary.start)
    expect(report.results.tests).toMatchObject([{ name: 'takes [MY_TOKEN]', status: 'failed' }])
  })

  test('a file that cannot be written is said, and is no success', async () => {
    const from = project()
    writeFileSync(join(from.path, 'plain'), '')
    const end = await from.cli(['verify', 'true', '--ctrf', 'plain/tests.json'])
    expect(end.code).not.toBe(0)
    expect(end.err).toContain('Cannot write the report')
  })
})

describe('a folder that is not there', () => {
  test('is no proof that it holds none of some kind of file', async () => {
    const { code, report } = await verified(project(), 'no .js files in src')
    expect(code).toBe(1)
    expect(report).toMatchObject({ verified: false, learnings: expect.stringContaining('there is no folder src') })
  })

  test('one that is there and has none is', async () => {
    const from = project({ 'src/a.ts': 'export {}\n' })
    expect((await verified(from, 'no .js files in src')).code).toBe(0)
  })
})

describe('coverage without a script for it', () => {
  test('is measured as the runner of the project measures it, or the refusal says what to install', async () => {
    const bare = project({
      'package.json': JSON.stringify({ scripts: { test: 'mocha' }, devDependencies: { mocha: '11' } }),
    })
    const refused = await bare.cli(['verify', 'coverage >= 80%', '--json'])
    expect(refused.code).not.toBe(0)
    expect(refused.out).toContain('npm install --save-dev c8')
  })
})
