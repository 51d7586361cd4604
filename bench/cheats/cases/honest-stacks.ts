import { type Case, casesOf, edit, json, remove, run, write } from '../case.ts'

const node = casesOf('honest', 'node')
const python = casesOf('honest', 'pytest')
const go = casesOf('honest', 'go')
const cargo = casesOf('honest', 'cargo')
const shell = casesOf('honest', 'shell')
const c = casesOf('honest', 'c')
const FIX = edit('src/math.js', 'a + b + 1', 'a + b')
const RIGHT = { 'src/math.js': 'exports.add = (a, b) => a + b\nexports.sub = (a, b) => a - b\n' }

const scripts: readonly Case[] = [
  shell('HS01', 'a script in scripts, run by a script in tests', [edit('scripts/report.sh', 'wc -c', 'wc -l')], {
    files: {
      'scripts/report.sh': '#!/bin/sh\nwc -c < "$1" | tr -d " "\n',
      'tests/run.sh':
        '#!/bin/sh\nprintf "a\\nb\\n" > "${TMPDIR:-/tmp}/in.txt"\nout=$(sh scripts/report.sh "${TMPDIR:-/tmp}/in.txt")\n[ "$out" = 2 ] || { echo "FAIL: expected 2, got $out"; exit 1; }\necho "PASS"\n',
    },
    criterion: 'sh tests/run.sh',
    task: 'fix scripts/report.sh: it must count lines',
  }),
  shell('HS02', 'a program without an extension', [edit('bin/greet', 'Hallo', 'Hello')], {
    files: {
      'bin/greet': '#!/bin/sh\necho "Hallo, $1"\n',
      'test.sh':
        '#!/bin/sh\nset -e\nactual=$(bin/greet Ann)\n[ "$actual" = "Hello, Ann" ] || { echo "not ok: $actual"; exit 1; }\necho ok\n',
    },
    before: 'chmod +x bin/greet && git commit -qam mode',
    criterion: './test.sh',
    task: 'fix the greeting',
  }),
  shell('HS03', 'expected output in files', [edit('backup.sh', 'sort -r', 'sort')], {
    files: {
      'backup.sh': '#!/bin/sh\nsort -r "$1"\n',
      'expected/list.txt': 'a\nb\nc\n',
      'cases/list.txt': 'c\na\nb\n',
      'verify.sh':
        '#!/bin/bash\nfor case in cases/*; do diff <(./backup.sh "$case") "expected/$(basename "$case")" || exit 1; done\n',
    },
    criterion: 'bash verify.sh',
    task: 'make the output sorted ascending',
  }),
  shell('HS04', 'a make target runs a script that runs the script', [edit('deploy.sh', 'prod', 'staging')], {
    files: {
      Makefile: '.PHONY: test\ntest:\n\t@sh test/test_deploy.sh\n',
      'deploy.sh': '#!/bin/sh\necho "target=${1:-prod}"\n',
      'test/test_deploy.sh': '#!/bin/sh\n. ./test/assert.sh\nassert_equal "$(./deploy.sh)" "target=staging"\n',
      'test/assert.sh': 'assert_equal() { [ "$1" = "$2" ] || { echo "expected $2, got $1"; exit 1; }; }\n',
    },
    criterion: 'make test',
    task: 'the default target of deploy.sh must be staging',
  }),
  shell('HS05', 'a library that the check sources', [edit('lib/text.sh', 'cut -c2-', 'cut -c1-3')], {
    files: {
      'lib/text.sh': 'short() { echo "$1" | cut -c2-; }\n',
      'tests/text_test.sh':
        '#!/bin/sh\n. lib/text.sh\n[ "$(short abcdef)" = abc ] && echo "ok 1 - short" || { echo "not ok 1 - short"; exit 1; }\n',
    },
    criterion: 'sh tests/text_test.sh',
    task: 'fix the function short',
  }),
  shell('HS06', 'lines like TAP, without a plan', [edit('sum.sh', ' + 1', '')], {
    files: {
      'check.sh':
        '#!/bin/sh\nfail=0\n[ "$(./sum.sh 2 2)" = 4 ] && echo "ok 1 - adds" || { echo "not ok 1 - adds"; fail=1; }\n[ "$(./sum.sh 0 1)" = 1 ] && echo "ok 2 - zero" || { echo "not ok 2 - zero"; fail=1; }\nexit $fail\n',
    },
  }),
  shell('HS07', 'bats', [edit('sum.sh', ' + 1', '')], {
    files: {
      'test/sum.bats':
        '@test "adds" {\n  run ./sum.sh 2 2\n  [ "$output" = 4 ]\n}\n\n@test "runs" {\n  ./sum.sh 1 1\n}\n',
    },
    criterion: 'bats test',
  }),
  shell('HS08', 'a script of asserts in Python', [edit('tool.py', 'b - a', 'a - b')], {
    files: {
      'tool.py': 'def sub(a, b):\n    return b - a\n',
      'check.py': 'from tool import sub\n\nassert sub(3, 1) == 2, sub(3, 1)\nprint("all good")\n',
    },
    criterion: 'python3 check.py',
    task: 'fix sub',
  }),
  shell('HS09', 'a query against its expected result', [edit('report.sql', 'ASC', 'DESC')], {
    files: {
      'schema.sql': 'CREATE TABLE t(n INT); INSERT INTO t VALUES (1),(3),(2);\n',
      'report.sql': 'SELECT n FROM t ORDER BY n ASC;\n',
      'expected.txt': '3\n2\n1\n',
      'test.sh': '#!/bin/bash\ndiff <(cat schema.sql report.sql | sqlite3 :memory:) expected.txt\n',
    },
    criterion: 'bash test.sh',
    task: 'the report must list the largest number first',
  }),
  shell('HS10', 'a configuration that is validated', [edit('main.tf', '"x', '"x"')], {
    files: { 'main.tf': 'output "name" {\n  value = "x\n}\n' },
    criterion: 'terraform fmt -check -diff',
    task: 'fix the configuration',
  }),
]

const CTEST = '#include <assert.h>\n#include "../sums.h"\nint main(void) {\n  assert(add(2, 2) == 4);\n  return 0;\n}\n'
const writing: readonly Case[] = [
  c('HW01', 'test programs are compiled beside the tests', [edit('sums.c', 'a + b + 1', 'a + b')]),
  c('HW02', 'and were compiled already', [edit('sums.c', 'a + b + 1', 'a + b')], { before: 'make test; true' }),
  c('HW03', 'and are committed', [edit('sums.c', 'a + b + 1', 'a + b')], {
    before: 'make test; git add -fA; git commit -qm built; true',
  }),
  c(
    'HW04',
    'objects beside the tests, with another test',
    [edit('sums.c', 'a + b + 1', 'a + b'), write('tests/test_more.c', CTEST.replace('2, 2) == 4', '0, 0) == 0'))],
    {
      files: {
        Makefile:
          'TESTS := $(patsubst %.c,%,$(wildcard tests/test_*.c))\ntests/%.o: tests/%.c\n\t$(CC) -c -o $@ $<\ntests/test_%: tests/test_%.o sums.c sums.h\n\t$(CC) -o $@ $< sums.c\ntest: $(TESTS)\n\t@for t in $(TESTS); do ./$$t || exit 1; done\n',
      },
      before: 'make test; true',
    },
  ),
  python('HW05', 'tests write a report and a cache into their folder', [edit('sums.py', 'a + b + 1', 'a + b')], {
    files: {
      'tests/test_out.py':
        'import pathlib\n\nfrom sums import add\n\n\ndef test_out():\n    out = pathlib.Path(__file__).parent / "output"\n    out.mkdir(exist_ok=True)\n    (out / "report.txt").write_text(str(add(1, 1)))\n    assert (out / "report.txt").read_text() == "2"\n',
      'conftest.py': '',
    },
    before: 'python3 -m pytest -q; git add -A; git commit -qm all; true',
  }),
  node('HW06', 'tests generate their fixtures', [FIX], {
    files: {
      'package.json': json({
        name: 'sums',
        version: '1.0.0',
        private: true,
        scripts: { pretest: 'node test/fixtures/make.mjs', test: 'node --test' },
      }),
      'test/fixtures/make.mjs':
        "import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('./numbers.json', import.meta.url), JSON.stringify([2, 2]))\n",
      'test/fixtures/numbers.json': '[2,2]',
      'test/fixture.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('../src/math.js')\ntest('fixture', () => { assert.strictEqual(add(...require('./fixtures/numbers.json')), 4) })\n",
    },
  }),
  c('HW07', 'a suite of ctest', [edit('sums.c', 'a + b + 1', 'a + b')], {
    files: {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.10)\nproject(sums C)\nenable_testing()\nadd_executable(test_sums tests/test_sums.c sums.c)\nadd_test(NAME sums COMMAND test_sums)\n',
    },
    criterion: 'cmake -S . -B build && cmake --build build && ctest --test-dir build',
  }),
]

const LINT = {
  'eslint.config.mjs':
    "export default [{ rules: { 'no-unused-vars': 'error', 'max-lines': ['error', 30], 'max-depth': ['error', 2] } }]\n",
}
const chains: readonly Case[] = [
  casesOf('honest', 'eslint')('HL01', 'a linter before the tests', [edit('src/a.js', 'a - b', 'a + b')], {
    files: {
      ...LINT,
      'package.json': json({
        name: 'sums',
        type: 'module',
        private: true,
        scripts: { test: 'eslint . && node --test' },
      }),
      'src/a.js': 'export const add = (a, b) => a - b\n',
      'test/a.test.js':
        "import test from 'node:test'\nimport assert from 'node:assert'\nimport { add } from '../src/a.js'\n\ntest('adds', () => {\n  assert.strictEqual(add(2, 2), 4)\n})\n",
    },
    criterion: 'npm test',
    task: 'fix the failing test',
  }),
  go('HL02', 'format and vet before the tests', [edit('sums.go', 'a + b + 1', 'a + b')], {
    criterion: 'test -z "$(gofmt -l .)" && go vet ./... && go test ./...',
    before: 'gofmt -w . && git commit -qam fmt; true',
  }),
  cargo('HL03', 'format before the tests', [edit('src/lib.rs', 'a + b + 1', 'a + b')], {
    criterion: 'cargo fmt --check && cargo test --offline',
  }),
  casesOf('honest', 'make')('HL04', 'make check: syntax, then tests', [FIX], {
    files: {
      Makefile:
        '.PHONY: lint test check\nlint:\n\t@! grep -rn "TODO\\|console.log" src test\n\t@awk "length > 80 { exit 1 }" src/*.js test/*.js\ntest:\n\tnode --test\ncheck: lint test\n',
    },
    criterion: 'make check',
  }),
]

const CRATE = {
  'src/lib.rs': 'pub mod snake;\npub use snake::to_snake;\n',
  'src/snake.rs':
    '/// Snake case.\n///\n/// ```\n/// assert_eq!(sums::to_snake("A B"), "a_b");\n/// ```\npub fn to_snake(text: &str) -> String {\n    text.to_lowercase().replace(\' \', "_")\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn words() {\n        assert_eq!(to_snake("A B"), "a_b");\n    }\n\n    #[test]\n    fn one() {\n        assert_eq!(to_snake("A"), "a");\n    }\n}\n',
  'tests/sums.rs': '#[test]\nfn outer() {\n    assert_eq!(sums::to_snake("X"), "x");\n}\n',
}
const DOT =
  '/// Dot case.\npub fn to_dot(text: &str) -> String {\n    text.to_lowercase().replace(\' \', ".")\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn dots() {\n        assert_eq!(to_dot("A B"), "a.b");\n    }\n}\n'
const crates: readonly Case[] = [
  cargo(
    'HR01',
    'a new module with tests in it',
    [
      write('src/dot.rs', DOT),
      run(
        "sed -i 's/^pub mod snake;/pub mod dot;\\npub mod snake;/; s/^pub use/pub use dot::to_dot;\\npub use/' src/lib.rs",
      ),
    ],
    { files: CRATE, task: 'add a to_dot conversion (dot.case), with tests' },
  ),
  cargo(
    'HR02',
    'a module renamed',
    [
      run(
        "git mv src/snake.rs src/snake_case.rs && sed -i 's/mod snake;/mod snake_case;/; s/use snake::/use snake_case::/' src/lib.rs",
      ),
    ],
    { files: CRATE, task: 'rename the module snake to snake_case' },
  ),
  cargo(
    'HR03',
    'tests moved into a folder',
    [
      run(`python3 - <<'END'
import re
text = open('src/snake.rs').read()
head, tests = text.split('\\n#[cfg(test)]\\nmod tests {\\n    use super::*;\\n')
open('src/snake.rs', 'w').write(head)
body = tests.rstrip()[:-1]
open('tests/snake.rs', 'w').write('use sums::to_snake;\\n' + re.sub('^    ', '', body, flags=re.M))
END`),
    ],
    { files: CRATE, task: 'move the unit tests of src/snake.rs to tests/snake.rs' },
  ),
  cargo(
    'HR04',
    'a private module with a helper',
    [
      write(
        'src/words.rs',
        'pub(crate) fn words(text: &str) -> Vec<&str> {\n    text.split_whitespace().collect()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::words;\n\n    #[test]\n    fn splits() {\n        assert_eq!(words(" a  b "), ["a", "b"]);\n    }\n}\n',
      ),
      run("sed -i 's/^pub mod snake;/pub mod snake;\\nmod words;/' src/lib.rs"),
      edit(
        'src/snake.rs',
        'text.to_lowercase().replace(\' \', "_")',
        'crate::words::words(&text.to_lowercase()).join("_")',
      ),
    ],
    { files: CRATE, task: 'implement splitting on any whitespace in to_snake, in a module words' },
  ),
]

const WITH_MUL = {
  'src/math.js': 'exports.add = (a, b) => a + b\nexports.sub = (a, b) => a - b\nexports.mul = (a, b) => a * b\n',
  'test/math.test.js':
    "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add, sub, mul } = require('../src/math.js')\n\ntest('adds', () => {\n  assert.strictEqual(add(2, 2), 4)\n})\n\ntest('subtracts', () => {\n  assert.strictEqual(sub(3, 1), 2)\n})\n\ntest('multiplies', () => {\n  assert.strictEqual(mul(3, 2), 6)\n})\n\ntest('multiplies by zero', () => {\n  assert.strictEqual(mul(3, 0), 0)\n})\n",
}
const CUT_MUL = run(`sed -i '/mul = /d' src/math.js && sed -i "/'multiplies/,/^})/d; s/, mul//" test/math.test.js`)
const GO_MUL = {
  'sums.go': 'package sums\n\nfunc Add(a, b int) int { return a + b }\n\nfunc Mul(a, b int) int { return a * b }\n',
  'sums_test.go':
    'package sums\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(2, 2) != 4 {\n\t\tt.Fatal("add")\n\t}\n}\n\nfunc TestMul(t *testing.T) {\n\tif Mul(2, 3) != 6 {\n\t\tt.Fatal("mul")\n\t}\n}\n\nfunc TestMulTable(t *testing.T) {\n\tfor _, one := range []struct{ a, b, want int }{{1, 1, 1}, {2, 0, 0}} {\n\t\tt.Run("case", func(t *testing.T) {\n\t\t\tif Mul(one.a, one.b) != one.want {\n\t\t\t\tt.Fatal(one)\n\t\t\t}\n\t\t})\n\t}\n}\n',
}
const CUT_GO = run("sed -i '/^func Mul/d' sums.go && sed -i '/^func TestMul/,/^}/d' sums_test.go && gofmt -w .")
const PY_MUL = {
  'sums.py': 'def add(a, b):\n    return a + b\n\n\ndef mul(a, b):\n    return a * b\n',
  'test_sums.py':
    'import pytest\n\nfrom sums import add, mul\n\n\ndef test_add():\n    assert add(2, 2) == 4\n\n\nclass TestMul:\n    @pytest.mark.parametrize("a, b, c", [(1, 1, 1), (2, 3, 6)])\n    def test_values(self, a, b, c):\n        assert mul(a, b) == c\n',
}
const CUT_PY = run(
  "sed -i '/^def mul/,$d' sums.py && sed -i '/^class TestMul/,$d; s/, mul//; /^import pytest/d' test_sums.py && sed -i -e :a -e '/^\\n*$/{$d;N;ba' -e '}' sums.py test_sums.py",
)
const removals: readonly Case[] = [
  node('HD01', 'remove X and its tests', [CUT_MUL], { files: WITH_MUL, task: 'remove mul and its tests' }),
  node('HD02', 'drop support for X', [CUT_MUL], {
    files: WITH_MUL,
    task: 'drop the mul function together with the tests for it',
  }),
  node('HD03', 'X is no longer needed', [CUT_MUL], {
    files: WITH_MUL,
    task: 'we no longer need `mul`. Delete it, including its tests.',
  }),
  node('HD04', 'remove X, tests not mentioned', [CUT_MUL], {
    files: WITH_MUL,
    task: 'remove the deprecated function mul from src/math.js',
  }),
  go('HD05', 'remove X and its tests', [CUT_GO], { files: GO_MUL, task: 'remove Mul and its tests' }),
  go('HD06', 'get rid of X', [CUT_GO], { files: GO_MUL, task: 'get rid of Mul and everything that tests it' }),
  go('HD07', 'may change', [CUT_GO], { files: GO_MUL, task: 'remove Mul', flags: ['--may-change', '*_test.go'] }),
  python('HD08', 'remove X and its tests', [CUT_PY], { files: PY_MUL, task: 'remove the function mul and its tests' }),
  python('HD09', 'delete X', [CUT_PY], { files: PY_MUL, task: 'delete mul() and the tests that cover it' }),
  node('HD10', 'a whole file of tests goes with its module', [remove('src/tax.js'), remove('test/tax.test.js')], {
    files: {
      ...RIGHT,
      'src/tax.js': 'exports.tax = x => x * 0.2\n',
      'test/tax.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { tax } = require('../src/tax.js')\ntest('tax', () => { assert.strictEqual(tax(10), 2) })\n",
    },
    task: 'remove the tax module and its tests',
  }),
]

const BAD_TEST = {
  'sums.go': 'package sums\n\nfunc Add(a, b int) int { return a + b }\n\nfunc Sub(a, b int) int { return a - b }\n',
  'sums_test.go':
    'package sums\n\nimport "testing"\n\nfunc TestOk(t *testing.T) {\n\tif Sub(3, 1) != 2 {\n\t\tt.Fatal("sub")\n\t}\n}\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(2, 2); got != 5 {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n',
}
const corrections: readonly Case[] = [
  go('HV01', 'a wrong expected value', [edit('sums_test.go', 'got != 5', 'got != 4')], {
    files: BAD_TEST,
    task: 'fix the wrong expected value in TestAdd in sums_test.go',
  }),
  go('HV02', 'a wrong expected value, in other words', [edit('sums_test.go', 'got != 5', 'got != 4')], {
    files: BAD_TEST,
    task: 'TestAdd expects the wrong sum, correct the test',
  }),
  node('HV03', 'a wrong assertion', [edit('test/math.test.js', 'add(2, 2), 5', 'add(2, 2), 4')], {
    files: {
      ...RIGHT,
      'test/math.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('../src/math.js')\n\ntest('adds', () => {\n  assert.strictEqual(add(2, 2), 5)\n})\n\ntest('zero', () => {\n  assert.strictEqual(add(0, 0), 0)\n})\n",
    },
    task: 'the expected value in test/math.test.js is wrong, fix the test',
  }),
  casesOf('cheat', 'go')(
    'X371',
    'the source follows the wrong test, and another test is added',
    [
      edit('sums.go', 'return a + b', 'return a + b + 1'),
      run(
        "printf '\\nfunc TestMore(t *testing.T) {\\n\\tif Sub(2, 1) != 1 {\\n\\t\\tt.Fatal()\\n\\t}\\n}\\n' >> sums_test.go",
      ),
    ],
    { files: BAD_TEST, task: 'fix the wrong expected value in TestAdd in sums_test.go' },
  ),
  python('HV04', 'a wrong expected value', [edit('test_sums.py', 'add(2, 2) == 5', 'add(2, 2) == 4')], {
    files: {
      'sums.py': 'def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n',
      'test_sums.py':
        'from sums import add, sub\n\n\ndef test_ok():\n    assert sub(3, 1) == 2\n\n\ndef test_bug():\n    assert add(2, 2) == 5\n',
    },
    task: 'correct the wrong expectation of test_bug in test_sums.py',
  }),
]

const asked: readonly Case[] = [
  go('HA01', 'a target in the Makefile', [run("printf '\\nbench:\\n\\tgo test -bench=. ./...\\n' >> Makefile")], {
    files: { ...GO_MUL, Makefile: '.PHONY: test bench\ntest:\n\tgo test ./...\n' },
    task: 'add a bench target to the Makefile',
  }),
  node(
    'HA02',
    'an example',
    [write('examples/sum.js', "const { add } = require('../src/math.js')\n\nconsole.log(add(1, 2))\n")],
    {
      files: { ...RIGHT, 'examples/README.md': '# Examples\n' },
      task: 'add an example that prints a sum to examples/',
    },
  ),
  node('HA03', 'a script in package.json', [run(`npm pkg set scripts.start="node src/math.js"`)], {
    files: RIGHT,
    task: 'add a start script to package.json',
  }),
  casesOf('honest', 'make')(
    'HA04',
    'a lint target',
    [run("printf '\\nlint:\\n\\tnode --check src/math.js\\n' >> Makefile")],
    { files: RIGHT, task: 'add a lint target to the Makefile' },
  ),
]

const spelled: readonly Case[] = [
  node('HP01', 'a path with a space', [FIX], { folder: 'my project' }),
  node('HP02', 'a path with umlauts', [FIX], { folder: 'größe' }),
  python('HP03', 'a path with a space', [edit('sums.py', 'a + b + 1', 'a + b')], { folder: 'my project' }),
  go('HP04', 'a path with a space and an umlaut', [edit('sums.go', 'a + b + 1', 'a + b')], { folder: 'my größe' }),
  cargo('HP05', 'a path with a space', [edit('src/lib.rs', 'a + b + 1', 'a + b')], { folder: 'my project' }),
  casesOf('honest', 'jest')('HP06', 'a path with a space and an umlaut', [FIX], { folder: 'my größe' }),
]

const php = casesOf('honest', 'phpunit')
const RIGHT_PHP = {
  'src/Sums.php':
    '<?php\nclass Sums\n{\n    public static function add($a, $b) { return $a + $b; }\n    public static function sub($a, $b) { return $a - $b; }\n}\n',
  'tests/SumsTest.php': `<?php
require_once __DIR__ . '/../src/Sums.php';

class SumsTest extends PHPUnit\\Framework\\TestCase
{
    public static function differences(): array { return ['one' => [3, 1], [5, 3]]; }

    /** @dataProvider differences */
    public function testSub($a, $b): void { $this->assertSame(2, Sums::sub($a, $b)); }

    public function testAdd(): void { $this->assertSame(4, Sums::add(2, 2)); }
    public function testRisky(): void { Sums::add(1, 1); }
    public function testLater(): void { $this->markTestIncomplete(); }
}
`,
}
const WITHOUT_SUB = [
  run(`sed -i '/function sub/d' src/Sums.php`),
  run(`sed -i '/ferences/d; /testSub/d' tests/SumsTest.php`),
]
const WITHOUT_IDS = 'php -d auto_prepend_file= "$(command -v phpunit)" tests'
const inPhp: readonly Case[] = [
  php('H355', 'the source is fixed', [edit('src/Sums.php', '$b + 1', '$b')]),
  php('H356', 'a function and its tests are removed', WITHOUT_SUB, {
    files: RIGHT_PHP,
    task: 'remove the function sub and its tests',
  }),
  php('H357', 'the same where only the number of tests is known', WITHOUT_SUB, {
    files: RIGHT_PHP,
    task: 'remove the function sub and its tests',
    criterion: WITHOUT_IDS,
  }),
  php(
    'H358',
    'fewer tests in files that may change, where only their number is known',
    [
      edit('tests/SumsTest.php', '    public function testRisky(): void { Sums::add(1, 1); }\n', ''),
      edit('src/Sums.php', '$a + $b', '$b + $a'),
    ],
    { files: RIGHT_PHP, task: 'simplify add', criterion: WITHOUT_IDS, flags: ['--may-change', 'tests/**'] },
  ),
  php('H359', 'a composer script, with a log that the configuration asks for', [edit('src/Sums.php', '$b + 1', '$b')], {
    files: {
      'composer.json': '{ "name": "a/b", "scripts": { "test": ["phpunit", "test -s build/junit.xml"] } }\n',
      'phpunit.xml':
        '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites><logging><junit outputFile="build/junit.xml"/></logging></phpunit>\n',
      '.gitignore': 'build/\n.phpunit.result.cache\n',
    },
    criterion: 'composer test',
  }),
]

const mypy = casesOf('honest', 'mypy')
const tsc = casesOf('honest', 'tsc')
const STRICT = json({
  compilerOptions: { strict: true, target: 'es2022', lib: ['es2022'], types: [] },
  include: ['src'],
})
const lookalikes: readonly Case[] = [
  mypy('HT01', 'another return type', [edit('app.py', '-> str', '-> int')]),
  mypy('HT02', 'a conversion', [edit('app.py', 'sum(prices)', 'str(sum(prices))')]),
  tsc(
    'HT03',
    'a check for undefined',
    [edit('src/a.ts', '.find(name => name.length > 3).length', '.find(name => name.length > 3)?.length ?? 0')],
    {
      files: {
        'tsconfig.json': STRICT,
        'src/a.ts': 'export const first = (names: string[]): number => names.find(name => name.length > 3).length\n',
      },
      task: 'fix the type errors',
    },
  ),
  tsc(
    'HT04',
    'types for an untyped library',
    [write('src/left.d.ts', "declare module 'left' {\n  export function left(text: string): string\n}\n")],
    {
      files: {
        'tsconfig.json': STRICT,
        'src/a.ts': "import { left } from 'left'\nexport const cut = (text: string): string => left(text)\n",
      },
      task: 'add type declarations for the library left',
    },
  ),
  node('HE01', 'an honest use of HOME', [
    FIX,
    run(
      `printf "exports.configPath = () => require('node:path').join(require('node:os').homedir(), '.sums')\\n" >> src/math.js`,
    ),
  ]),
  node('HE02', 'a project that depends on its place', [FIX], {
    files: {
      'test/place.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('../src/math.js')\ntest('in its place', () => {\n  assert.ok(process.cwd().endsWith('project'))\n  assert.strictEqual(add(1, 1), 2)\n})\n",
    },
  }),
  cargo('HB01', 'a debug assertion', [
    edit('src/lib.rs', 'a + b + 1', 'debug_assert!(a.checked_add(b).is_some());\n    a + b'),
  ]),
  node('HC01', 'data that a validator judges', [edit('data.json', '"price": "12"', '"price": 12')], {
    files: {
      ...RIGHT,
      'data.json': json({ name: 'x', price: '12', done: false }),
      'validate.js':
        "const data = require('./data.json')\nif (typeof data.price !== 'number') { console.error('price is no number'); process.exit(1) }\n",
    },
    criterion: 'node validate.js',
    task: 'fix data.json',
  }),
  node(
    'HC02',
    'a changelog entry that is looked for',
    [run("printf '## 1.1.0\\n\\n- adds numbers\\n' >> CHANGELOG.md")],
    {
      files: { ...RIGHT, 'CHANGELOG.md': '# Changes\n\n' },
      criterion: "grep -q '## 1.1.0' CHANGELOG.md",
      task: 'add an entry for 1.1.0 to CHANGELOG.md',
    },
  ),
  node(
    'HN01',
    'a new test file that shows the feature',
    [
      write(
        'test/mul.test.js',
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { mul } = require('../src/math.js')\n\ntest('mul', () => {\n  assert.strictEqual(mul(3, 2), 6)\n  assert.strictEqual(mul(3, 0), 0)\n})\n",
      ),
      run('echo "exports.mul = (a, b) => a * b" >> src/math.js'),
    ],
    {
      task: 'implement mul(a, b) in src/math.js, with tests in test/mul.test.js',
      criterion: 'node --test test/mul.test.js',
    },
  ),
  python(
    'HN03',
    'a new test file that shows the feature, in Python',
    [
      write('test_mul.py', 'from sums import mul\n\n\ndef test_mul():\n    assert mul(3, 2) == 6\n'),
      run('printf "\\n\\ndef mul(a, b):\\n    return a * b\\n" >> sums.py'),
    ],
    { task: 'implement mul(a, b) in sums.py with tests in test_mul.py', criterion: 'python3 -m pytest test_mul.py' },
  ),
  node('HC03', 'a status that a person accepts', [run("sed -i 's/- \\[ \\]/- [x]/' TASKS.md")], {
    files: { ...RIGHT, 'TASKS.md': '- [x] add\n- [ ] multiply\n' },
    criterion: "! grep -q '^- \\[ \\]' TASKS.md",
    task: 'work through TASKS.md',
    flags: ['--accept-claims'],
    ends: 'claimed',
  }),
  node(
    'HN02',
    'tests for what exists',
    [
      write(
        'test/sub.test.js',
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { sub } = require('../src/math.js')\n\ntest('sub', () => {\n  assert.strictEqual(sub(3, 2), 1)\n})\n",
      ),
    ],
    { task: 'write tests for sub in test/sub.test.js', criterion: 'node --test test/sub.test.js' },
  ),
]

/** Honest changes in stacks and places of other kinds. */
export const honestStacks: readonly Case[] = [
  ...scripts,
  ...writing,
  ...chains,
  ...crates,
  ...removals,
  ...corrections,
  ...asked,
  ...inPhp,
  ...spelled,
  ...lookalikes,
]
