import { expect, test } from 'vitest'
import { inlineTestsCodec } from './inline-tests.ts'
import { partsPutBack, sealedParts, withTestsOf } from './sections.ts'

const none = new Set<string>()
const names = async (path: string, text: string): Promise<string[] | null> =>
  (await sealedParts(path, text, none))?.map(({ name }) => name) ?? null

const RUST = `/// Adds.
///
/// \`\`\`
/// assert_eq!(sums::add(1, 1), 2);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 {
    a + b + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(2, 2), 4);
    }
}
`
const RUST_ON_ONE_LINE = `pub fn add(a: i32, b: i32) -> i32 {
    a + b + 1
}

#[cfg(test)]
mod tests { use super::*; #[test] fn adds() { assert_eq!(add(2, 2), 4); } }

pub fn sub(a: i32) -> i32 {
    a
}
`
const PYTHON = `def add(a, b):
    """Adds.

    >>> add(1, 2)
    3
    """
    return a + b + 1


@slow
def test_add():
    assert add(
        2, 2
    ) == 4

    assert add(0, 0) == 0


RATE = 2
`
const SCRIPT = `export const add = (a, b) => a + b + 1

if (import.meta.vitest) {
  const { it, expect } = import.meta.vitest
  it('adds', () => {
    expect(add(1, 2)).toBe(3)
  })
}
`

test.each([
  ['src/lib.rs', RUST, ['tests.example of add', 'tests.mod tests']],
  ['src/lib.rs', RUST_ON_ONE_LINE, ['tests.mod tests']],
  ['solution.py', PYTHON, ['tests.example of add', 'tests.test_add']],
  ['src/math.ts', SCRIPT, ['tests.import.meta.vitest']],
])('of source that holds its tests, these count: %s', async (path, text, expected) => {
  expect(await names(path, text)).toEqual(expected)
  expect(await partsPutBack(path, text, text, none)).toBe(text)
  const fixed = text.replace('a + b + 1', 'a + b')
  expect(await sealedParts(path, fixed, none)).toEqual(await sealedParts(path, text, none))
  expect(await partsPutBack(path, text, fixed.replaceAll(/\b[34]\b/g, '9'), none)).toBe(fixed)
})

test.each(['src/lib.rs', 'src/math.ts', 'sums.py'])('source without tests counts as a whole: %s', async path => {
  expect(await names(path, 'let a = 1\n')).toBeNull()
})

test('a test by its name counts as a whole', async () => {
  expect(await names('tests/sums.rs', RUST)).toBeNull()
  expect(await names('test_sums.py', PYTHON)).toBeNull()
})

test('tests that were taken out of the source are put at its end', async () => {
  const without = RUST.slice(0, RUST.indexOf('\n#[cfg(test)]')).replace('a + b + 1', 'a + b')
  expect(await partsPutBack('src/lib.rs', RUST, without, none)).toBe(RUST.replace('a + b + 1', 'a + b'))
})

test.each(['test_add = print', 'globals()["test_" + "add"] = print', '__test__ = False', 'pytestmark = skip'])(
  'source that may put something in the place of a test counts as a whole: %s',
  async line => {
    expect(await names('solution.py', `${PYTHON}\n${line}\n`)).toBeNull()
  },
)

test('the source as it was can be seen with the tests that it has now', async () => {
  const now = RUST.replace('a + b + 1', 'a + b').replace('4);', '4);\n        assert_eq!(add(0, 0), 0);')
  expect(await withTestsOf('src/lib.rs', RUST, now)).toBe(RUST.replace('4);', '4);\n        assert_eq!(add(0, 0), 0);'))
  expect(await withTestsOf('src/lib.rs', RUST, 'fn main() {}\n')).toBeNull()
})

const C_SOURCE = `#include "sums.h"
#ifdef DEBUG
#define LOG 1
#endif
int add(int a, int b) { return a + b; }

#ifdef SUMS_TEST_MAIN
#include "testhelp.h"
#if defined(WIDE)
#define WIDTH 2
#else
#define WIDTH 1
#endif
int main(void) { test_cond("adds", add(1, 1) == 2) return 0; }
#endif
`

test('a block of C that is compiled only for tests is tests, the rest is source', () => {
  const parsed = inlineTestsCodec('sums.c')?.parse(C_SOURCE)
  expect(Object.keys(parsed?.['tests'] ?? {})).toEqual(['block SUMS_TEST_MAIN'])
  expect(parsed?.['source']).toContain('int add')
  expect(parsed?.['source']).not.toContain('test_cond')
  expect(parsed && inlineTestsCodec('sums.c')?.print(parsed)).toBe(C_SOURCE)
})

test.each([
  '#ifdef SUMS_TEST\nint main(void) {}\n#else\nint run(void) {}\n#endif\n',
  '#ifndef SUMS_TEST\nint main(void) {}\n#endif\n',
  '#ifdef SUMS_LATEST\nint main(void) {}\n#endif\n',
  '#ifdef SUMS_TEST\n#define WIDTH 2\n#endif\n',
  '#ifdef SUMS_TEST\nint main(void) {}\n',
])('no block of tests in %j', text => {
  expect(Object.keys(inlineTestsCodec('sums.c')?.parse(text)?.['tests'] ?? {})).toEqual([])
})
