// What reading costs a command that floods: its time beside the same command piped to a file, and our memory.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median, printTable } from './side-by-side.mjs'

const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-flood-'))
const flood = join(folder, 'flood.mjs')
writeFileSync(
  flood,
  `const line = '2026-11-15T10:00:00.000Z INFO  request handled path=/api/v1/things/42 status=200 took=12ms id=3f2a9c\\n'
const block = Buffer.from(line.repeat(640))
let left = Number(process.argv[2])
const write = () => { while (left > 0) { left -= block.length; if (!process.stdout.write(block)) return process.stdout.once('drain', write) } }
write()
`,
)
const env = { PATH: process.env.PATH, HOME: folder }

function piped(bytes) {
  const began = performance.now()
  spawnSync('bash', ['-c', `node ${flood} ${bytes} | cat > ${join(folder, 'out')}`], { env })
  return performance.now() - began
}

async function verified(bytes) {
  const began = performance.now()
  const child = spawn(process.execPath, [cli, 'verify', `node ${flood} ${bytes}`, '--json'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  let peak = 0
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch {
      // It has just ended.
    }
  }, 50)
  const code = await new Promise(done => child.on('exit', done))
  clearInterval(look)
  if (code !== 0) throw new Error(`verify ended with ${code}`)
  return { ms: performance.now() - began, mb: peak / 1024 }
}

const rows = [['output', 'piped to a file, ms', 'verify, ms', 'ratio', 'peak memory, MB']]
for (const [name, bytes, rounds] of [
  ['10 MB', 1e7, 5],
  ['100 MB', 1e8, 5],
  ['1 GB', 1e9, 5],
]) {
  const pairs = []
  for (let round = 0; round < rounds; round++) pairs.push({ base: piped(bytes), ...(await verified(bytes)) })
  const ratio = median(pairs.map(({ base, ms }) => ms / base))
  rows.push([
    name,
    median(pairs.map(({ base }) => base)).toFixed(0),
    median(pairs.map(({ ms }) => ms)).toFixed(0),
    ratio.toFixed(2),
    median(pairs.map(({ mb }) => mb)).toFixed(0),
  ])
}
rmSync(folder, { recursive: true, force: true })
printTable(rows)
