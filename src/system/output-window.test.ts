import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutputWindow } from './output-window.ts'

test('what fits is kept whole, however it is cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(fc.integer({ min: 1, max: 7 })),
      (text, sizes) => {
        const window = new OutputWindow({ head: 100, tail: 1000 })
        const bytes = Buffer.from(text)
        let at = 0
        for (const size of [...sizes, bytes.length]) {
          window.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(window.text()).toBe(bytes.toString('utf8'))
      },
    ),
  )
})

test('of what does not fit, the beginning and the end are kept, and what is left out is said', () => {
  const window = new OutputWindow({ head: 10, tail: 10 })
  for (let n = 0; n < 1_000; n++) window.push(Buffer.from(String(n % 10)))
  expect(window.text()).toBe('0123456789\n[… 980 bytes left out …]\n0123456789')
})

test('a character that the cut fell into is left out whole', () => {
  const window = new OutputWindow({ head: 0, tail: 4 })
  window.push(Buffer.from('€€'))
  expect(window.text()).toBe('\n[… 2 bytes left out …]\n€')
})
