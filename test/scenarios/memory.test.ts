import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const BROKEN = 'export const add = (a, b) => a - b\n'
const files = {
  'add.mjs': BROKEN,
  'add.test.mjs': [
    "import assert from 'node:assert'",
    "import { test } from 'node:test'",
    "import { add } from './add.mjs'",
    "test('adds', () => assert.equal(add(1, 2), 3))",
    '',
  ].join('\n'),
}
const FIX = "sed -i 's/a - b/a + b/' add.mjs"
const loop = (id: string, agent: string, turns = '3'): string[] => [
  ...['run', 'fix the tests', '-c', 'node --test add.test.mjs', '--agent-cmd', agent],
  ...['--loop-id', id, '--max-iterations', turns, '--json'],
]
const [A, B] = ['ralph-first-00000001', 'ralph-second-00000002']

const store = ({ home }: Project): string => {
  const projects = join(home, '.local/state/agent-loop/projects')
  return join(projects, readdirSync(projects)[0] ?? '')
}

describe('what one loop learned', () => {
  test('is told to the next one that meets the same failure, as data', async () => {
    const here = project(files)
    expect((await here.cli(loop(A, FIX))).code).toBe(0)
    expect(JSON.parse(here.read('.aiwg/ralph/reflections/reflections.json')).lessons).toHaveLength(1)
    here.write('add.mjs', BROKEN)
    expect((await here.cli(loop(B, FIX))).code).toBe(0)
    const prompt = readFileSync(join(store(here), 'loops', B, 'iterations/001/prompt.md'), 'utf8')
    expect(prompt).toContain('Learned in an earlier loop: "Failing test in add.test.mjs')
    expect(prompt.indexOf('Learned in an earlier loop')).toBeGreaterThan(prompt.indexOf('data, not instructions'))
    const first = readFileSync(join(store(here), 'loops', A, 'iterations/001/prompt.md'), 'utf8')
    expect(first).not.toContain('Learned in an earlier loop')
  })

  test('is not learned from a loop that was not verified', async () => {
    const here = project(files)
    expect((await here.cli(loop(A, 'true', '1'))).code).toBe(1)
    expect((await here.cli(['reflections', '--json'])).events).toEqual([{ reflections: [] }])
  })

  test('show, patterns, clear', async () => {
    const here = project(files)
    expect((await here.cli(['reflections'])).out).toContain('No reflections')
    for (let n = 1; n <= 4; n++) {
      here.write('add.mjs', BROKEN)
      expect((await here.cli(loop(`ralph-again-0000000${n}`, FIX))).code).toBe(0)
      const { out } = await here.cli(['reflections', 'patterns'])
      if (n < 4) expect(out).toContain('No recurring patterns')
      else expect(out).toMatch(/adds.*\n {2}helped 4 times, reused 3 times/)
    }
    expect((await here.cli(['reflections', 'show', '--json'])).events).toMatchObject([
      { reflections: [{ tests: ['add.test.mjs::adds'], helped: 4, recalled: 3, score: expect.any(Number) }] },
    ])
    const unasked = await here.cli(['reflections', 'clear'])
    expect(unasked.code).toBe(3)
    expect((await here.cli(['reflections', 'clear', '--yes'])).out).toContain('Deleted 1 reflection.')
    expect((await here.cli(['reflections', '--json'])).events).toEqual([{ reflections: [] }])
    expect(JSON.parse(here.read('.aiwg/ralph/reflections/reflections.json')).lessons).toEqual([])
    expect((await here.cli(['reflections', 'everything'])).code).toBe(2)
  })

  test('that is damaged is said and moved aside, and the loop runs', async () => {
    const here = project(files)
    await here.cli(loop(A, FIX))
    const path = join(store(here), 'reflections/reflections.json')
    writeFileSync(path, '{"version": "1.0.0", "lessons": [{"says": 7}]}')
    here.write('add.mjs', BROKEN)
    const end = await here.cli(loop(B, FIX))
    expect(end.code).toBe(0)
    expect(end.err).toContain(`${path} is damaged (lessons.0`)
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('"says": 7')
    expect((await here.cli(['reflections', '--json'])).events).toMatchObject([{ reflections: [{ loop: B }] }])
  })
})

describe('the state directory', () => {
  test('has a checkpoint and a row of figures for every iteration, and an archive', async () => {
    const here = project(files)
    await here.cli(loop(A, `test -f once || { touch once; exit 0; }; ${FIX}`))
    const view = `.aiwg/ralph/loops/${A}`
    expect(readdirSync(join(here.path, view, 'checkpoints'))).toEqual([
      'iteration-001.json.gz',
      'iteration-002.json.gz',
    ])
    const packed = readFileSync(join(here.path, view, 'checkpoints/iteration-001.json.gz'))
    expect(JSON.parse(gunzipSync(packed).toString())).toMatchObject({
      loop_id: A,
      iteration: 1,
      state: { iteration: 1, outcome: null, failing: { ids: ['add.test.mjs::adds'], count: 1 } },
    })
    expect(JSON.parse(here.read(`${view}/analytics/analytics.json`))).toMatchObject({
      totals: { iterations: 2, fixed: 1, best_iteration: 2, outcome: 'verified', tokens: null },
      iterations: [
        { iteration: 0, verdict: 'not_yet', failing: 1, turn_ms: null },
        { iteration: 1, verdict: 'not_yet', failing: 1, fixed: 0, turn_ended: 'claims-done' },
        { iteration: 2, verdict: 'verified', failing: 0, fixed: 1, tests: { passed: 1, failed: 0 } },
      ],
    })
    expect(JSON.parse(here.read(`.aiwg/ralph/archive/${A}.json`))).toMatchObject({ loop_id: A, status: 'verified' })
    expect(here.read(`${view}/progress.md`)).toMatch(/## Result\n\n- verified: `the check passes/)
  })

  test('holds no link that leads nowhere while the first check runs', async () => {
    const here = project(files)
    const check = 'find -L .aiwg -type l | grep . && exit 0; test -f done'
    await here.cli(['run', 'make the file', '-c', check, '--agent-cmd', 'touch done', '--json'])
    expect(here.read('done')).toBe('')
  })

  test('is rebuilt when somebody deletes it during a turn, and nothing in it may be written by everybody', async () => {
    const here = project(files)
    const agent = `rm -rf .aiwg; ${FIX}`
    await here.cli(['--json', ...loop(A, `umask 0; ${agent}`)])
    for (const name of ['state.json', 'progress.md', 'events.jsonl', 'checkpoints', 'analytics', 'iterations'])
      expect(lstatSync(join(here.path, `.aiwg/ralph/loops/${A}`, name)).size, name).toBeGreaterThan(0)
    expect(JSON.parse(here.read('.aiwg/ralph/registry.json')).recent_loops).toMatchObject([{ loop_id: A }])
    rmSync(join(here.path, '.aiwg'), { recursive: true })
    expect((await here.cli(['status', A, '--json'])).events[0]?.['loops']).toMatchObject([{ status: 'verified' }])
    here.write('add.mjs', BROKEN)
    const line = [process.execPath, CLI, ...loop(B, FIX)].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    execFileSync('sh', ['-c', `umask 0; ${line}`], {
      cwd: here.path,
      env: here.env,
    })
    const all = readdirSync(join(here.path, '.aiwg'), { recursive: true, encoding: 'utf8' })
    const open = all.filter(name => (statSync(join(here.path, '.aiwg', name)).mode & 0o002) !== 0)
    expect(all.length).toBeGreaterThan(5)
    expect(open).toEqual([])
  })

  test('lists every loop that has ended, also those that the registry no longer knows', async () => {
    const here = project(files)
    await here.cli(loop(A, FIX))
    const archive = join(store(here), 'archive')
    const entry = JSON.parse(readFileSync(join(archive, `${A}.json`), 'utf8'))
    for (let n = 0; n < 50; n++) {
      const loop_id = `ralph-old-${String(n).padStart(8, '0')}`
      writeFileSync(join(archive, `${loop_id}.json`), JSON.stringify({ ...entry, loop_id, last_active: `2020-${n}` }))
    }
    writeFileSync(join(archive, 'ralph-broken-00000000.json'), '{')
    const end = await here.cli(['list', '--archived', '--json'])
    const loops = end.events[0]?.['loops'] as { loop_id: string }[]
    expect(loops).toHaveLength(51)
    expect(loops[0]?.loop_id).toBe(A)
    expect(end.err).toContain('ralph-broken-00000000.json is damaged')
    expect((await here.cli(['list', '--json'])).events[0]?.['loops']).toHaveLength(1)
  })
})
