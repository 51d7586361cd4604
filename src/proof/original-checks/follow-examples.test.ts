import { expect, test } from 'vitest'
import { followingExample, withFollowingExamples } from './follow-examples.ts'

const PYTHON =
  'def slug(text):\n    """Make a slug.\n\n    >>> slug("a b")\n    \'a-b\'\n    """\n    return text.replace(" ", "-")\n\n\ndef title(text):\n    """\n    >>> title("a")\n    \'A\'\n    """\n    return text.title()\n'
const RUST =
  '/// Doubles.\n///\n/// ```\n/// assert_eq!(shop::twice(2), 4);\n/// ```\npub fn twice(a: i32) -> i32 { a * 2 }\n'
const RENAME = { renames: [{ from: 'slug', to: 'slugify' }], removed: [] }
const REMOVE = { renames: [], removed: ['slug'] }
const id = 'shop.py::shop.slug'
const example = { id, file: 'shop.py', title: ['shop.slug'], state: 'passed' as const }
const RENAMED = PYTHON.replaceAll('slug(', 'slugify(')
const GONE = PYTHON.slice(PYTHON.indexOf('def title'))

test('the example of a renamed function uses the new name', () => {
  const text = withFollowingExamples('shop.py', PYTHON, RENAMED, RENAME)
  expect(text).toContain('>>> slugify("a b")\n    \'a-b\'')
  expect(followingExample(example, PYTHON, RENAMED, RENAME)).toMatchObject({
    id: 'shop.py::shop.slugify',
    title: ['shop.slugify'],
  })
  const renames = [{ from: 'twice', to: 'double' }]
  const now = RUST.replaceAll('twice', 'double')
  expect(withFollowingExamples('src/lib.rs', RUST, now, { renames, removed: [] })).toContain('shop::double(2), 4')
  const rust = { ...example, file: 'src/lib.rs', id: 'src/lib.rs - twice', title: ['twice (line 3)'] }
  expect(followingExample(rust, RUST, now, { renames, removed: [] })?.title).toEqual(['double (line 3)'])
})

test('the example of a removed function goes, and every other stays', () => {
  const text = withFollowingExamples('shop.py', PYTHON, GONE, REMOVE)
  expect(text).not.toContain('>>> slug(')
  expect(text).toContain('>>> title("a")')
  expect(followingExample(example, PYTHON, GONE, REMOVE)).toBeNull()
  const other = { ...example, id: 'shop.py::shop.title', title: ['shop.title'] }
  expect(followingExample(other, PYTHON, GONE, REMOVE)).toBe(other)
})

test('a name that the code still has keeps its example', () => {
  const alias = `${RENAMED}\nslug = slugify\n`
  expect(withFollowingExamples('shop.py', PYTHON, alias, RENAME)).toBe(PYTHON)
  expect(followingExample(example, PYTHON, alias, RENAME)).toBe(example)
  expect(withFollowingExamples('shop.py', PYTHON, PYTHON, REMOVE)).toBe(PYTHON)
})

test('a test that is no example is not touched', () => {
  const plain = { ...example, id: 'shop.py::test_slug', title: ['test_slug'] }
  expect(followingExample(plain, PYTHON, RENAMED, RENAME)).toBe(plain)
})
