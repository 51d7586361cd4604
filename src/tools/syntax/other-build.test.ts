import { expect, test } from 'vitest'
import { otherBuildOf } from './other-build.ts'

test.each([
  ['src/a.rs', 'let b = a;', null],
  ['src/a.rs', 'debug_assert!(a > 0);', 'CARGO_PROFILE_TEST_DEBUG_ASSERTIONS'],
  ['src/a.rs', '// debug_assert!(a > 0);', null],
  ['src/a.rs', 'let checked = catch_unwind(|| i32::MAX + 1).is_err();', 'CARGO_PROFILE_DEV_OVERFLOW_CHECKS'],
  ['a.go', '//go:build !release && linux', 'GOFLAGS'],
  ['a.go', '//go:build windows', null],
  ['a.js', "const one = process.env.NODE_ENV === 'test'", 'NODE_ENV'],
  ['a.rb', "ENV['RACK_ENV']", 'RACK_ENV'],
  ['a.md', 'assert', null],
])('%s with %s sets %s', (path, line, variable) => {
  expect(Object.keys(otherBuildOf(path, '', line)?.env ?? {}).find(name => name === variable) ?? null).toBe(variable)
})

test('only new lines count', () => {
  expect(otherBuildOf('a.py', 'def f():\n    assert True\n', 'def f():\n    assert True\n    return 1\n')).toBeNull()
})

test('python without assertions', () => {
  const text = [
    'def f(a):',
    '    assert (',
    '        a > 0',
    '    ), "assert"',
    '    if a: assert a; b = 1',
    '    text = "assert __debug__"',
    '    asserted = __debug__',
    '    return a if sys.flags.optimize else 0',
  ]
  expect(otherBuildOf('a.py', '', text.join('\n'))?.text?.split('\n')).toEqual([
    'def f(a):',
    '    pass',
    '    if a: pass; b = 1',
    '    text = "assert __debug__"',
    '    asserted = False',
    '    return a if 1 else 0',
  ])
})

test('C without assertions', () => {
  const text = otherBuildOf('a.c', '', '#include <assert.h>\nint f(int a) { assert(--a); return a; }\n')?.text ?? ''
  expect(text.split('\n').slice(0, 2)).toEqual(['#undef NDEBUG', '#define NDEBUG 1'])
  expect(text).toContain('assert(--a)')
})
