import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LastBytes } from './last-bytes.ts'

test('the end of what came is held, however it was cut into pieces, also when the pieces are written over', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.uint8Array({ maxLength: 30 })), (limit, pieces) => {
      const last = new LastBytes(limit)
      const all = Buffer.concat(pieces)
      for (const piece of pieces) {
        last.push(piece)
        piece.fill(0)
      }
      expect(last.bytes()).toEqual(all.subarray(Math.max(0, all.length - limit)))
      expect(last.dropped).toBe(Math.max(0, all.length - limit))
    }),
  )
})
