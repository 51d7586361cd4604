// What one snapshot costs: the first, one of an unchanged tree, and one after a single file changed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { median, printTable } from './side-by-side.mjs'

const openSnapshots = await loaded()
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const rows = []
for (const files of sizes.length > 0 ? sizes : [50, 10_000, 100_000]) rows.push(await measured(files))
printTable([
  ['files', 'open', 'first', 'unchanged', 'one changed', '1,000th, one changed', 'git status', 'memory MB'],
  ...rows,
])
console.log('milliseconds; medians but for "open" and "first"')

async function loaded() {
  const out = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
  const entry = resolve(import.meta.dirname, '../src/workspace/snapshots/snapshots.ts')
  try {
    await build({
      config: false,
      entry: { snapshots: entry },
      outDir: out,
      platform: 'node',
      dts: false,
      deps: { alwaysBundle: [/./], onlyBundle: false },
      logLevel: 'silent',
    })
    const bundle = readdirSync(out).find(file => file.startsWith('snapshots')) ?? ''
    return (await import(pathToFileURL(join(out, bundle)).href)).openSnapshots
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

async function measured(files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-bench-')))
  try {
    const tree = join(folder, 'tree')
    fill(tree, files)
    // Files that changed within the last tick of a coarse clock are read again; the agent's turn takes longer than that.
    await setTimeout(2_100)
    const env = { PATH: process.env.PATH, HOME: folder }
    const request = { repository: join(folder, 'snapshots.git'), tree, exclude: [], env }
    const open = await timed(() => openSnapshots(request))
    const snapshots = value(open.result)
    const first = await timed(() => snapshots.take(0))
    const unchanged = await times(files > 1_000 ? 9 : 31, at => snapshots.take(at + 1))
    const changed = await rounds(snapshots, tree, files > 1_000 ? 9 : 31, 100)
    const long = files > 1_000 ? null : await rounds(snapshots, tree, 1_000, 200)
    const status = await times(5, async () =>
      execFileSync('git', ['status', '--porcelain'], { cwd: tree, maxBuffer: 2 ** 30 }),
    )
    const memory = process.memoryUsage.rss() / 1024 ** 2
    return [
      String(files),
      ...[open.ms, first.ms, median(unchanged), median(changed)].map(shown),
      long ? shown(median(long.slice(-50))) : '',
      shown(median(status)),
      memory.toFixed(0),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function rounds(snapshots, tree, count, from) {
  const taken = []
  for (let at = 0; at < count; at++) {
    writeFileSync(join(tree, 'd0/f0.txt'), `change ${from + at}\n`)
    taken.push((await timed(async () => value(await snapshots.take(from + at)))).ms)
  }
  return taken
}

function fill(tree, files) {
  for (let at = 0; at < files; at++) {
    const folder = join(tree, `d${Math.floor(at / 50)}`)
    if (at % 50 === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `f${at}.txt`), `export const value${at} = ${at}\n`.repeat(60))
  }
  writeFileSync(join(tree, '.gitignore'), '*.log\n/dist/\nnode_modules/\n')
  const git = (...args) => execFileSync('git', args, { cwd: tree })
  git('init', '-q')
  // A collection in the background would still write when the folder goes.
  git('config', 'gc.auto', '0')
  git('add', '-A')
  git('-c', 'user.name=b', '-c', 'user.email=b@example.org', 'commit', '-qm', 'start')
}

async function times(count, work) {
  const found = []
  for (let at = 0; at < count; at++) found.push((await timed(() => work(at))).ms)
  return found
}

async function timed(work) {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

function shown(ms) {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0)
}

function value(result) {
  if (result.ok) return result.value
  throw new Error(result.error)
}
