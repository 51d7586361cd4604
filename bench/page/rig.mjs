// A home of its own, the page that `agent-loop ui` serves there, and a browser that measures it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'

export const CHROMIUM = '/usr/bin/chromium'
const cli = resolve(import.meta.dirname, '../../dist/cli.cjs')

export function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-bench-page-'))
  const project = join(home, 'project')
  mkdirSync(project)
  const options = { cwd: project, env: { PATH: process.env.PATH, HOME: home } }
  return {
    home,
    project,
    state: join(home, '.local/state/agent-loop'),
    start: (...args) => spawn(process.execPath, [cli, ...args], options),
    run: (args, cwd = project) => spawnSync(process.execPath, [cli, ...args], { ...options, cwd, encoding: 'utf8' }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

export async function servedPage({ start }) {
  const served = start('ui', '--json')
  const [line] = await once(createInterface({ input: served.stdout }), 'line')
  return { url: JSON.parse(line).url, pid: served.pid, close: () => served.kill() }
}

export const openBrowser = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--enable-precise-memory-info'] })

/** Resident memory of a process, in MB: all of it, and the part that is its own. The rest are files, which processes of one program share. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = name => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { all: of('VmRSS'), own: of('RssAnon') + of('RssShmem'), files: of('RssFile') }
}

/** Times steps, and notes after each of them what memory the server and the page use. */
export function stopwatch(page, pid) {
  const rows = [['step', 'ms', 'server MB', 'page MB', 'load']]
  const timed = async (name, work) => {
    const began = performance.now()
    await work()
    const ms = performance.now() - began
    const heap = (await page.evaluate('performance.memory.usedJSHeapSize')) / 1024 / 1024
    rows.push([name, ms.toFixed(0), memoryOf(pid).all.toFixed(0), heap.toFixed(0), loadavg()[0].toFixed(1)])
  }
  return { rows, timed }
}
