import { describe, expect, test } from 'vitest'
import { hasQuotedDirective, hasQuotedText, shownWithoutTest } from './shown-without-test.ts'

const source = (before: string, now: string, path = 'src/read.js') => ({ path, before, now })
const OLD = "const fail = line => {\n  throw new Error('missing key in line ' + line)\n}\n"
const withText = (text: string): string => OLD.replace("'missing key in line '", text)

describe('a text that the task quotes', () => {
  test.each([
    'The message "missing key in line" is misleading. Make it "no key before the colon in line".',
    'Please change the error text to `no key before the colon in line`',
    "reword the error: 'missing key in line' → 'no key before the colon in line'",
    'Errors of read() should say “no key before the colon in line”',
  ])('%s', task => {
    expect(hasQuotedText(task, [source(OLD, withText("'no key before the colon in line '"))])).toBe(true)
  })

  test('with escaped quotes, and with another comment', () => {
    const now = `// Three.\n${withText('"say \\"key\\" in line "')}`
    expect(hasQuotedText('the message should read `say "key" in line`', [source(OLD, now)])).toBe(true)
  })

  const TASK = 'The message "missing key in line" is misleading. Make it "no key before the colon in line".'
  test.each([
    ['only a comment has it', `// no key before the colon in line\n${OLD}`],
    ['a comment on the same line', OLD.replace('line)', 'line) // no key before the colon in line')],
    ['a constant that nothing uses', `const text = 'no key before the colon in line'\n${OLD}`],
    ['another text', withText("'no key in line '")],
    [
      'the old text stays in another place',
      `${withText("'no key before the colon in line '")}log('missing key in line')\n`,
    ],
    ['nothing changed', OLD],
    ['other code beside it', `const limit = 3\n${withText("'no key before the colon in line '")}`],
    ['less code beside it', withText("'no key before the colon in line '").replace('}\n', '')],
    [
      'other code on that line',
      OLD.replace("'missing key in line ' + line", "line || 'no key before the colon in line'"),
    ],
  ])('not enough: %s', (_, now) => expect(hasQuotedText(TASK, [source(OLD, now)])).toBe(false))

  test.each([
    'The login command prints "Invalid user" although the password is right. It should print "Welcome".',
    'It prints "Invalid user" when the name is new. It should print "Welcome".',
    'login should print "Welcome" and not "Invalid user" for an admin',
    'It prints "Invalid user" if the password is right. It should print "Welcome".',
  ])('a condition: %s', task => {
    const login = (says: string) => `if (!known(user)) print('${says}')\n`
    expect(hasQuotedText(task, [source(login('Invalid user'), login('Welcome'))])).toBe(false)
  })

  test('a condition inside the text', () => {
    const task = 'The message should be "no key if the line is empty"'
    expect(hasQuotedText(task, [source(OLD, withText("'no key if the line is empty '"))])).toBe(true)
  })

  test('a task that is not about a text', () => {
    const task = "get(o, 'a[0].b') must be the same as get(o, 'a.0.b')"
    expect(hasQuotedText(task, [source("get('a.0.b')\n", "get('a[0].b')\n")])).toBe(false)
  })
})

describe('a directive that the task quotes', () => {
  const TASK = 'Please enable `#![deny(missing_docs)]` for the crate and write the missing docs.'
  const RUST = '#![deny(unsafe_code)]\n/// One.\npub fn one() -> u8 {\n    1\n}\n'
  const rust = (now: string) => [source(RUST, now, 'src/lib.rs')]

  test('by itself, or in a list', () => {
    expect(hasQuotedDirective(TASK, rust(`#![deny(missing_docs)]\n${RUST}`))).toBe(true)
    expect(hasQuotedDirective(TASK, rust(RUST.replace('deny(', 'deny(missing_docs, ').replace('One', 'The one')))).toBe(
      true,
    )
  })

  test.each([
    ['a weaker level', `#![warn(missing_docs)]\n${RUST}`],
    ['in a comment', `// #![deny(missing_docs)]\n${RUST}`],
    ['silenced again', `#![deny(missing_docs)]\n${RUST.replace('pub fn', '#[allow(missing_docs)]\npub fn')}`],
    ['with other code', `#![deny(missing_docs)]\n${RUST.replace('    1', '    2')}`],
    ['only documents', RUST.replace('One', 'The one')],
  ])('not enough: %s', (_, now) => expect(hasQuotedDirective(TASK, rust(now))).toBe(false))
})

describe('a document', () => {
  const changed = (path: string) => [{ path, status: 'changed' as const }]
  const ask = (task: string, path: string, tests = false) =>
    shownWithoutTest({ task, readBefore: async () => 'a', readNow: async () => 'b' }, changed(path), tests)

  test.each([
    'The second example in the README raises a TypeError. It should pass the options on.',
    'README example does not work with version 3',
    'The docs are wrong about the default, it should say 10',
    'the installation section of the manual is missing the second step',
  ])('%s', async task => expect(await ask(task, 'README.md')).not.toBeNull())

  test.each([
    'Would be nice if paths understood brackets.',
    'We decided that defaults come first. Please change it and adapt the readme example.',
    'pick() should accept a list, update the README too',
    'The docs of Ratio say that they are equal, but `cmp` does not. Please fix',
    'parse and the docs disagree about null',
  ])('not enough: %s', async task => {
    const isDocs = /^The docs of/.test(task)
    expect(await ask(task, isDocs ? 'src/ratio.js' : 'README.md')).toBeNull()
  })

  test('comments in the source', async () => {
    const task = 'The comments in pool.go are outdated, please go over them'
    const before = '// One.\npackage pool\n'
    const edit = (now: string) =>
      shownWithoutTest({ task, readBefore: async () => before, readNow: async () => now }, changed('pool.go'), false)
    expect(await edit('// The one.\npackage pool\n')).not.toBeNull()
    expect(await edit('// The one.\npackage pool\n\nvar a = 1\n')).toBeNull()
  })

  test('does not count if tests changed too', async () => {
    expect(await ask('README example does not work', 'README.md', true)).toBeNull()
  })
})
