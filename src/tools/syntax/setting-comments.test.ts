import { expect, test } from 'vitest'
import { withoutSettingComments } from './setting-comments.ts'

test.each([
  ['Makefile', '# bench: go test\nall:\n\t# none\n\tcc a.c\n', 'all:\n\tcc a.c'],
  ['build/rules.mk', 'a: b\n\n# c\n', 'a: b'],
  ['justfile', '# x\ntest:\n  cargo test\n', 'test:\n  cargo test'],
  ['Dockerfile', '# syntax=docker/dockerfile:1\n# base\nFROM scratch\n', '# syntax=docker/dockerfile:1\nFROM scratch'],
  ['CMakeLists.txt', '# add_test(x)\nproject(a)\n', 'project(a)'],
  ['pyproject.toml', '[tool.x]\n# a = 1\n', '[tool.x]'],
  ['setup.cfg', '; a\n# b\n[c]\n', '[c]'],
  ['go.mod', '// go 1.21\nmodule a\n', 'module a'],
  ['main.tf', '/* a\nb */\nvariable "x" {}\n// c\n', 'variable "x" {}'],
  ['pom.xml', '<project><!-- <version>2</version>\n --></project>\n', '<project></project>'],
  ['schema.sql', '-- create table b;\ncreate table a;\n', 'create table a;'],
  ['tsconfig.json', '{\n  // "strict": true\n}\n', '{\n}'],
])('%s without its comments', (path, text, rest) => expect(withoutSettingComments(path, text)).toBe(rest))

test.each(['src/a.js', 'README.md', 'data.json', 'notes.txt'])('%s is read in other ways', path =>
  expect(withoutSettingComments(path, '# a\n')).toBeNull(),
)

test('a value with a number sign stays', () => {
  expect(withoutSettingComments('site.toml', 'color = "#fff" # white\n')).toBe('color = "#fff" # white')
})
