import { test } from 'vitest'
import { expectCurrent } from './expect-current.ts'
import { toolsPage } from './tools-page.ts'

test('docs/tools.md is current', () => {
  expectCurrent('docs/tools.md', toolsPage())
})
