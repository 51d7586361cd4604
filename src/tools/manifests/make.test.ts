import { expect, test } from 'vitest'
import { makeScripts } from './make.ts'

test('a message of make is no target, whatever it contains', () => {
  const text = 'ifeq (1, 1)\n$(error grab it from http://example.org)\nendif\n\nhtml:\n\tsphinx-build . out\n'
  const names = makeScripts({ path: 'Makefile', text, data: undefined, executable: false }).map(({ name }) => name)
  expect(names).toEqual(['html', 'default'])
})
