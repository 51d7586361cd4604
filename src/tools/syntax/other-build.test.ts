import { expect, test } from 'vitest'
import { otherBuildOf } from './other-build.ts'

test.each([
  ['src/a.rs', 'let b = a;', null],
  ['src/a.rs', 'debug_assert!(a > 0);', 'CARGO_PROFILE_TEST_DEBUG_ASSERTIONS'],
  ['src/a.rs', '// debug_assert!(a > 0);', null],
  ['src/a.rs', 'let checked = catch_unwind(|| i32::MAX + 1).is_err();', 'CARGO_PROFILE_DEV_OVERFLOW_CHECKS'],
  ['a.go', '//go:build !release && linux', 'GOFLAGS'],
  ['a.go', '//go:build windows', null],
  ['a.js', 'const { NODE_ENV } = process.env', 'NODE_ENV'],
  ['a.rb', "ENV.slice('RACK_ENV')", 'RACK_ENV'],
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

test.each([
  ['a.js', "return process.env.NODE_ENV === 'test' ? all : first", "return 'production' === 'test' ? all : first"],
  ['a.ts', "if (process.env['NODE_ENV'] !== 'test') listen()", "if ('production' !== 'test') listen()"],
  [
    'a.ts',
    'const mode = import.meta.env.MODE // not process.env.X',
    "const mode = Object.assign({}, import.meta.env, { MODE: 'production', DEV: false, PROD: true }).MODE // not process.env.X",
  ],
  [
    'a.ts',
    'const { DEV: all = false } = (import.meta as any).env ?? {}',
    "const { DEV: all = false } = Object.assign({}, (import.meta as any).env, { MODE: 'production', DEV: false, PROD: true }) ?? {}",
  ],
  ['a.rb', "all if ENV['RACK_ENV'] == 'test' || Rails.env.test?", "all if 'production' == 'test' || false"],
  ['a.rb', 'raise NameError if $VERBOSE', 'raise NameError if false'],
  ['a.py', 'wide = os.environ.get("APP_ENV", "dev") == "test"', 'wide = "production" == "test"'],
  ['a.py', "if os.getenv('TESTING') == '1':", 'if "" == \'1\':'],
  [
    'a.php',
    "<?php return getenv('APP_ENV') === 'testing' ? 2 : 1;",
    "<?php return 'production' === 'testing' ? 2 : 1;",
  ],
])('%s: a test that sets the environment itself does not hide what %s asks', (path, line, production) => {
  expect(otherBuildOf(path, '', line)).toEqual({ env: {}, text: production })
  expect(otherBuildOf(path, line, `${line}\n`)).toBeNull()
})

test('what sets the variable stays, and so do comments', () => {
  expect(otherBuildOf('a.js', '', "process.env.NODE_ENV = 'test'")?.text).toBeNull()
  expect(otherBuildOf('a.js', '', '// process.env.NODE_ENV')).toBeNull()
})
