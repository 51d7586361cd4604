import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import { OutputReader } from '../src/check/output/read-output.ts'
import { recordings } from '../test/rig/recordings.ts'
import { denseOutputs } from './dense-output.ts'

const CHUNK = 65_536
const SIZE = 4_000_000
/** What is kept of a run costs the same however long the run is: the bar is for long outputs, and the short ones are told beside it. */
const LONG = 16_000_000
const perTool = process.argv.includes('--tools')

const fill = (text: string, size = SIZE): string => text.repeat(Math.ceil(size / text.length)).slice(0, size)
const log = Array.from(
  { length: 2000 },
  (_, at) =>
    `2026-11-15 09:${at % 60}:12.345 INFO  [worker-${at % 7}] request ${at} handled, status=200 path=/items/${at}\n`,
).join('')

const coloured = log.replace(/INFO/g, '\u001b[32mINFO\u001b[39m').replace(/status/g, '\u001b[2mstatus\u001b[22m')

const samples: readonly (readonly [string, (size: number) => string])[] = [
  ['application log', size => fill(log, size)],
  ['coloured log', size => fill(coloured, size)],
  ['log inside a jest run', size => `FAIL a.test.js\n  ● a › b\n\n${fill(log, size)}`],
  ['log inside a pytest run', size => `===== test session starts =====\ncollected 4 items\n${fill(log, size)}`],
  ...denseOutputs,
]
const tools = new Map<string, string[]>()
for (const { tool, text } of recordings()) tools.set(tool, [...(tools.get(tool) ?? []), text])
const ofTools = [...tools].map(([tool, texts]) => [tool, fill(texts.map(text => `${text}\n`).join(''))] as const)

// Time of the processor and not of the clock: other programs may run beside this one.
const timed = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// Decoded piece by piece, as output comes from a pipe: each piece is held in as few bytes as its own characters need.
function piecesOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const decoder = new StringDecoder('utf8')
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    decoder.write(bytes.subarray(at * CHUNK, (at + 1) * CHUNK)),
  )
}

function measure(text: string): { strip: number; read: number } {
  const chunks = piecesOf(text)
  const strip = (): void => {
    for (const chunk of chunks) stripVTControlCharacters(chunk)
  }
  const read = (): void => {
    const reader = new OutputReader({ command: 'npm test' })
    for (const chunk of chunks) reader.push(chunk)
    reader.end(1)
  }
  // Turn by turn, so that both have the same neighbours; the first turn warms up.
  const turns = Array.from({ length: 6 }, () => ({ strip: timed(strip), read: timed(read) })).slice(1)
  const best = (key: 'strip' | 'read'): number => (Math.min(...turns.map(turn => turn[key])) * 1e6) / text.length
  return { strip: best('strip'), read: best('read') }
}

const say = (name: string, { strip, read }: { strip: number; read: number }): void =>
  console.log(
    name.padEnd(34),
    strip.toFixed(2).padStart(13),
    read.toFixed(2).padStart(12),
    (read / strip).toFixed(1).padStart(6),
  )

console.log('what'.padEnd(34), 'strip ns/char', 'read ns/char', ' ratio')
for (const [name, make] of samples)
  for (const size of [SIZE, LONG]) say(`${name}, ${size / 1e6} MB`, measure(make(size)))
if (!process.argv.includes('--short')) {
  const measured = ofTools.map(([name, text]) => [name, measure(text)] as const)
  if (perTool) for (const [name, speed] of measured) say(name, speed)
  const mean = (key: 'strip' | 'read'): number =>
    measured.reduce((total, [, speed]) => total + speed[key], 0) / measured.length
  say('recordings, tool by tool', { strip: mean('strip'), read: mean('read') })
}
