import { expect, test } from 'vitest'
import { isAboutProse } from './about-text.ts'

test.each([
  ['Add the aliases cursor_up, cursor_down, and cursor_left to the README', true],
  ['mention the new option in the changelog', true],
  ['add a --json flag and mention it in the README', false],
  ['add a function clamp to src/math.js', false],
])('%s: %s', (task, expected) => expect(isAboutProse(task)).toBe(expected))
