import { expect, test } from 'vitest'
import { gate } from '../../criteria/task/part-reading.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import type { Candidate, EvidenceFact } from '../evidence.ts'
import { checksOf } from './checks.ts'
import { NO_PREFERENCE } from './rank.ts'
import { regressionParts } from './regression.ts'

const seen = (main: Purpose, command: string, layer: 3 | 4, fact: EvidenceFact, weight: number): Candidate => ({
  command,
  purposes: [main],
  main,
  layer,
  source: layer === 4 ? '.github/workflows/ci.yml' : 'package.json',
  line: 1,
  fact,
  weight,
  partial: false,
  folder: '',
  words: [],
  includes: [],
})

const inCi = (main: Purpose, command: string): Candidate => seen(main, command, 4, { code: 'ci-step', command }, 60)

const script = (main: Purpose, name: string): Candidate => {
  const command = `npm run ${name}`
  return seen(main, command, 3, { code: 'script', script: { runner: 'npm', name, body: name }, command }, 30)
}

const implied = (main: Purpose, command: string, weight: number): Candidate =>
  seen(main, command, 3, { code: 'implied-command', because: 'a manifest', command }, weight)

const gateOf = (breadth: 'everything' | 'tests-and-build', ...candidates: readonly Candidate[]): string[] =>
  regressionParts(checksOf(candidates), { ...gate('refactor'), breadth }, NO_PREFERENCE).map(
    ({ options: [best] }) => best?.command ?? '',
  )

test('every linter that CI runs is a part, each program once', () => {
  expect(
    gateOf(
      'tests-and-build',
      inCi('test', 'cargo test'),
      inCi('lint', 'cargo clippy -- -D warnings'),
      inCi('lint', 'cargo clippy --no-default-features'),
      inCi('lint', 'typos'),
      inCi('format', 'cargo fmt --check'),
    ).sort(),
  ).toEqual(['cargo clippy -- -D warnings', 'cargo fmt --check', 'cargo test', 'typos'])
})

test('the build and the linter are parts of "everything", although CI runs other checks only', () => {
  const known = [
    inCi('test', 'npm test'),
    inCi('types', 'npx tsc --noEmit'),
    script('lint', 'lint'),
    script('build', 'build'),
  ]
  expect(gateOf('everything', ...known)).toEqual(['npm test', 'npx tsc --noEmit', 'npm run lint', 'npm run build'])
  expect(gateOf('tests-and-build', ...known)).toEqual(['npm test', 'npx tsc --noEmit', 'npm run build'])
})

test('what nobody wrote down is no part beside CI, except the tests', () => {
  const known = [implied('test', 'cargo test', 30), implied('build', 'cargo build', 30)]
  expect(gateOf('everything', ...known)).toEqual(['cargo test', 'cargo build'])
  expect(gateOf('everything', ...known, inCi('format', 'cargo fmt --check'))).toEqual([
    'cargo test',
    'cargo fmt --check',
  ])
})

test('archives for a registry and a run of another suite are no parts', () => {
  expect(
    gateOf(
      'everything',
      inCi('test', 'pytest'),
      inCi('lint', 'ruff check .'),
      inCi('lint', 'twine check --strict dist/*'),
      inCi('build', 'python -m build'),
      inCi('types', 'make ci-e2e'),
    ).sort(),
  ).toEqual(['pytest', 'ruff check .'])
})

test('tox alone runs every environment, so none of them stands beside it', () => {
  expect(gateOf('tests-and-build', inCi('test', 'tox run'), inCi('types', 'tox run -e type'))).toEqual(['tox run'])
  expect(gateOf('tests-and-build', inCi('test', 'tox run -e py'), inCi('types', 'tox run -e type'))).toEqual([
    'tox run -e py',
    'tox run -e type',
  ])
})

test('hooks are run once, and Maven is run as a whole where CI does so', () => {
  const known = [
    implied('test', './mvnw test', 25),
    inCi('test', './mvnw -B verify'),
    inCi('lint', 'prek run --all-files'),
    inCi('lint', 'pre-commit run --all-files'),
  ]
  const gate = gateOf('everything', ...known)
  expect(gate).toContain('./mvnw -B verify')
  expect(gate.filter(command => /prek|pre-commit/.test(command))).toHaveLength(1)
})
