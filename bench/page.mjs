// The page with a log of 100 MB: how long it takes to open it, to jump to its ends, to scroll, and to follow it while it grows, and what
// memory the server and the page use. Our own logs keep 12 MB of an output, so this one is written beside the loop. Needs /usr/bin/chromium.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { printTable } from './side-by-side.mjs'

const MEGABYTES = 100
const CHROMIUM = '/usr/bin/chromium'
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
if (!existsSync(CHROMIUM)) {
  console.log(`Skipped: there is no ${CHROMIUM}`)
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-page-'))
const project = join(folder, 'project')
mkdirSync(project)
const options = { cwd: project, env: { PATH: process.env.PATH, HOME: folder } }

const agent = 'echo ready; while [ ! -f "$HOME/go" ]; do sleep 0.1; done; touch done'
const run = spawn(
  process.execPath,
  [cli, 'run', 'print a lot', '-c', 'test -f done', '--agent-cmd', agent, '--json'],
  options,
)
const events = createInterface({ input: run.stdout })
for await (const line of events) if (JSON.parse(line).kind === 'turn-text') break
run.stdout.resume()
const projects = join(folder, '.local/state/agent-loop/projects')
const loops = join(projects, readdirSync(projects)[0], 'loops')
const log = join(loops, readdirSync(loops)[0], 'iterations/001/agent.log')
let lines = 0
const lineOf = () =>
  `line ${String(++lines).padStart(9, '0')} of a test that prints what it does, and what it compares\n`
for (let written = 0; written < MEGABYTES * 1024 * 1024; ) {
  const part = Array.from({ length: 10_000 }, lineOf).join('')
  appendFileSync(log, part)
  written += part.length
}

const served = spawn(process.execPath, [cli, 'ui', '--json'], options)
const [link] = await once(createInterface({ input: served.stdout }), 'line')
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.pid}/status`, 'utf8'))?.[1]) / 1024
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--enable-precise-memory-info'],
})
const rows = [['step', 'ms', 'server MB', 'page MB', 'load']]
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(120_000)
  const timed = async (name, work) => {
    const began = performance.now()
    await work()
    const ms = performance.now() - began
    const heap = (await page.evaluate('performance.memory.usedJSHeapSize')) / 1024 / 1024
    rows.push([name, ms.toFixed(0), memory().toFixed(0), heap.toFixed(0), loadavg()[0].toFixed(1)])
  }
  const shown = number => page.locator('[role=log]').getByText(String(number).padStart(9, '0')).first().waitFor()
  const text = page.locator('[role=log]')
  await timed('open the page', async () => {
    await page.goto(JSON.parse(link).url)
    await page.getByRole('link', { name: /print a lot/ }).waitFor()
  })
  await timed('open the loop and its log, at the end', async () => {
    await page.getByRole('link', { name: /print a lot/ }).click()
    await shown(lines)
  })
  await timed('jump to the beginning', async () => {
    await page.getByRole('button', { name: 'Beginning' }).click()
    await shown(1)
  })
  await timed('scroll down by 20 screens', async () => {
    for (let screen = 0; screen < 20; screen++) await text.evaluate(node => node.scrollBy(0, node.clientHeight))
  })
  await timed('jump to the end', async () => {
    await page.getByLabel('Follow').check()
    await shown(lines)
  })
  await timed('scroll up by 20 screens', async () => {
    for (let screen = 0; screen < 20; screen++) await text.evaluate(node => node.scrollBy(0, -node.clientHeight))
  })
  await page.getByLabel('Follow').check()
  await timed('follow 10 lines, each seen', async () => {
    for (let count = 0; count < 10; count++) {
      appendFileSync(log, lineOf())
      await shown(lines)
    }
  })
  await timed('follow 20 MB at once', async () => {
    appendFileSync(log, Array.from({ length: 300_000 }, lineOf).join(''))
    await shown(lines)
  })
} finally {
  await browser.close()
  served.kill()
  writeFileSync(join(folder, 'go'), '')
  await once(run, 'close')
  await sleep(100)
  rmSync(folder, { recursive: true, force: true })
}
console.log(`A log of ${MEGABYTES} MB (${lines} lines with what was appended)`)
printTable(rows)
