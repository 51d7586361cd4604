import { expect, test } from 'vitest'
import { toxScripts } from './data-files.ts'

test.each([
  ['lint', ['lint']],
  ['docs-{update,clean}', ['docs-update', 'docs-clean']],
  ['py{39,310}{,-crypto}-mypy', ['py39-mypy', 'py39-crypto-mypy', 'py310-mypy', 'py310-crypto-mypy']],
  ['a, py{1,2}, b{3,4}', ['a', 'py1', 'py2', 'b3', 'b4']],
])('[testenv:%s] defines %j', (section, names) => {
  const file = { path: 'tox.ini', text: `[testenv:${section}]\ncommands = pytest\n`, executable: false, data: {} }
  expect(toxScripts(file).map(({ name }) => name)).toEqual(names)
})
