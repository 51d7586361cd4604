import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { inferenceJsonSchema } from '../../src/infer/proposal-schema.ts'
import { commandIn } from '../rig/in-process.ts'
import { environmentOf } from '../rig/project.ts'
import { projectFiles } from '../rig/project-files.ts'

const root = resolve(import.meta.dirname, '../..')
const golden = (name: string): string => join(root, 'test/golden/infer', name, 'project')

async function agentLoop(...args: readonly string[]) {
  const { code, out, err } = await commandIn(root, args, environmentOf(root))
  return { status: code, stdout: out, stderr: err }
}

test('a test task on a documented project: every layer speaks', async () => {
  const { status, stdout } = await agentLoop(
    'infer',
    'fix the failing auth tests',
    '--explain',
    '--cwd',
    golden('node-documented'),
  )
  expect(status).toBe(0)
  expect(stdout).toMatchInlineSnapshot(`
    "Inferring completion criteria...
      Layer 1 Task phrase "tests" → test-pass
      Layer 2 CLAUDE.md names \`npm test\` (CLAUDE.md:7)
      Layer 3 package.json scripts.test = "jest" (package.json:4)
      Layer 4 .github/workflows/ci.yml runs \`npm test\` (.github/workflows/ci.yml:18)
      Layer 5 no related use case found

    Proposed criterion: npm test passes
    Verification: \`npm test\`
    Confidence: high
    "
  `)
})

test('a refactor without tests: structural, weak, and said so', async () => {
  const { status, stdout } = await agentLoop(
    'infer',
    'extract auth logic into a separate module',
    '--explain',
    '--cwd',
    golden('node-without-tests'),
  )
  expect(status).toBe(0)
  expect(stdout).toContain('Layer 4 CI: nothing for this task')
  expect(stdout).toContain('(degenerate)')
  expect(stdout).toContain('Confidence: low')
  expect(stdout).toContain('npx tsc --noEmit')
  expect(stdout).toContain('This is a weak gate.')
})

test('a use case: its acceptance criteria, word for word', async () => {
  const { status, stdout } = await agentLoop('infer', 'implement UC-AUTH-001', '--explain', '--cwd', golden('use-case'))
  expect(status).toBe(0)
  expect(stdout).toContain('Account locks after 5 failed attempts (.aiwg/requirements/UC-AUTH-001-user-login.md:11)')
  expect(stdout).toContain('Verification: `npm test -- --testPathPattern=auth`')
})

test('a vague task is refused, and every suggestion is itself accepted', async () => {
  const cwd = golden('node-documented')
  const { status, stdout } = await agentLoop('infer', 'make the code better', '--cwd', cwd)
  expect(status).toBe(3)
  const { refused } = parse(stdout) as { refused: { because: string; try: string[] } }
  expect(refused.because).toContain('"make the code better"')
  const tasks = refused.try.flatMap(line => /^agent-loop "(.+)"$/.exec(line)?.[1] ?? [])
  expect(tasks.length).toBeGreaterThan(0)
  for (const task of tasks) expect((await agentLoop('infer', task, '--cwd', cwd)).status).toBe(0)
})

test('every claim of the rationale points at a file and a line', async () => {
  const { stdout } = await agentLoop(
    'infer',
    'refactor the session store',
    '--json',
    '--cwd',
    golden('node-documented'),
  )
  const { rationale } = JSON.parse(stdout).proposed_completion as { rationale: string[] }
  for (const claim of rationale) expect(claim).toMatch(/\(Layer [1-5], \S+:\d+\)$/)
})

test('no process is started and nothing is written: Node itself forbids it here', () => {
  const flag = Number(process.versions.node.split('.')[0]) >= 22 ? '--permission' : '--experimental-permission'
  const args = [
    flag,
    '--allow-fs-read=*',
    join(root, 'dist/cli.cjs'),
    'infer',
    'refactor the importer',
    '--json',
    '--cwd',
    golden('ruby-rakefile'),
  ]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toContain('bundle exec rake spec')
})

test('two runs give the same bytes, and nothing is written', async () => {
  const cwd = projectFiles({ 'package.json': { scripts: { test: 'jest' } } })
  const once = () => agentLoop('infer', 'refactor the router', '--json', '--cwd', cwd)
  expect((await once()).stdout).toBe((await once()).stdout)
  expect(readdirSync(cwd)).toEqual(['package.json'])
})

test.each([
  [['infer'], 'No task given.'],
  [['infer', '   '], 'No task given.'],
  [['infer', 'fix', 'tests'], 'Put the task in quotes'],
  [['infer', 'fix tests', '--yml'], 'Unknown flag --yml.'],
  [['infer', 'fix tests', '--cwd', '/no/such/folder'], 'There is no directory /no/such/folder.'],
])('%j is refused in one clear line', async (args, message) => {
  const { status, stderr } = await agentLoop(...args)
  expect(status).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
})

test('the published schema is the one in the code', () => {
  const published: unknown = JSON.parse(readFileSync(join(root, 'schemas/proposal.schema.json'), 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(inferenceJsonSchema())))
})
