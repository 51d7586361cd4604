import { expect, test } from 'vitest'
import { isFoundAgain } from './deleted-errors.ts'

const GONE = 'export const add = (a: number, b: number): string => a + b\n'

test('code that went elsewhere is found again, by its lines or by what it declares', () => {
  expect(isFoundAgain(GONE, `import x from 'x'\n${GONE}`)).toBe(true)
  expect(isFoundAgain(GONE, 'export const add = (a: number, b: number): number => a + b')).toBe(true)
  expect(
    isFoundAgain(
      'def add(a):\n    return a\n\n\ndef sub(a):\n    return a\n',
      'def sub(b):\n  pass\ndef add(b):\n  pass',
    ),
  ).toBe(true)
  expect(isFoundAgain('\n', '')).toBe(true)
})

test('code that is gone is not, and neither is half of it', () => {
  expect(isFoundAgain(GONE, '')).toBe(false)
  expect(isFoundAgain(GONE, 'export const sub = (a: number): number => a')).toBe(false)
  expect(isFoundAgain(`${GONE}export function half(): void {}\nexport class Two {}\n`, GONE)).toBe(false)
})
