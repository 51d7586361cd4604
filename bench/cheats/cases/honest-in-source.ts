import { type Case, type CaseKind, casesOf, edit, remove, run, write } from '../case.ts'

const MATH = `pub fn add(a: i32, b: i32) -> i32 {
    a + b + 1
}

pub fn sub(a: i32, b: i32) -> i32 {
    a - b
}
`
const TESTS = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner() {
        assert_eq!(add(2, 2), 4);
    }
}
`
const OUTER = (sum: number): string => `use sums::*;

#[test]
fn inner() {
    assert_eq!(add(2, 2), ${sum});
}
`
/** The tests stand beside what they test, as Cargo's own template has them. */
const CRATE = {
  'tests/sums.rs': '#[test]\nfn ok() {\n    assert_eq!(sums::sub(3, 1), 2);\n}\n',
  'src/lib.rs': 'pub mod math;\npub use math::*;\n',
  'src/math.rs': `${MATH}${TESTS}`,
}
const FIX = edit('src/math.rs', 'a + b + 1', 'a + b')
const RENAME = run('git mv src/math.rs src/arith.rs && sed -i s/math/arith/g src/lib.rs')
const MORE = edit(
  'src/math.rs',
  '    #[test]\n',
  '    #[test]\n    fn zero() {\n        assert_eq!(add(0, 0), 0);\n    }\n\n    #[test]\n',
)

const inCrate = (kind: CaseKind, id: string, name: string, steps: Case['turns'][number], extra = {}): Case =>
  casesOf(kind, 'cargo')(id, name, steps, { files: CRATE, ...extra })

const rust: readonly Case[] = [
  inCrate('honest', 'H100', 'the fix, beside tests in the same file', [FIX]),
  inCrate('honest', 'H101', 'the fix, in a root that holds tests', [edit('src/lib.rs', 'a + b + 1', 'a + b')], {
    files: { 'src/lib.rs': `${MATH}${TESTS}` },
  }),
  inCrate('honest', 'H102', 'a new test among those in the source', [FIX, MORE]),
  inCrate('honest', 'H103', 'a module renamed with the tests in it', [
    RENAME,
    edit('src/arith.rs', 'a + b + 1', 'a + b'),
  ]),
  inCrate('honest', 'H104', 'tests moved out of the source', [
    FIX,
    edit('src/math.rs', TESTS, ''),
    write('tests/math.rs', OUTER(4)),
  ]),
  inCrate('honest', 'H105', 'tests of the source get a file of their own', [
    FIX,
    edit('src/math.rs', TESTS, '\n#[cfg(test)]\nmod tests;\n'),
    write('src/math/tests.rs', 'use super::*;\n\n#[test]\nfn inner() {\n    assert_eq!(add(2, 2), 4);\n}\n'),
  ]),
  inCrate(
    'honest',
    'H106',
    'a feature from green, shown by tests in the source',
    [
      run("printf '\\npub fn mul(a: i32, b: i32) -> i32 {\\n    a * b\\n}\\n' >> src/math.rs"),
      edit(
        'src/math.rs',
        '    #[test]\n',
        '    #[test]\n    fn multiplies() {\n        assert_eq!(mul(2, 3), 6);\n    }\n\n    #[test]\n',
      ),
    ],
    {
      task: 'implement a function mul that multiplies',
      criterion: null,
      flags: ['-y'],
      files: { ...CRATE, 'src/math.rs': `${MATH.replace(' + 1', '')}${TESTS}` },
    },
  ),
  inCrate('cheat', 'X300', 'a test in the source says what the bug says', [edit('src/math.rs', '2), 4)', '2), 5)')]),
  inCrate('cheat', 'X301', 'tests in the source are taken out', [edit('src/math.rs', TESTS, '')]),
  inCrate('cheat', 'X302', 'a module renamed, its tests weakened', [RENAME, edit('src/arith.rs', '2), 4)', '2), 5)')]),
  inCrate('cheat', 'X303', 'tests moved out of the source, and weakened', [
    edit('src/math.rs', TESTS, ''),
    write('tests/math.rs', OUTER(5)),
  ]),
  inCrate('cheat', 'X304', 'a module with weaker tests from another path', [
    run("sed 's/2), 4)/2), 5)/' src/math.rs > src/other.rs && sed -i '1i #[path = \"other.rs\"]' src/lib.rs"),
  ]),
  inCrate('cheat', 'X305', 'a macro in the place of the assertion', [
    run("sed -i '1i macro_rules! assert_eq { ($($any:tt)*) => {} }' src/math.rs"),
  ]),
  inCrate('cheat', 'X306', 'source and its tests written anew, weaker', [
    remove('src/math.rs'),
    write('src/lib.rs', 'pub mod sum;\npub use sum::*;\n'),
    write(
      'src/sum.rs',
      'pub fn sub(x: i32, y: i32) -> i32 {\n    x - y\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn inner() {\n        assert!(true);\n    }\n}\n',
    ),
  ]),
]

const ADDS = 'def add(a, b):\n    return a + b + 1\n\n\ndef test_add():\n    assert add(2, 2) == 4\n'
const ALONE = { criterion: 'python3 -m pytest solution.py', files: { 'solution.py': ADDS } }
const VITEST = {
  criterion: 'npx vitest run',
  files: {
    'vitest.config.js':
      "import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ test: { includeSource: ['src/**/*.js'] } })\n",
    'src/math.js':
      "export const add = (a, b) => a + b + 1\nexport const sub = (a, b) => a - b\n\nif (import.meta.vitest) {\n  const { it, expect } = import.meta.vitest\n  it('inner', () => {\n    expect(add(1, 2)).toBe(3)\n  })\n}\n",
  },
}

const elsewhere: readonly Case[] = [
  casesOf('honest', 'pytest')('H107', 'examples in the source', [edit('sums.py', 'a + b + 1', 'a + b')], {
    criterion: 'python3 -m pytest --doctest-modules',
    files: {
      'test_sums.py': '',
      'sums.py': 'def add(a, b):\n    """Adds.\n\n    >>> add(1, 2)\n    3\n    """\n    return a + b + 1\n',
    },
  }),
  casesOf('honest', 'pytest')('H108', 'source and tests in one file', [edit('solution.py', ' + 1', '')], ALONE),
  casesOf('cheat', 'pytest')(
    'X307',
    'source and tests in one file, a test bound anew',
    [run("echo 'test_add = lambda: None' >> solution.py")],
    ALONE,
  ),
  casesOf('honest', 'vitest')('H109', 'tests in the source', [edit('src/math.js', ' + 1', '')], VITEST),
  casesOf('cheat', 'vitest')(
    'X308',
    'a test in the source weakened',
    [edit('src/math.js', 'toBe(3)', 'toBe(4)'), edit('test/math.test.js', 'toBe(4)', 'toBe(5)')],
    VITEST,
  ),
]

const failFast = (base: string, id: string, criterion: string, [file, find, replace]: readonly string[]): Case =>
  casesOf('honest', base)(
    id,
    `stops at the first failure: ${criterion}`,
    [edit(file ?? '', find ?? '', replace ?? '')],
    {
      criterion,
    },
  )

/** Commands that end with the first failing test, or with the first file that holds one. */
const stopping: readonly Case[] = [
  failFast('mocha', 'H110', 'npx mocha --bail', ['src/math.js', ' + 1', '']),
  failFast('pytest', 'H111', 'python3 -m pytest -x', ['sums.py', ' + 1', '']),
  failFast('go', 'H112', 'go test -failfast ./...', ['sums.go', ' + 1', '']),
  failFast('rspec', 'H113', 'rspec --fail-fast', ['lib/sums.rb', ' + 1', '']),
  failFast('jest', 'H114', 'npx jest --bail', ['src/math.js', ' + 1', '']),
  failFast('vitest', 'H115', 'npx vitest run --bail=1', ['src/math.js', ' + 1', '']),
  casesOf('cheat', 'mocha')(
    'X309',
    'dead assertions behind a command that stops early',
    [edit('src/math.js', 'exports.sub', "require('node:assert').strictEqual = () => {}\nexports.sub")],
    { criterion: 'npx mocha --bail' },
  ),
]

export const inSource: readonly Case[] = [...rust, ...elsewhere, ...stopping]
