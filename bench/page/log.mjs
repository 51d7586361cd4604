// A log of 100 MB: how long it takes to open it, to jump to its ends, to scroll, and to follow it while it grows. Our own logs keep 12 MB
// of an output, so this one is written beside the loop.
import { once } from 'node:events'
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { printTable } from '../side-by-side.mjs'
import { newHome, servedPage, stopwatch } from './rig.mjs'

const MEGABYTES = 100

export async function benchLog(browser) {
  const here = newHome()
  const agent = 'echo ready; while [ ! -f "$HOME/go" ]; do sleep 0.1; done; touch done'
  const run = here.start('run', 'print a lot', '-c', 'test -f done', '--agent-cmd', agent, '--json')
  const events = createInterface({ input: run.stdout })
  for await (const line of events) if (JSON.parse(line).kind === 'turn-text') break
  run.stdout.resume()
  const projects = join(here.state, 'projects')
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
  const served = await servedPage(here)
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  const { rows, timed } = stopwatch(page, served.pid)
  try {
    page.setDefaultTimeout(120_000)
    const shown = number => page.locator('[role=log]').getByText(String(number).padStart(9, '0')).first().waitFor()
    const text = page.locator('[role=log]')
    const scroll = async screens => {
      for (let screen = 0; screen < 20; screen++)
        await text.evaluate((node, by) => node.scrollBy(0, by * node.clientHeight), screens)
    }
    await timed('open the page', async () => {
      await page.goto(served.url)
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
    await timed('scroll down by 20 screens', () => scroll(1))
    await timed('jump to the end', async () => {
      await page.getByLabel('Follow').check()
      await shown(lines)
    })
    await timed('scroll up by 20 screens', () => scroll(-1))
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
    await page.close()
    served.close()
    writeFileSync(join(here.home, 'go'), '')
    await once(run, 'close')
    here.remove()
  }
  console.log(`\nA log of ${MEGABYTES} MB (${lines} lines with what was appended)`)
  printTable(rows)
}
