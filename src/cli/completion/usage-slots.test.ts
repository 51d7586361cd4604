import { expect, test } from 'vitest'
import { nextSlot, usageForms } from './usage-slots.ts'

test.each([
  ['abort', 'agent-loop abort [loop-id] [--revert] [--force]', [], [], ['loop-id']],
  ['abort', 'agent-loop abort [loop-id] [--revert] [--force]', ['x'], [], []],
  ['daemon', 'agent-loop daemon run [--watched] | stop [--force]', [], ['run', 'stop'], []],
  ['service', 'agent-loop service install|uninstall [--dry-run]', [], ['install', 'uninstall'], []],
  ['reflections', 'agent-loop reflections [show|patterns|clear]', [], ['show', 'patterns', 'clear'], []],
  ['receipt', 'agent-loop receipt [loop-id] | agent-loop receipt verify <file> [--run]', [], ['verify'], ['loop-id']],
  ['receipt', 'agent-loop receipt [loop-id] | agent-loop receipt verify <file> [--run]', ['verify'], [], ['file']],
  ['gate', 'agent-loop gate doctor ["<criterion>" | -c "<criterion>"]', ['doctor'], [], ['criterion']],
  ['restore', 'agent-loop restore <loop-id> [start|best|<turn>]', ['x'], ['start', 'best'], ['turn']],
  ['waive', 'agent-loop waive <loop-id> <finding> --reason "…"', ['x'], [], ['finding']],
  ['adopt', 'agent-loop adopt "<task>" [--session ID] | adopt --resume <loop-id>', [], [], ['task']],
  ['demo', 'agent-loop demo', [], [], []],
] as const)('%s: %s after %j', (name, usage, before, words, things) => {
  expect(nextSlot(usageForms(usage, name), before)).toEqual({ words, things })
})
