import { expect, test } from 'vitest'
import { makeScripts } from './make.ts'

test('a message of make is no target, whatever it contains', () => {
  const text = 'ifeq (1, 1)\n$(error grab it from http://example.org)\nendif\n\nhtml:\n\tsphinx-build . out\n'
  const names = makeScripts({ path: 'Makefile', text, data: undefined, executable: false }).map(({ name }) => name)
  expect(names).toEqual(['html', 'default'])
})

test('a variable that lists phony targets stands for them; programs stay a variable', () => {
  const text =
    'tasks = lint check-types\nprogs = test1 test2\n.PHONY: $(tasks)\n$(tasks):\n\t./run $@\n$(progs):\n\tcc $@.c\n'
  const found = makeScripts({ path: 'Makefile', text, data: undefined, executable: false })
  expect(found.map(({ name }) => name)).toEqual(['lint', 'check-types', '${progs}', 'default'])
})
