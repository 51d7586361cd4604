import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { environmentOf, type Json, type Project } from '../rig/project.ts'

const MODULES = resolve(import.meta.dirname, '../../node_modules')

interface Runner {
  readonly tool: string
  readonly command: string
  readonly files: Readonly<Record<string, string>>
  /** Every id with its state. */
  readonly executed: Readonly<Record<string, string>>
  /** What has to be installed; npm's runners always are. */
  readonly needs?: readonly [string, ...string[]]
  readonly source?: 'text'
}

const script = (test: string, more: object = {}): string => JSON.stringify({ name: 'p', scripts: { test }, ...more })

const runners: readonly Runner[] = [
  {
    tool: 'jest',
    command: 'npm test',
    files: {
      'package.json': script('jest'),
      'a.test.js': `describe('s', () => {
  test('ok', () => {})
  test('bug', () => { expect(1).toBe(2) })
  test.skip('off', () => {})
  test.todo('later')
  test.failing('known', () => { throw new Error('x') })
})`,
      'b.test.js': "test('ok', () => {})\ntest('ok', () => {})\n",
    },
    executed: {
      'a.test.js::s > ok': 'passed',
      'a.test.js::s > bug': 'failed',
      'a.test.js::s > off': 'skipped',
      'a.test.js::s > later': 'todo',
      'a.test.js::s > known': 'expected_failure',
      'b.test.js::ok': 'passed',
      'b.test.js::ok#2': 'passed',
    },
  },
  {
    tool: 'jest',
    command: 'npx jest --maxWorkers=2',
    files: {
      'package.json': script('jest', { jest: { reporters: ['default', '<rootDir>/own.js'] } }),
      'own.js': "module.exports = class { onRunComplete() { console.log('own reporter') } }\n",
      'one.test.js': "test('ok', () => {})\n",
      'two.test.js': "test('bug', () => { throw new Error('x') })\n",
    },
    executed: { 'one.test.js::ok': 'passed', 'two.test.js::bug': 'failed' },
  },
  {
    tool: 'vitest',
    command: 'npm test',
    files: {
      'package.json': script('vitest run', { type: 'module' }),
      'a.test.ts': `import { describe, expect, test } from 'vitest'
describe('s', () => {
  test('ok', () => {})
  test('bug', () => { expect(1).toBe(2) })
  test.skip('off', () => {})
  test.todo('later')
  test.fails('known', () => { throw new Error('x') })
})`,
    },
    executed: {
      'a.test.ts::s > ok': 'passed',
      'a.test.ts::s > bug': 'failed',
      'a.test.ts::s > off': 'skipped',
      'a.test.ts::s > later': 'todo',
      'a.test.ts::s > known': 'expected_failure',
    },
  },
  {
    tool: 'vitest',
    command: 'npx vitest run --pool=threads',
    files: {
      'package.json': script('vitest run', { type: 'module' }),
      'vitest.config.js': "export default { test: { reporters: ['verbose'] } }\n",
      'sub/a.test.js': "import { test } from 'vitest'\ntest('ok', () => {})\n",
    },
    executed: { 'sub/a.test.js::ok': 'passed' },
  },
  {
    tool: 'mocha',
    command: 'npm test',
    files: {
      'package.json': script('mocha'),
      'test/a.js': `describe('s', () => {
  it('ok', () => {})
  it('bug', () => { throw new Error('x') })
  it.skip('off', () => {})
})`,
    },
    executed: { 'test/a.js::s > ok': 'passed', 'test/a.js::s > bug': 'failed', 'test/a.js::s > off': 'skipped' },
  },
  {
    tool: 'mocha',
    command: 'npx mocha --parallel',
    files: {
      'package.json': script('mocha', { type: 'module' }),
      'test/a.js': "describe('a', () => { it('ok', () => {}) })\n",
      'test/b.js': "describe('b', () => { it('bug', () => { throw new Error('x') }) })\n",
    },
    executed: { 'test/a.js::a > ok': 'passed', 'test/b.js::b > bug': 'failed' },
  },
  ...['npm test', 'node --test --test-reporter=dot', 'node a.test.mjs'].map(
    (command): Runner => ({
      tool: 'node:test',
      command,
      files: {
        'package.json': script('node --test'),
        'a.test.mjs': `import { describe, it, test } from 'node:test'
describe('s', () => {
  it('ok', () => {})
  it('bug', () => { throw new Error('x') })
  it.skip('off', () => {})
  it.todo('later')
})
test('outer', async t => { await t.test('inner', () => {}) })
`,
      },
      executed: {
        'a.test.mjs::s > ok': 'passed',
        'a.test.mjs::s > bug': 'failed',
        'a.test.mjs::s > off': 'skipped',
        'a.test.mjs::s > later': 'todo',
        'a.test.mjs::outer > inner': 'passed',
        'a.test.mjs::outer': 'passed',
      },
    }),
  ),
  {
    tool: 'pytest',
    command: 'python3 -m pytest',
    needs: ['python3', '-m', 'pytest', '--version'],
    files: {
      'pytest.ini': '[pytest]\naddopts = -p no:cacheprovider --tb=short\n',
      'tests/test_a.py': `import pytest
class TestA:
    def test_ok(self): pass
    def test_bug(self): assert 1 == 2
@pytest.mark.skip
def test_off(): pass
@pytest.mark.xfail
def test_known(): assert 0
@pytest.mark.parametrize('x', ['a', 'b::c'])
def test_p(x): pass
`,
    },
    executed: {
      'tests/test_a.py::TestA > test_ok': 'passed',
      'tests/test_a.py::TestA > test_bug': 'failed',
      'tests/test_a.py::test_off': 'skipped',
      'tests/test_a.py::test_known': 'expected_failure',
      'tests/test_a.py::test_p[a]': 'passed',
      'tests/test_a.py::test_p[b::c]': 'passed',
    },
  },
  {
    tool: 'go test',
    command: 'go test ./...',
    needs: ['go', 'version'],
    files: {
      'go.mod': 'module example.org/x\n\ngo 1.18\n',
      'a_test.go': `package x

import "testing"

func TestOk(t *testing.T)   { t.Log("not shown") }
func TestBug(t *testing.T)  { t.Log("one\\ntwo"); t.Error("bad") }
func TestOff(t *testing.T)  { t.Skip("later") }
func TestMany(t *testing.T) { t.Run("in a group", func(t *testing.T) { t.Error("bad too") }) }
`,
      'sub/b_test.go': 'package sub\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {}\n',
    },
    executed: {
      'a_test.go::TestOk': 'passed',
      'a_test.go::TestBug': 'failed',
      'a_test.go::TestOff': 'skipped',
      'a_test.go::TestMany': 'failed',
      'a_test.go::TestMany > in_a_group': 'failed',
      'sub/b_test.go::TestSub': 'passed',
    },
  },
  {
    tool: 'rspec',
    command: 'rspec',
    needs: ['rspec', '--version'],
    files: {
      'spec/a_spec.rb': `describe 'math' do
  it('adds') { expect(1).to eq 1 }
  it('bug') { expect(1).to eq 2 }
  xit('off') {}
  it('known') { pending; raise 'x' }
end
`,
    },
    executed: {
      'spec/a_spec.rb::math adds': 'passed',
      'spec/a_spec.rb::math bug': 'failed',
      'spec/a_spec.rb::math off': 'skipped',
      'spec/a_spec.rb::math known': 'expected_failure',
    },
  },
  {
    tool: 'minitest',
    command: 'ruby a_test.rb --seed 1',
    needs: ['ruby', '-e', "require 'minitest'"],
    files: {
      'a_test.rb': `require 'minitest/autorun'
class ATest < Minitest::Test
  def test_ok; assert true; end
  def test_bug; assert_equal 1, 2; end
  def test_off; skip; end
end
`,
    },
    executed: {
      'a_test.rb::ATest > test_ok': 'passed',
      'a_test.rb::ATest > test_bug': 'failed',
      'a_test.rb::ATest > test_off': 'skipped',
    },
  },
  {
    tool: 'phpunit',
    command: 'phpunit tests',
    needs: ['phpunit', '--version'],
    files: {
      'tests/ATest.php': `<?php
namespace App;

class ATest extends \\PHPUnit\\Framework\\TestCase
{
    public static function rows(): array { return ['one > "q"' => [1], [2]]; }
    public function testOk(): void { $this->assertTrue(true); }
    public function testBug(): void { $this->assertSame(1, 2); }
    public function testError(): void { throw new \\RuntimeException('x'); }
    public function testOff(): void { $this->markTestSkipped(); }
    public function testLater(): void { $this->markTestIncomplete(); }
    public function testRisky(): void {}
    /** @runInSeparateProcess */
    public function testApart(): void { $this->assertFalse(getenv('AGENT_LOOP_EVIDENCE')); }
    public function testWarned(): void { $this->addWarning('x'); $this->assertTrue(true); }
    /** @dataProvider rows */
    public function testTable(int $row): void { $this->assertSame(1, $row); }
}
`,
      'tests/NoneTest.php': '<?php\nclass NoneTest extends PHPUnit\\Framework\\TestCase {}\n',
    },
    executed: {
      'tests/ATest.php::App\\ATest > testOk': 'passed',
      'tests/ATest.php::App\\ATest > testBug': 'failed',
      'tests/ATest.php::App\\ATest > testError': 'failed',
      'tests/ATest.php::App\\ATest > testOff': 'skipped',
      'tests/ATest.php::App\\ATest > testLater': 'skipped',
      'tests/ATest.php::App\\ATest > testRisky': 'passed',
      'tests/ATest.php::App\\ATest > testApart': 'passed',
      'tests/ATest.php::App\\ATest > testWarned': 'passed',
      'tests/ATest.php::App\\ATest > testTable with data set "one > "q""': 'passed',
      'tests/ATest.php::App\\ATest > testTable with data set #0': 'failed',
    },
  },
  {
    tool: 'cargo test',
    command: 'cargo test --offline --no-fail-fast',
    needs: ['cargo', '--version'],
    source: 'text',
    files: {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        '#[cfg(test)]\nmod tests {\n  #[test]\n  fn ok() {}\n  #[test]\n  fn bug() { panic!("x") }\n  #[test]\n  #[ignore]\n  fn off() {}\n}\n',
    },
    executed: {
      'src/lib.rs::tests > ok': 'passed',
      'src/lib.rs::tests > bug': 'failed',
      'src/lib.rs::tests > off': 'skipped',
    },
  },
  {
    tool: 'bats',
    command: 'bats a.bats',
    needs: ['bats', '--version'],
    source: 'text',
    files: { 'a.bats': '@test "ok" {\n  true\n}\n@test "off" {\n  skip\n}\n' },
    executed: { ok: 'passed', off: 'skipped' },
  },
]

const missing = ({ needs }: Runner): boolean =>
  needs !== undefined && spawnSync(needs[0], needs.slice(1), { stdio: 'ignore' }).status !== 0

describe('every test that is executed is known by its id and state, and the command prints what it always prints', () => {
  for (const runner of runners)
    test.skipIf(missing(runner))(`${runner.tool}: ${runner.command}`, async () => {
      const p = project(runner.files)
      symlinkSync(MODULES, join(p.path, 'node_modules'))
      const env = homes()
      const alone = shown(p, runner.command, env)
      const [report, told] = await verified(p, runner.command, env)
      expect(told).toMatchObject({ tool: runner.tool, source: runner.source ?? 'report', closed: true })
      expect(told['agrees']).not.toBe(false)
      expect(statesOf(told)).toEqual(runner.executed)
      expect(plainly(String(report['output']))).toEqual(plainly(alone.output))
      expect(report['exitCode']).toBe(alone.code)
    })
})

describe('a run that something ends early is not closed, whatever it exits with', () => {
  const exits = 'process.exit(0)'
  const cut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    jest: { 'package.json': script('jest'), 'a.test.js': `test('a', () => { ${exits} })\ntest('b', () => {})\n` },
    mocha: {
      'package.json': script('mocha'),
      'test/a.js': `it('a', () => {})\nit('b', () => { ${exits} })\nit('c', () => {})\n`,
    },
    vitest: {
      'package.json': script('vitest run', { type: 'module' }),
      'vitest.config.js': "export default { test: { globalSetup: ['./setup.js'] } }\n",
      'setup.js': `export default () => { ${exits} }\n`,
      'a.test.js': "import { test } from 'vitest'\ntest('a', () => {})\n",
    },
  }
  test.each(Object.entries(cut))('%s', async (tool, files) => {
    const p = project(files)
    symlinkSync(MODULES, join(p.path, 'node_modules'))
    const [report, told] = await verified(p, 'npm test')
    expect([report['exitCode'], told['tool'], told['closed']]).toEqual([0, tool, false])
  })
})

test('what a test starts finds no trace of us, and tells nothing in the name of its runner', async () => {
  const p = project({
    'package.json': script('jest'),
    'outer.test.js': `const { execSync } = require('node:child_process')
test('outer', () => {
  expect(Object.entries(process.env).filter(pair => /AGENT_LOOP_EVIDENCE|evidence[.]cjs|agent-loop-plugins|agent_loop_evidence/.test(pair.join()))).toEqual([])
  execSync('node inner.cjs', { cwd: __dirname, stdio: 'ignore' })
})`,
    'inner.cjs': "require('node:test').test('inner', () => {})\n",
  })
  symlinkSync(MODULES, join(p.path, 'node_modules'))
  const [, told, ...others] = await verified(p, 'npm test')
  expect(others).toEqual([])
  expect(statesOf(told)).toEqual({ 'outer.test.js::outer': 'passed' })
})

test('tries and exclusive tests are told', async () => {
  const p = project({
    'package.json': script('mocha'),
    'test/a.js': `let tries = 0
it.only('shaky', function () { this.retries(3); if (tries++ < 2) throw new Error('x') })
it('left out', () => {})
`,
  })
  symlinkSync(MODULES, join(p.path, 'node_modules'))
  const [, told] = await verified(p, 'npm test')
  expect(told).toMatchObject({
    only: true,
    retries: 3,
    tests: [{ id: 'test/a.js::shaky', state: 'passed', retries: 2 }],
  })
})

/** The report, and what each runner told. */
async function verified(
  p: Project,
  command: string,
  env: Record<string, string> = {},
): Promise<[Json, Json, ...Json[]]> {
  const { events } = await p.cli(['verify', command, '--json'], { env })
  const report = events[0] ?? {}
  const [first, ...others] = report['executed'] as Json[]
  return [report, first ?? {}, ...others]
}

const statesOf = (runner: Json): Record<string, unknown> =>
  Object.fromEntries(((runner['tests'] ?? []) as Json[]).map(({ id, state }) => [id, state]))

/** Toolchains keep what they need in the home of whoever runs the tests; npm speaks of its own updates now and then. */
const homes = (): Record<string, string> => ({
  npm_config_update_notifier: 'false',
  ...Object.fromEntries(
    ['CARGO_HOME', 'RUSTUP_HOME', 'GOCACHE', 'GOPATH', 'PYENV_ROOT'].flatMap(name => {
      const defaults: Record<string, string> = {
        CARGO_HOME: '.cargo',
        RUSTUP_HOME: '.rustup',
        GOCACHE: '.cache/go-build',
        GOPATH: 'go',
        PYENV_ROOT: '.pyenv',
      }
      const value = process.env[name] ?? join(process.env['HOME'] ?? '/', defaults[name] ?? '')
      return [[name, value]]
    }),
  ),
})

function shown(p: Project, command: string, env: Record<string, string>): { output: string; code: number } {
  const all = { ...environmentOf(p.home), npm_config_yes: 'false', ...env }
  const line = /\bnpx\b/.test(command) ? `npm_config_offline=true; export npm_config_offline; ${command}` : command
  try {
    const output = execFileSync('bash', ['-o', 'pipefail', '-c', `exec 2>&1\n${line}`], { cwd: p.path, env: all })
    return { output: String(output), code: 0 }
  } catch (error) {
    const { stdout, status } = error as { stdout: Buffer; status: number }
    return { output: String(stdout), code: status }
  }
}

/** Without what is never the same twice: times, addresses, the order of workers, what was compiled the first time. */
const plainly = (output: string): string[] =>
  output
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .replaceAll(/\d+:\d+:\d+|0x[0-9a-f]+/g, '')
    .replaceAll(/\(?\b[\d.,]+ ?(?:µs|ms|s|seconds?|runs\/s|assertions\/s|files? took)\b\)?/g, '')
    .replaceAll(/duration_ms:? [\d.]+|,? ?estimated|\(\d+\)|files took to load.*|\(cached\)/g, '')
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => !/^(?:\s*(?:Compiling|Finished|Running) |Time:|\s*Duration|thread ')/.test(line) && line !== '')
    .sort()
