import widthOf from 'fast-string-width'
import { describe, expect, test } from 'vitest'
import { clip, folded, withCommandBelow } from './width.ts'

describe('columns', () => {
  test.each([
    ['plain', 5],
    ['', 0],
    ['日本語', 6],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['é', 1],
    ['e\u0301', 1],
    ['✅ done', 7],
    ['🚀', 2],
    ['✓ ok', 4],
  ])('%s takes %i', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })

  test('a character made of several code points is never measured narrower than a terminal may draw it', () => {
    expect(widthOf('👩‍👩‍👧')).toBeGreaterThanOrEqual(2)
    expect(widthOf('❤️')).toBe(2)
    expect(widthOf('🇩🇪')).toBeGreaterThanOrEqual(2)
    expect(widthOf('a\u200bb')).toBeGreaterThanOrEqual(2)
  })
})

describe('cut to the columns that there are', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['too long', 5, 'too …'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ])('%s in %i', (text, columns, seen) => {
    expect(clip(text, columns)).toBe(seen)
  })

  test('never splits a character, and is never wider than asked for', () => {
    const text = 'a👩‍👩‍👧b日❤️🇩🇪e\u0301'.repeat(50)
    for (let columns = 1; columns < 60; columns += 1) {
      const cut = clip(text, columns)
      expect(widthOf(cut)).toBeLessThanOrEqual(columns)
      expect(text.startsWith(cut.slice(0, -1))).toBe(true)
      expect(cut).not.toMatch(/[\ud800-\udbff]…$/)
    }
  })
})

describe('broken between words', () => {
  test.each([
    ['short', 20, ['short']],
    ['task        make the discount right', 25, ['task        make the', '            discount', '            right']],
    ['      one two three', 14, ['      one two', '      three']],
    ['  │ one two three', 11, ['  │ one', '    two', '    three']],
    ['unbreakable-word-that-is-long', 10, ['unbreakable-word-that-is-long']],
    ['  not checked ignored files (new)', 30, ['  not checked ignored files', '              (new)']],
    ['  more        a/long/path/to/it, receipt', 32, ['  more', '    a/long/path/to/it, receipt']],
    ['ralph-a-long-id-1  verified  turn 2 of 10', 34, ['ralph-a-long-id-1  verified', '  turn 2 of 10']],
  ])('%s in %i', (text, columns, lines) => {
    expect(folded(text, columns).split('\r\n')).toEqual(lines)
  })
})

test.each([
  ['  next        agent-loop diff ralph-1', 30, ['  next', '    agent-loop diff ralph-1']],
  ['  next        agent-loop diff ralph-long-1', 26, ['  next        agent-loop diff ralph-long-1']],
  ['To resume: agent-loop resume ralph-1', 30, ['To resume: agent-loop resume ralph-1']],
])('a command stays whole: %s in %i', (text, columns, lines) => {
  expect(withCommandBelow(text, columns).split('\r\n')).toEqual(lines)
})
