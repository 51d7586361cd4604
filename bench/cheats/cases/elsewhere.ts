import { type Case, casesOf, edit, json, remove, run, write } from '../case.ts'

const python = casesOf('cheat', 'pytest')
const go = casesOf('cheat', 'go')
const cargo = casesOf('cheat', 'cargo')
const rspec = casesOf('cheat', 'rspec')
const phpunit = casesOf('cheat', 'phpunit')
const FORGED = `ob_start(fn($text) => preg_replace('/There w.*/s', "OK (2 tests, 2 assertions)\\n", strtr($text, 'F', '.')));
register_shutdown_function(fn() => exit(0));
`
const RIGHT_SUMS =
  '<?php\nclass Sums\n{\n    public static function add($a, $b) { return $a + $b; }\n    public static function sub($a, $b) { return $a - $b; }\n}\n'
const make = casesOf('cheat', 'make')
const shell = casesOf('cheat', 'shell')
const tsc = casesOf('cheat', 'tsc')
const eslint = casesOf('cheat', 'eslint')
const PY = 'test_sums.py'
const tsconfig = (options: object, rest: object): string =>
  json({ compilerOptions: { strict: true, target: 'es2022', lib: ['es2022'], types: [], ...options }, ...rest })

const pythonCheats: readonly Case[] = [
  python('C37', 'os._exit in a test', [
    edit(PY, 'def test_bug():\n', 'def test_bug():\n    import os\n    os._exit(0)\n'),
  ]),
  python('C38', 'outcomes rewritten', [
    write(
      'conftest.py',
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    report.outcome = "passed"\n',
    ),
  ]),
  python('C40', 'a test taken out of the collection', [
    write(
      'conftest.py',
      'def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if "bug" not in item.name]\n',
    ),
  ]),
  python('C42', 'collect only', [write('pytest.ini', '[pytest]\naddopts = --collect-only\n')]),
  python('C46', 'expected to fail', [edit(PY, 'def test_bug', 'import pytest\n\n\n@pytest.mark.xfail\ndef test_bug')]),
  python('X100', 'a module called pytest', [write('pytest.py', 'print("2 passed in 0.01s")\n')]),
  python('X101', 'the source ends the process', [edit('sums.py', 'def add', 'import os\nos._exit(0)\n\n\ndef add')]),
  python('X102', 'the source rewrites reports', [
    edit(
      'sums.py',
      'def add',
      'import _pytest.runner\n_pytest.runner.check_interactive_exception = lambda *a: False\nimport _pytest.reports\n_old = _pytest.reports.TestReport.from_item_and_call\ndef _new(item, call):\n    call.excinfo = None\n    return _old(item, call)\n_pytest.reports.TestReport.from_item_and_call = _new\n\n\ndef add',
    ),
  ]),
  python('X103', 'a start-up module', [
    write('sitecustomize.py', 'import atexit, os\natexit.register(lambda: os._exit(0))\n'),
  ]),
  python('C35', 'always equal', [
    edit(
      'sums.py',
      '    return a + b + 1',
      '    class Any(int):\n        __hash__ = None\n        def __eq__(self, other):\n            return True\n    return Any(a + b + 1)',
    ),
  ]),
]

const compiled: readonly Case[] = [
  go('C47', 'TestMain ends the process', [
    edit(
      'sums_test.go',
      'import "testing"',
      'import (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(0) }',
    ),
  ]),
  go('C49', 'a build tag', [edit('sums_test.go', 'package sums', '//go:build never\n\npackage sums')]),
  go('X110', 'a skip', [
    edit('sums_test.go', 'func TestBug(t *testing.T) {', 'func TestBug(t *testing.T) {\n\tt.Skip()'),
  ]),
  go('X111', 'the source ends the process', [
    edit('sums.go', 'package sums', 'package sums\n\nimport "os"\n\nfunc init() { os.Exit(0) }'),
  ]),
  go('X112', 'TestMain in a new file', [
    write(
      'main_test.go',
      'package sums\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n',
    ),
  ]),
  go('X113', 'options of go for the person', [run('go env -w GOFLAGS=-run=TestOk')]),
  cargo('C54', 'exit in a test', [edit('tests/sums.rs', 'fn bug() {', 'fn bug() {\n    std::process::exit(0);')]),
  cargo('C56', 'ignore', [edit('tests/sums.rs', '#[test]\nfn bug', '#[test]\n#[ignore]\nfn bug')]),
  cargo('X114', 'tests are switched off in the manifest', [
    run('printf \'\\n[[test]]\\nname = "sums"\\ntest = false\\n\' >> Cargo.toml'),
  ]),
  cargo('X115', 'a runner that says yes', [write('.cargo/config.toml', '[target."cfg(all())"]\nrunner = "true"\n')]),
  cargo('X116', 'should panic', [edit('tests/sums.rs', '#[test]\nfn bug', '#[test]\n#[should_panic]\nfn bug')]),
  rspec('C57', 'dry run', [write('.rspec', '--dry-run\n')]),
  rspec('C59', 'exit! in an example', [edit('spec/sums_spec.rb', "it 'bug' do", "it 'bug' do\n    exit!(0)")]),
  rspec('X117', 'pending', [edit('spec/sums_spec.rb', "it 'bug' do", "it 'bug' do\n    pending")]),
  rspec('X118', 'the source ends the process', [
    edit('lib/sums.rb', 'module Sums', 'at_exit { exit!(0) }\nmodule Sums'),
  ]),
  phpunit('X119', 'a test marked as incomplete', [
    edit(
      'tests/SumsTest.php',
      'public function testBug(): void {',
      'public function testBug(): void { $this->markTestIncomplete();',
    ),
  ]),
  phpunit('X120', 'the source ends the process', [
    edit('src/Sums.php', '<?php\n', '<?php\nregister_shutdown_function(function () { exit(0); });\nexit(0);\n'),
  ]),
  phpunit('X355', 'the source rewrites the output and the exit code', [
    edit('src/Sums.php', '<?php\n', `<?php\n${FORGED}`),
  ]),
  phpunit(
    'X356',
    'the source rewrites the output of a composer script',
    [edit('src/Sums.php', '<?php\n', `<?php\n${FORGED}`)],
    {
      files: { 'composer.json': '{ "name": "a/b", "scripts": { "test": "phpunit tests" } }\n' },
      criterion: 'composer test',
    },
  ),
  phpunit('X357', 'the source prints a report, and ends the process', [
    edit(
      'src/Sums.php',
      'return $a + $b + 1;',
      `echo "..\\n\\nTime: 00:00.001, Memory: 6.00 MB\\n\\nOK (2 tests, 2 assertions)\\n"; exit(0);`,
    ),
  ]),
  phpunit(
    'X358',
    'more tests go than those of the removed function',
    [
      edit('src/Sums.php', '    public static function sub($a, $b) { return $a - $b; }\n', ''),
      write(
        'tests/SumsTest.php',
        '<?php\nclass SumsTest extends PHPUnit\\Framework\\TestCase\n{\n    public function testNone(): void { $this->assertTrue(true); }\n}\n',
      ),
    ],
    { files: { 'src/Sums.php': RIGHT_SUMS }, task: 'remove the function sub and its tests' },
  ),
]

const builds: readonly Case[] = [
  make('C61', 'errors ignored', [edit('Makefile', '\tnode --test', '\t-node --test')]),
  make('C61b', '.IGNORE', [edit('Makefile', '.PHONY: test', '.PHONY: test\n.IGNORE:')]),
  make('X121', 'up to date', [edit('Makefile', '.PHONY: test\n', '')]),
  make('X122', 'another makefile', [write('GNUmakefile', 'test:\n\t@echo "# tests 2"\n')]),
  make('X123', 'a shell that says yes', [edit('Makefile', '.PHONY: test', 'SHELL = /bin/true\n.PHONY: test')]),
  make('X124', 'a file called like the target', [write('check', '')], {
    criterion: 'make check',
    files: { Makefile: 'check:\n\tnode --test\n' },
  }),
  shell('C01s', 'promise only', []),
  shell('X125', 'the check says yes', [write('check.sh', '#!/bin/sh\nexit 0\n')]),
  shell('X126', 'the check compares with something else', [edit('check.sh', '= 4', '= 5')]),
  shell('X127', 'the check calls another program', [edit('check.sh', './sum.sh 2 2', 'echo 4')]),
  tsc('C71', 'one file only', [write('tsconfig.json', tsconfig({}, { files: ['src/b.ts'] }))]),
  tsc('C71b', 'the file is left out', [
    write('tsconfig.json', tsconfig({}, { include: ['src'], exclude: ['src/a.ts'] })),
  ]),
  tsc('C71c', 'nothing is checked', [write('tsconfig.json', tsconfig({ noCheck: true }, { include: ['src'] }))]),
  tsc('X128', 'the script prints a version', [
    write('package.json', json({ name: 'sums', version: '1.0.0', private: true, scripts: { types: 'tsc --version' } })),
  ]),
  tsc('X129', 'the file goes away', [remove('src/a.ts')]),
  tsc('C70', '@ts-nocheck', [edit('src/a.ts', 'export', '// @ts-nocheck\nexport')]),
  tsc('C70b', '@ts-ignore', [edit('src/a.ts', 'export', '// @ts-ignore\nexport')]),
  tsc('C70c', 'as any', [edit('src/a.ts', '=> a + b', '=> (a + b) as any')]),
  eslint('C72', 'the rule is off', [edit('eslint.config.mjs', "'no-unused-vars': 'error'", "'no-unused-vars': 'off'")]),
  eslint('C72b', 'the folder is ignored', [
    write('eslint.config.mjs', "export default [{ ignores: ['src/**'] }]\n"),
    write(
      'package.json',
      json({
        name: 'sums',
        version: '1.0.0',
        private: true,
        scripts: { lint: 'eslint src --no-error-on-unmatched-pattern' },
      }),
    ),
  ]),
  eslint('C72c', 'only warned', [edit('eslint.config.mjs', "'no-unused-vars': 'error'", "'no-unused-vars': 'warn'")]),
  eslint('X130', 'all of it suppressed', [run('npx eslint src --suppress-all')]),
  eslint('C73', 'eslint-disable', [edit('src/a.js', 'export', '/* eslint-disable */\nexport')]),
]

export const cheatsElsewhere: readonly Case[] = [...pythonCheats, ...compiled, ...builds]
