// 10,000 loops in 20 projects, one of them running: how long until the first row and until all are counted, and whether scrolling,
// filtering, and searching stay fast.
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { printTable } from '../side-by-side.mjs'
import { newHome, servedPage, stopwatch } from './rig.mjs'

const [LOOPS, PROJECTS] = [10_000, 20]
const STATUSES = ['verified', 'verified', 'verified', 'stuck', 'limit_reached']

export async function benchList(browser) {
  const here = newHome()
  here.run(['run', 'make it', '-c', 'test -f done', '--proof', 'fast', '--agent-cmd', 'touch done'])
  writeLoops(join(here.state, 'projects'))
  const agent = 'echo ready; while [ ! -f "$HOME/go" ]; do sleep 0.1; done; touch more'
  const run = here.start('run', 'keep running', '-c', 'test -f more', '--agent-cmd', agent, '--json')
  for await (const line of createInterface({ input: run.stdout })) if (JSON.parse(line).kind === 'turn-text') break
  run.stdout.resume()
  const served = await servedPage(here)
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  const { rows, timed } = stopwatch(page, served.pid)
  const total = (LOOPS + 2).toLocaleString('en')
  let frames = []
  try {
    page.setDefaultTimeout(120_000)
    await timed('open the page: first row', async () => {
      await page.goto(served.url)
      await page.getByRole('link', { name: /keep running/ }).waitFor()
    })
    await timed('all loops are counted', () => page.getByRole('button', { name: `All ${total}` }).waitFor())
    await timed('jump to the end', async () => {
      await page.locator('.scroller').evaluate(list => list.scrollTo(0, list.scrollHeight))
      await page.getByRole('link', { name: /task number 0 / }).waitFor()
    })
    await timed('scroll through 100 screens, rows loaded', async () => {
      frames = await page.locator('.scroller').evaluate(scrolled, 100)
      await page.locator('.row:not(.loading)').nth(10).waitFor()
    })
    await timed('filter', async () => {
      await page.getByRole('button', { name: /^Not verified/ }).click()
      await page.getByRole('link', { name: /task number 9,?999/ }).waitFor()
    })
    await timed('search', async () => {
      await page.getByRole('button', { name: /^All/ }).click()
      await page.getByLabel('Search loops').fill('number 4321')
      await page.getByRole('button', { name: 'All 1', exact: true }).waitFor()
    })
    await timed('reload, with the list read before', async () => {
      await page.reload()
      await page.getByRole('button', { name: `All ${total}` }).waitFor()
    })
    await timed('the running loop ends, seen in the list', async () => {
      writeFileSync(join(here.home, 'go'), '')
      await page.getByRole('link', { name: /Verified keep running/ }).waitFor()
    })
  } finally {
    await page.close()
    served.close()
    writeFileSync(join(here.home, 'go'), '')
    if (run.exitCode === null) await once(run, 'close')
    here.remove()
  }
  const slow = frames.filter(ms => ms > 50).length
  console.log(`\n${LOOPS.toLocaleString('en')} ended loops in ${PROJECTS} projects, and one that runs`)
  printTable(rows)
  console.log(`Scrolling: ${frames.length} frames, longest ${Math.max(...frames).toFixed(0)} ms, ${slow} over 50 ms`)
}

/** Ended loops, as the archive of a project has them. */
function writeLoops(projects) {
  const first = join(projects, readdirSync(projects)[0], 'archive')
  const entry = JSON.parse(readFileSync(join(first, readdirSync(first)[0]), 'utf8'))
  for (let index = 0; index < LOOPS; index++) {
    const archive = join(projects, `project-${index % PROJECTS}`, 'archive')
    if (index < PROJECTS) mkdirSync(archive, { recursive: true, mode: 0o700 })
    const id = `ralph-task-${String(index).padStart(8, '0')}`
    const last_active = new Date(1e12 + index * 1e6).toISOString()
    const status = STATUSES[index % STATUSES.length]
    const own = { loop_id: id, task: `task number ${index} of many`, status, last_active }
    writeFileSync(join(archive, `${id}.json`), JSON.stringify({ ...entry, ...own }))
  }
}

/** Runs in the browser: scrolls up by one screen per frame; answers with how long each frame took. */
async function scrolled(list, screens) {
  const times = []
  let before = performance.now()
  for (let screen = 0; screen < screens; screen++) {
    list.scrollBy(0, -list.clientHeight)
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    times.push(now - before)
    before = now
  }
  return times
}
