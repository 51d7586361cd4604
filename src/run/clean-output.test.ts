import { expect, test } from 'vitest'
import { cleaner } from './clean-output.ts'

const clean = cleaner({ MY_API_KEY: 'k7Qx-Zp91-vvLm' })

test('every text in a value is cleaned, and nothing else changes', () => {
  expect(
    clean({
      at: 1,
      missing: 'x \u001b[31mk7Qx-Zp91-vvLm\u001b[0m',
      deep: [{ text: 'sk-proj-abc123def456' }, null, true],
    }),
  ).toEqual({ at: 1, missing: 'x [MY_API_KEY]', deep: [{ text: '[redacted API key]' }, null, true] })
})

test('what a loop is run again with stays as it is', () => {
  const spec = { check: 'curl -u me:k7Qx-Zp91-vvLm https://example.org' }
  expect(clean({ spec, session: 'k7Qx-Zp91-vvLm' })).toEqual({ spec, session: 'k7Qx-Zp91-vvLm' })
})

test('ids of failing tests that differ only in a made-up password stay different', () => {
  const failing = ['parses https://a:b@host', 'parses https://a:c@host']
  expect(clean({ failing })).toEqual({ failing })
  expect(clean({ failing: ['logs in with k7Qx-Zp91-vvLm'] })).toEqual({ failing: ['logs in with [MY_API_KEY]'] })
})
