import { expect, test } from 'vitest'
import { plainStop } from './plain-stop.ts'

const read = (line: string) => plainStop(line.split(' '), {})

test.each([
  ['hook stop', { host: 'claude-code', timeout: undefined }],
  ['hook stop --host codex', { host: 'codex', timeout: undefined }],
  ['hook stop --timeout 600 --host gemini', { host: 'gemini', timeout: '600' }],
])('%s', (line, call) => {
  expect(read(line)).toMatchObject(call)
})

test.each([
  'status',
  'hook finish some-loop',
  'hook stop more',
  'hook stop --help',
  'hook stop --host',
  'hook stop --host nobody',
  'hook stop --host codex --host codex',
  'hook stop --host --timeout',
  'hook stop --cwd /',
  '--json hook stop',
])('%s is for the command line to answer', line => {
  expect(read(line)).toBeNull()
})
