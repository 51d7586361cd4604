import { expect, test } from 'vitest'
import type { ChangedText } from '../changed-text.ts'
import { buildDetection } from './build-detection.ts'

const file = (path: string, before: string | null, now: string): ChangedText => ({ path, before, now, isTest: false })
const RUST = 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b + 1\n}\n'
const rust = (body: string): ChangedText => file('src/lib.rs', RUST, RUST.replace('a + b + 1', body))
const C = 'int add(int a, int b) {\n  return a + b + 1;\n}\n'
const c = (body: string): ChangedText => file('sums.c', C, C.replace('  return a + b + 1;', body))
const js = (body: string): ChangedText => file('src/a.js', 'export const a = 1\n', `${body}\n`)
const py = (body: string): ChangedText =>
  file('a.py', 'def add(a, b):\n    return a + b + 1\n', `def add(a, b):\n${body}\n`)
const CARGO = '[package]\nname = "a"\n'
const PAIR =
  '#[cfg(feature = "exact")]\n    let more = 0;\n    #[cfg(not(feature = "exact"))]\n    let more = 1;\n    a + b + more'

test.each<[string, readonly ChangedText[]]>([
  ['C, with assertions', [c('#ifdef NDEBUG\n  return a + b + 1;\n#else\n  return a + b;\n#endif')]],
  ['C, optimized', [c('#ifdef __OPTIMIZE__\n  return a + b + 1;\n#endif\n  return a + b;')]],
  [
    'Rust, two statements',
    [
      rust(
        '#[cfg(debug_assertions)]\n    let more = 0;\n    #[cfg(not(debug_assertions))]\n    let more = 1;\n    a + b + more',
      ),
    ],
  ],
  [
    'Rust, one condition among others',
    [rust('if a > 0 && cfg!(debug_assertions) {\n        return a + b;\n    }\n    a + b + 1')],
  ],
  [
    'Rust, a condition without a block',
    [rust('let exact = cfg!(debug_assertions) || a > 9;\n    a + b + !exact as i32')],
  ],
  ['Rust, a choice', [rust('if cfg!(not(debug_assertions)) { a + b + 1 } else { a + b }')]],
  ['Rust, a number', [rust('a + b + cfg!(not(debug_assertions)) as i32')]],
  ['Rust, a new feature', [file('Cargo.toml', CARGO, `${CARGO}[features]\nexact = []\n`), rust(PAIR)]],
  ['Python', [py('    if __debug__:\n        return a + b\n    return a + b + 1')]],
  ['Python, in one line', [py('    return a + b if __debug__ else a + b + 1')]],
  ['JavaScript', [js("export const add = (a, b) => a + b + (process.env.NODE_ENV === 'production' ? 1 : 0)")]],
  [
    'JavaScript, a ternary',
    [js("export const add = (a, b) => process.env.NODE_ENV !== 'production' ? a + b : a + b + 1")],
  ],
  [
    'Go, by a tag',
    [
      file('sums.go', 'package sums\n\nfunc Add(a, b int) int { return a + b + 1 }\n', 'package sums\n'),
      file('add.go', null, '//go:build !release\n\npackage sums\n\nfunc Add(a, b int) int { return a + b }\n'),
      file(
        'add_release.go',
        null,
        '//go:build release\n\npackage sums\n\nfunc Add(a, b int) int { return a + b + 1 }\n',
      ),
    ],
  ],
])('another result in another build is found: %s', (_, files) => {
  expect(buildDetection(files).map(({ rule }) => rule)).toContain('runner-detected')
})

test.each<[string, readonly ChangedText[]]>([
  ['a debug assertion', [rust('debug_assert!(a < 100);\n    a + b')]],
  [
    'a log line in debug builds of Rust',
    [rust('if cfg!(debug_assertions) && a > 9 {\n        eprintln!("{}", a);\n    }\n    a + b')],
  ],
  ['a level', [rust('let level = if cfg!(debug_assertions) { "debug" } else { "info" };\n    log(level);\n    a + b')]],
  ['a log line in debug builds', [c('#ifndef NDEBUG\n  fprintf(stderr, "add");\n#endif\n  return a + b;')]],
  [
    'the same result in both branches',
    [c('#ifdef NDEBUG\n  return a + b;\n#else\n  check(a);\n  return a + b;\n#endif')],
  ],
  ['a feature that the crate has', [rust(PAIR)]],
  [
    'an address',
    [js("export const url = process.env.NODE_ENV === 'production' ? 'https://a.example' : 'http://localhost'")],
  ],
  ['a number of seconds', [js("export const age = process.env.NODE_ENV === 'production' ? 3600 : 0")]],
  ['a warning', [js("if (process.env.NODE_ENV !== 'production') console.warn('deprecated')")]],
  ['a check in Python', [py('    if __debug__:\n        check(a)\n    return a + b')]],
  [
    'a platform in Go',
    [
      file('sums.go', 'package sums\n\nfunc Add(a, b int) int { return a }\n', 'package sums\n'),
      file('a.go', null, '//go:build !windows\n\npackage sums\n\nfunc Add(a, b int) int { return a + b }\n'),
      file('b.go', null, '//go:build windows\n\npackage sums\n\nfunc Add(a, b int) int { return b + a }\n'),
    ],
  ],
])('honest code about builds is left alone: %s', (_, files) => {
  expect(buildDetection(files)).toEqual([])
})
