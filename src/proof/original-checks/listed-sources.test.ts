import { describe, expect, test } from 'vitest'
import { onlyListsNewSources, withoutNewSources } from './listed-sources.ts'

const MAKEFILE = `CC = cc
OBJECTS = price.o \\
  total.o
test: check
	./check
check: price.c check.c price.h
	$(CC) -o check price.c check.c
price.o: price.c price.h
	$(CC) -c price.c
`
const changed = (from: string | RegExp, to: string): string => MAKEFILE.replace(from, to)
const added = ['src/apply.c', 'src/apply.h']

describe('a build file that lists new sources', () => {
  test.each([
    ['in a dependency and a recipe', MAKEFILE.replaceAll('price.c check.c', 'price.c src/apply.c check.c')],
    ['an object, in a continued list', changed('  total.o', '  total.o \\\n  apply.o')],
    ['with a rule like that of another file', `${MAKEFILE}apply.o: apply.c apply.h\n\t$(CC) -c apply.c\n`],
    ['unchanged', MAKEFILE],
  ])('%s', (_, now) => expect(onlyListsNewSources(MAKEFILE, now, added)).toBe(true))

  test.each([
    ['a command that ignores its failure', changed('\t./check', '\t-./check')],
    ['the new file as the only argument', changed('\t./check', '\t./check apply.c')],
    ['another recipe for the new file', `${MAKEFILE}apply.o: apply.c apply.h\n\ttrue > check\n`],
    ['a file that is not new', changed('price.c check.c', 'price.c fake.c check.c')],
    ['a line removed', changed('\t./check\n', '')],
    ['a second recipe for an old target', `${MAKEFILE}check: apply.c\n\ttouch check\n`],
    ['lines in another order', changed('CC = cc\n', '').concat('CC = cc\n')],
  ])('but not: %s', (_, now) => expect(onlyListsNewSources(MAKEFILE, now, added)).toBe(false))

  test('other formats', () => {
    const cmake = 'add_library(shop\n  price.c\n  total.c)\nadd_test(all check)\n'
    expect(onlyListsNewSources(cmake, cmake.replace('  price.c\n', '  price.c\n  apply.c\n'), ['apply.c'])).toBe(true)
    const project = '<Project>\n<Compile Include="Price.cs" />\n<Compile Include="Total.cs" />\n</Project>\n'
    const longer = project.replace('</Project>', '<Compile Include="Apply.cs" />\n</Project>')
    expect(onlyListsNewSources(project, longer, ['Apply.cs'])).toBe(true)
    expect(
      onlyListsNewSources(project, longer.replace('Compile Include="Apply', 'Compile Remove="Apply'), ['Apply.cs']),
    ).toBe(false)
  })
})

test('a build file without the new sources keeps the new tests', () => {
  const before = 'add_library(price src/price.c)\nadd_test(NAME price COMMAND check_price)\n'
  const more = 'add_executable(check_tax tests/check_tax.c)\nadd_test(NAME tax COMMAND check_tax)\n'
  const now = `${before.replace('src/price.c', 'src/price.c src/tax.c')}${more}`
  expect(withoutNewSources(before, now, ['src/tax.c'])).toBe(`${before}${more}`)
  expect(withoutNewSources(before, now, [])).toBe(now)
})
