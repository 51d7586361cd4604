import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newNonce, nodeShell, type Shell } from '../src/system/shell.ts'
import { openCleanCopy } from '../src/workspace/clean-copy/clean-copy.ts'

// A tree of 100,000 files, most of them installed, as a clean copy of each kind: opened, forked, run in, looked after, closed.
const PACKAGES = 1_900
const LIMIT_MS = 3_000
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-bench-')))
const tree = join(folder, 'tree')
process.stdout.write('making a tree of 100,000 files\n')
let files = 0
const fill = (place: string, count: number): void => {
  mkdirSync(join(tree, place), { recursive: true })
  for (let index = 0; index < count; index++, files++)
    writeFileSync(join(tree, place, `file-${index}.js`), `// ${index}\n`.repeat(40))
}
for (let index = 0; index < PACKAGES; index++)
  for (const part of ['', '/lib', '/lib/deep']) fill(`node_modules/package-${index}${part}`, 17)
for (let index = 0; files < 100_000; index++) fill(`src/part-${index}`, 30)

// On a busy machine the time on the clock says little, so the time of this process is said too.
const timed = async <T>(work: () => Promise<T>): Promise<{ value: T; ms: number; own: number }> => {
  const cpu = process.cpuUsage()
  const began = performance.now()
  const value = await work()
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { value, ms, own: (user + system) / 1000 }
}

/** The middle of many, in ms. */
async function runCost(shell: Shell): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 21; index++) {
    const request = { command: 'true', cwd: tree, env: { PATH: process.env['PATH'] }, timeoutMs: 60_000 }
    times.push((await timed(() => shell.run({ ...request, nonce: newNonce() }))).ms)
  }
  return times.sort((a, b) => a - b)[10] ?? 0
}

const inPlace = await runCost(nodeShell)
let slow = false
for (const copy of [false, true]) {
  const opened = await timed(() =>
    openCleanCopy({ tree, exclude: [], scratch: join(folder, 'scratch'), env: {}, copy }),
  )
  if (!opened.value.ok) throw new Error(opened.value.error)
  const clean = opened.value.value
  // Another copy costs what the first one did.
  const forked = clean.kind === 'copy' ? null : await timed(() => clean.fork())
  const run = await runCost(clean.shell)
  const disturbed = await timed(() => clean.disturbed())
  const closed = await timed(async () => {
    if (forked?.value.ok) await forked.value.value.close()
    await clean.close()
  })
  const cells = {
    open: opened.ms,
    'of it our own': opened.own,
    fork: forked?.ms ?? opened.ms,
    'run more than in place': run - inPlace,
    disturbed: disturbed.ms,
    close: closed.ms,
  }
  const text = Object.entries(cells).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
  const late = clean.kind !== 'copy' && opened.ms > LIMIT_MS
  slow ||= late
  process.stdout.write(`${clean.kind}: ${text.join(', ')}${late ? `  TOO SLOW, limit ${LIMIT_MS} ms` : ''}\n`)
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = slow ? 1 : 0
