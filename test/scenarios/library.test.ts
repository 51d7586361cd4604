import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { infer, isUsageError, type RunEvent, type RunOptions, run, testSuiteCheck, verify } from '../../src/index.ts'
import { environmentOf, type Project, project } from '../rig/project.ts'

const FILES = {
  'package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
  'src/value.js': 'export const value = 1\n',
  'value.test.js': `
import assert from 'node:assert'
import { test } from 'node:test'
import { value } from './src/value.js'
test('value', () => assert.equal(value, 2))
`,
}

type Asked = Partial<Omit<RunOptions, 'agent'>> & Pick<RunOptions, 'agent'>

const runIn = ({ path, home }: Project, options: Asked) =>
  run({ task: 'write out.txt', until: 'test -s out.txt', cwd: path, env: environmentOf(home), ...options })

async function kindsOf(events: AsyncIterable<RunEvent>): Promise<readonly string[]> {
  const kinds: string[] = []
  for await (const { kind } of events) kinds.push(kind)
  return kinds
}

/** A zombie has ended: nobody has asked for its exit code yet. */
const isAlive = (pid: string): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

test('a run is awaited, iterated live, and read again afterwards', async () => {
  const here = project()
  const inTurn: boolean[] = []
  const loop = runIn(here, {
    agent({ workspace, onText }) {
      onText('working')
      writeFileSync(join(workspace, 'out.txt'), 'x')
      return 'done'
    },
  })
  const ended = loop.then(() => true)
  for await (const event of loop) if (event.kind === 'turn-text') inTurn.push(await Promise.race([ended, false]))
  expect(inTurn).toEqual([false])
  const { outcome, verified, exitCode, turns, receipt, usd } = await loop
  expect([outcome.kind, verified, exitCode, turns, usd]).toEqual(['verified', true, 0, 1, null])
  expect(statSync(receipt ?? '').isFile()).toBe(true)
  expect(await kindsOf(loop)).toEqual(['loop-start', 'baseline-end', 'turn-start', 'turn-end', 'check-end', 'loop-end'])
})

test.runIf(process.platform === 'linux')(
  'leaving the iteration stops the agent before the next line runs',
  async () => {
    const here = project()
    const loop = runIn(here, { agent: 'sleep 300 & echo $! > pid; echo ready; sleep 300' })
    for await (const event of loop) if (event.kind === 'turn-text') break
    expect(isAlive(here.read('pid').trim())).toBe(false)
    expect((await loop).outcome).toEqual({ kind: 'aborted' })
    // The tree is free for the next one, which is aborted before it has begun, and by a signal.
    expect((await runIn(here, { agent: 'sleep 300' }).abort()).outcome).toEqual({ kind: 'aborted' })
    const stop = new AbortController()
    const asked = { agent: () => stop.abort(), signal: stop.signal }
    expect((await runIn(here, asked)).outcome).toEqual({ kind: 'aborted' })
  },
)

test('what cannot start is refused, and is handled where it is only iterated', async () => {
  const here = project(FILES)
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const refusals: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ until: 'the code is nice' }, 'criterion-unmeasurable'],
    [{ until: 'true' }, 'criterion-cannot-fail'],
    [{ until: undefined }, 'until-missing'],
    [{ until: { kind: 'exit_code', command: 7 } }, 'request-invalid'],
    [{ until: await infer('improve it', { cwd: here.path }) }, 'not-inferred'],
    [{ agent: 'cladue' }, 'unknown-agent'],
    [{ agent: undefined }, 'agent-missing'],
    [{ agent: ['./agent.sh', 'cladue'] }, 'unknown-agent'],
    [{ task: ' ' }, 'no-task'],
    [{ proof: 'huge' }, 'request-invalid'],
  ]
  for (const [options, problem] of refusals) {
    const loop = runIn(here, { agent: './agent.sh', ...options } as Asked)
    const error = await kindsOf(loop).catch((thrown: unknown) => thrown)
    expect([options, isUsageError(error) && error.problem]).toEqual([options, problem])
  }
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a proposal and a built-in check are proven; a proposal that a person must confirm is not accepted', async () => {
  const here = project(FILES)
  const inferred = await infer('fix the failing tests', { cwd: here.path })
  if (inferred.kind !== 'proposed') throw new Error('refused')
  expect(inferred.proposal).toMatchObject({ verificationCommand: 'npm test', expectNow: 'failing' })
  for (const until of [inferred, testSuiteCheck({ command: 'npm test' })]) {
    here.write('src/value.js', FILES['src/value.js'])
    const loop = runIn(here, {
      task: 'fix the failing tests',
      until,
      agent: 'echo "export const value = 2" > src/value.js',
    })
    const steps: string[] = []
    for await (const event of loop)
      if (event.kind === 'check-end') steps.push(...(event.proof?.steps ?? []).map(({ step }) => step))
    expect((await loop).outcome.kind).toBe('verified')
    expect(steps).toContain('canary')
  }
  const unsure = { ...inferred, proposal: { ...inferred.proposal, needsHumanConfirmation: true } }
  await expect(runIn(here, { until: unsure, agent: './agent.sh' })).rejects.toThrow('A person must confirm')
  const { kind, exitCode } = await verify('npm test', { cwd: here.path, env: environmentOf(here.home) })
  expect([kind, exitCode]).toEqual(['passed', 0])
})

test('a function that throws has failed a turn', async () => {
  const agent = (): void => {
    throw new Error('no model')
  }
  const result = await runIn(project(), { agent, limits: { iterations: 1 } })
  expect([result.outcome.kind, result.verified, result.receipt]).toEqual(['limit_reached', false, null])
  expect(result.missing).toContain('test -s out.txt')
})
