import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const cli = join(import.meta.dirname, '../../../dist/cli.cjs')

function project(scripts: Readonly<Record<string, string>>, lockfile?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-criteria-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  if (lockfile) writeFileSync(join(folder, lockfile), '')
  return folder
}

const criteria = (cwd: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'criteria', ...args], { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('shows the tree, what would be run and the warnings', () => {
  const { status, stdout } = criteria(
    project({ test: 'x', lint: 'y' }),
    'tests pass, lint is clean and npm run e2e || true',
  )
  expect(status).toBe(0)
  expect(stdout).toBe(
    `understood as
  all of
    npm test passes
    npm run lint passes
    \`npm run e2e || true\` passes
would run
  npm test
  npm run lint
  npm run e2e || true
warnings
  npm run e2e || true
    It always passes: whatever fails before it, \`true\` always succeeds.
`,
  )
})

test('answers programs with criterion, commands and warnings', () => {
  const { status, stdout } = criteria(
    project({ test: 'x', coverage: 'y' }, 'pnpm-lock.yaml'),
    'coverage > 80% and tests pass',
    '--json',
  )
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    criterion: { kind: 'all_of', parts: [{ kind: 'output_threshold', is: 'above', value: 80 }, { kind: 'exit_code' }] },
    commands: ['pnpm run coverage', 'pnpm test'],
    warnings: [],
  })
})

test('refuses what cannot be measured with 3, and says what to write instead', () => {
  const vague = criteria(project({}), 'code is clean')
  expect(vague).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining('npm run lint') })
  const unknown = criteria(project({}), 'no lint errors', '--json')
  expect(unknown.status).toBe(3)
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'no_command', hint: expect.any(String) } })
})

test('without a criterion, or with two, it is used wrongly: 2', () => {
  expect(criteria(project({})).status).toBe(2)
  expect(criteria(project({}), 'npm test', 'npm run lint').status).toBe(2)
})
