import { expect, test } from 'vitest'
import { projectFiles } from '../../../test/rig/project-files.ts'
import { inferCompletion } from '../infer.ts'
import { readProject } from '../read-project.ts'

const workflow = (...lines: readonly string[]): string =>
  [
    'on: [push, pull_request]',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    ...lines.map(line => `      - run: ${line}`),
  ].join('\n')

const scripts = { test: 'vitest run', lint: 'eslint .', build: 'tsc -p .' }
const inNpm = (...lines: readonly string[]): Readonly<Record<string, string | object>> => ({
  'package.json': { name: 'sample', scripts: { ...scripts, 'test:functional': 'node functional.js' } },
  '.github/workflows/ci.yml': workflow('npm ci', ...lines),
})

async function isAsked(task: string, files: Readonly<Record<string, string | object>>): Promise<boolean> {
  const found = inferCompletion(task, await readProject(projectFiles(files), task))
  return found.kind === 'refused' || found.proposal.needs_human_confirmation
}

const RENAME = 'rename the option maxDepth to depth throughout the code, behavior stays the same'

test('a gate whose parts are all written down is used, wherever the change goes', async () => {
  expect(await isAsked(RENAME, inNpm('npm test', 'npm run lint', 'npm run build'))).toBe(false)
})

test('a suite that CI runs beside the gate is a reason to ask', async () => {
  expect(await isAsked(RENAME, inNpm('npm test', 'npm run lint', 'npm run build', 'npm run test:functional'))).toBe(
    true,
  )
})

test('a script whose name promises no check is no suite to be sure of', async () => {
  const body = 'sample-test: sample.c\n\t$(CC) -o sample-test sample.c\n\t./sample-test\n'
  const fix = 'the range function reads one byte before the buffer when it is empty, fix it'
  expect(await isAsked(fix, { Makefile: `all: sample-test\n\n${body}`, 'sample.c': '' })).toBe(true)
})

test('a variable that the task sets and the command does not is a reason to ask', async () => {
  const files = inNpm('npm test')
  expect(await isAsked('the unit tests fail in the parser, make the tests pass', files)).toBe(false)
  expect(await isAsked('with LAZY_LOAD=1 the unit tests fail in the parser, make the tests pass', files)).toBe(true)
})

test('an option, a suite, or a format that the task names and the command does not have is a reason to ask', async () => {
  const files = inNpm('npm test', 'npm run lint', 'npm run build')
  expect(await isAsked('the build fails, repair it', files)).toBe(false)
  expect(await isAsked('the build fails with SAMPLE_DEV_WARNINGS turned on, repair it', files)).toBe(true)
  expect(await isAsked('the build fails (tsc --strict), repair it', files)).toBe(true)
  expect(await isAsked('the tests are broken since we changed the exit codes', files)).toBe(false)
  expect(await isAsked('the end to end tests are broken since we changed the exit codes', files)).toBe(true)
  expect(await isAsked('eslint fails in CI, fix it', files)).toBe(false)
  expect(await isAsked('the eslint format check fails in CI, fix it', files)).toBe(true)
})

test('a path in the folder of another suite is a reason to ask', async () => {
  const files = inNpm('npm test', 'npm run lint')
  expect(await isAsked('functional/run.js loses the last line. Fix it.', files)).toBe(true)
  expect(await isAsked('src/run.js loses the last line. Fix it.', files)).toBe(false)
})

test('an option of another form, or the name of a script that builds, is a reason to ask', async () => {
  const rust = {
    'Cargo.toml': '[package]\nname = "sample"\n',
    '.github/workflows/ci.yml': workflow('cargo clippy -- -D warnings', 'cargo clippy --tests -- -D warnings'),
  }
  expect(await isAsked('clippy fails on the test targets, fix that', rust)).toBe(true)
  expect(await isAsked('clippy fails, fix that', rust)).toBe(false)
  const npm = {
    'package.json': { name: 'sample', scripts: { ...scripts, backport: 'node backport.js' } },
    '.github/workflows/ci.yml': workflow('npm run build'),
  }
  expect(await isAsked('the backport does not compile any more, fix it', npm)).toBe(true)
  expect(await isAsked('the project does not compile any more, fix it', npm)).toBe(false)
})
