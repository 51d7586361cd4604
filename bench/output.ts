import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readOutput } from '../src/check/output/read-output.ts'
import { failingOutputs, withFailures } from './failing-output.ts'

const { values, positionals: only } = parseArgs({
  options: { mb: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const BYTES = Number(values.mb) * 1e6
const ROUNDS = Number(values.rounds)
const BAR = 1.5
/** How many failures the repeated part of a flood has. */
const REPEATED = 5000
const FAILURES = 10_000

// This file runs bundled, two folders below the root.
const cli = resolve(import.meta.dirname, '../../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-flood-'))
const env = { PATH: process.env['PATH'], HOME: folder }
const flood = join(folder, 'flood.mjs')
writeFileSync(
  flood,
  `import { readFileSync } from 'node:fs'
const [name, bytes] = process.argv.slice(2)
const [head, block, foot] = ['head', 'block', 'foot'].map(part => readFileSync(name + '.' + part))
let left = Number(bytes)
const write = () => {
  while (left > 0) { left -= block.length; if (!process.stdout.write(block)) return process.stdout.once('drain', write) }
  process.stdout.write(foot)
}
process.stdout.write(head)
write()
`,
)

interface Flood {
  readonly name: string
  readonly head: string
  readonly block: string
  readonly foot: string
}

const log = Array.from(
  { length: 2000 },
  (_, at) => `2026-11-15 09:${at % 60}:12.345 INFO  [worker-${at % 7}] request ${at} handled, status=200\n`,
).join('')
const colored = log.replace(/INFO/g, '\u001b[32mINFO\u001b[39m').replace(/status/g, '\u001b[2mstatus\u001b[22m')

const floods: readonly Flood[] = [
  { name: 'plain log', head: '', block: log, foot: '' },
  { name: 'colored log', head: '', block: colored, foot: '' },
  ...failingOutputs.map(({ tool, head, one, foot }) => ({
    name: `only failures, ${tool}`,
    head,
    block: Array.from({ length: REPEATED }, (_, at) => one(at)).join(''),
    foot: foot(REPEATED),
  })),
].filter(({ name }) => only.length === 0 || only.some(word => name.includes(word)))

function prepared({ head, block, foot }: Flood): string {
  const path = join(folder, 'part')
  for (const [part, text] of Object.entries({ head, block, foot })) writeFileSync(`${path}.${part}`, text)
  return `node ${flood} ${path} ${BYTES}`
}

function piped(command: string): number {
  const began = performance.now()
  spawnSync('bash', ['-c', `${command} | cat > ${join(folder, 'out')}`], { env })
  return performance.now() - began
}

async function verified(command: string): Promise<{ ms: number; mb: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [cli, 'verify', command, '--json'], { cwd: folder, env, stdio: 'ignore' })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid))
  }, 50)
  const code = await new Promise<number | null>(done => child.on('exit', done))
  clearInterval(timer)
  if (code !== 0 && code !== 1) throw new Error(`verify ended with ${code}`)
  return { ms: performance.now() - began, mb: peak / 1024 }
}

function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has just ended.
    return 0
  }
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const show = (...cells: readonly string[]): void =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(14))).join(' '))

let slow = 0
show(`${values.mb} MB`, 'to a file, ms', 'verify, ms', 'ratio', 'peak MB')
for (const one of floods) {
  const command = prepared(one)
  const pairs: { base: number; ms: number; mb: number }[] = []
  for (let round = 0; round < ROUNDS; round++) pairs.push({ base: piped(command), ...(await verified(command)) })
  const ratio = median(pairs.map(({ base, ms }) => ms / base))
  if (ratio > BAR) slow += 1
  const of = (key: 'base' | 'ms' | 'mb'): string => median(pairs.map(pair => pair[key])).toFixed(0)
  show(one.name, of('base'), of('ms'), ratio.toFixed(2), of('mb'))
}
rmSync(folder, { recursive: true, force: true })

console.log()
show(`${FAILURES} failures`, 'MB', 'read in, ms')
for (const output of failingOutputs) {
  const text = withFailures(output, FAILURES)
  const began = performance.now()
  readOutput(text, 1)
  show(output.tool, (text.length / 1e6).toFixed(1), (performance.now() - began).toFixed(0))
}
console.log(slow === 0 ? `\nThe bar of ${BAR} holds.` : `\n${slow} of ${floods.length} outputs miss the bar of ${BAR}.`)
