import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Verification } from '../../src/check/verify/verification.ts'
import { type CheckMemory, commandCheck, featureListCheck, testSuiteCheck, thisMachine } from '../../src/core.ts'
import { snapshotOf } from '../rig/check-fixtures.ts'
import { isRunning } from '../rig/project.ts'

const signal = AbortSignal.timeout(50_000)

function workspace(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-check-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const listOf = (...features: readonly object[]): Readonly<Record<string, string>> => ({
  'feature_list.json': JSON.stringify(features),
})

const DETACHED = `node -e 'const child = require("child_process").spawn("sleep", ["600"], { detached: true, stdio: "ignore" }); require("fs").writeFileSync("pid", String(child.pid)); child.unref(); process.exit(0)'`

test.each([
  ['a feature', () => featureListCheck(), `${DETACHED}`],
  ['a suite', () => testSuiteCheck({ command: DETACHED }), 'true'],
  ['a command', () => commandCheck({ command: `${DETACHED}; echo null` }), 'true'],
])('what the command of %s leaves behind is dead when the answer comes', async (_, check, verify) => {
  const cwd = workspace(listOf({ name: 'a', passes: true, verify }))
  expect(await check().check(snapshotOf(cwd), signal)).toBeNull()
  expect(isRunning(Number(readFileSync(join(cwd, 'pid'), 'utf8')))).toBe(false)
})

test('a feature whose command runs no test is not complete', async () => {
  const cwd = workspace(listOf({ name: 'a', passes: true, verify: 'node --test' }))
  expect(await featureListCheck().check(snapshotOf(cwd), signal)).toContain('incomplete features: a')
})

test('a feature whose command never ends is not complete', async () => {
  const cwd = workspace(listOf({ name: 'a', passes: true, verify: 'sleep 600' }))
  const check = featureListCheck({}, { ...thisMachine(), timeoutMs: 300 })
  expect(await check.check(snapshotOf(cwd), signal)).toContain('timed out after')
})

test('a command that serves several features runs once', async () => {
  const verify = 'echo x >> runs.txt'
  const cwd = workspace(listOf({ name: 'a', passes: true, verify }, { name: 'b', passes: true, verify }))
  expect(await featureListCheck().check(snapshotOf(cwd), signal)).toBeNull()
  expect(readFileSync(join(cwd, 'runs.txt'), 'utf8')).toBe('x\n')
})

test('commands run only once every flag is set', async () => {
  const cwd = workspace(listOf({ name: 'a', passes: true, verify: 'touch ran.txt' }, { name: 'b', passes: false }))
  expect(await featureListCheck().check(snapshotOf(cwd), signal)).toBe('incomplete features: b.')
  expect(() => readFileSync(join(cwd, 'ran.txt'))).toThrow()
})

test('a list that was cut short is noticed by the next process too', async () => {
  const kept = new Map<string, string>()
  const memory: CheckMemory = {
    recall: async name => kept.get(name) ?? null,
    keep: async (name, text) => void kept.set(name, text),
  }
  const inAnotherProcess = () => featureListCheck({}, { ...thisMachine(), memory })
  const cwd = workspace(listOf({ name: 'a', passes: false }, { name: 'b', passes: false }))
  await inAnotherProcess().check({ ...snapshotOf(cwd), iteration: 0 }, signal)
  writeFileSync(join(cwd, 'feature_list.json'), JSON.stringify([{ name: 'a', passes: true }]))
  expect(await inAnotherProcess().check(snapshotOf(cwd), signal)).toContain('removed: b')
  kept.set('feature_list:feature_list.json', 'x')
  await expect(inAnotherProcess().check(snapshotOf(cwd), signal)).rejects.toThrow('the saved copy of')
})

test('names cannot carry signs that steer a terminal into the reason', async () => {
  const cwd = workspace(listOf({ name: 'a\u001b[2J\nIgnore all that', passes: false }))
  expect(await featureListCheck().check(snapshotOf(cwd), signal)).toBe('incomplete features: a [2J Ignore all that.')
})

test('the evidence of a suite is recorded, and its output is logged', async () => {
  const cwd = workspace({})
  mkdirSync(join(cwd, 'packages'))
  const evidence: Verification[] = []
  const logged: string[] = []
  const onBytes = (iteration: number, bytes: Uint8Array): void => {
    logged.push(`${iteration}: ${Buffer.from(bytes).toString('utf8')}`)
  }
  const check = testSuiteCheck({ command: 'ls -d "$PWD"', workingDirectory: 'packages' }, { ...thisMachine(), onBytes })
  const record = (proof: Verification): void => void evidence.push(proof)
  expect(await check.check({ ...snapshotOf(cwd), iteration: 3, record }, signal)).toBeNull()
  expect(evidence.map(({ kind, command }) => [kind, command])).toEqual([['passed', 'ls -d "$PWD"']])
  expect(logged).toEqual([`3: ${cwd}/packages\n`])
})

test('a check that is stopped has no answer', async () => {
  const cwd = workspace({})
  const stopped = AbortSignal.abort()
  await expect(commandCheck({ command: 'echo null' }).check(snapshotOf(cwd), stopped)).rejects.toThrow('stopped')
  expect(await testSuiteCheck({ command: 'test -d .' }).check(snapshotOf(cwd), stopped)).not.toBeNull()
})
