import { expect, test } from 'vitest'
import { withHeadings } from './proof-headings.ts'

test('output of a step has a heading; a step that prints nothing, and the check itself, have none', () => {
  let log = ''
  const { begins, onBytes } = withHeadings((iteration, bytes) => {
    log += `${iteration}:${bytes}`
  })
  const print = (text: string): void => onBytes(2, Buffer.from(text))
  begins(null)
  print('ok\n')
  begins('compare')
  begins('canary')
  print('1 failed\n')
  print('…\n')
  begins(null)
  print('ok\n')
  expect(log).toBe('2:ok\n2:\n── planting a failure that the check must report\n2:1 failed\n2:…\n2:ok\n')
})
