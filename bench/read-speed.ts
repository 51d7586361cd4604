import { stripVTControlCharacters } from 'node:util'
import { OutputReader } from '../src/read/read-output.ts'
import { recordings } from '../test/rig/recordings.ts'

const CHUNK = 65_536
const SIZE = 32_000_000

const all = recordings()
const repeat = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE)
const log = Array.from(
  { length: 2000 },
  (_, at) =>
    `2026-11-15 09:${at % 60}:12.345 INFO  [worker-${at % 7}] request ${at} handled in ${at % 90} ms, status=200 path=/api/items/${at}`,
).join('\n')
const samples: readonly (readonly [string, string])[] = [
  ['all recordings', repeat(all.map(({ text }) => text).join('\n'))],
  [
    'coloured recordings',
    repeat(
      all
        .filter(({ text }) => text.includes('\u001b[3'))
        .map(({ text }) => text)
        .join('\n'),
    ),
  ],
  [
    'recordings without colour',
    repeat(
      all
        .filter(({ text }) => !text.includes('\u001b'))
        .map(({ text }) => text)
        .join('\n'),
    ),
  ],
  ['application log', repeat(`${log}\n`)],
  ['log inside a jest run', `FAIL a.test.js\n  ● a › b\n\n${repeat(`${log}\n`)}`],
]

const timed = (work: () => void): number => {
  work()
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

const chunks = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) => text.slice(at * CHUNK, (at + 1) * CHUNK))

console.log('what'.padEnd(28), 'strip ns/char', 'read ns/char', 'ratio')
for (const [name, text] of samples) {
  const parts = chunks(text)
  const strip = timed(() => {
    for (const part of parts) stripVTControlCharacters(part)
  })
  const read = timed(() => {
    const reader = new OutputReader({ command: 'npm test' })
    for (const part of parts) reader.push(part)
    reader.end(1)
  })
  const perChar = (ms: number): string => ((ms * 1e6) / text.length).toFixed(2)
  console.log(
    name.padEnd(28),
    perChar(strip).padStart(13),
    perChar(read).padStart(12),
    (read / strip).toFixed(1).padStart(5),
  )
}
