// The daemon with 4 loops that print and fail a test suite, and 5 open pages: the most memory that each process used in half a minute.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printTable } from '../side-by-side.mjs'
import { memoryOf, newHome, servedPage } from './rig.mjs'

const [LOOPS, PAGES, SECONDS, LIMIT] = [4, 5, 30, 200]
const TESTS = `import { test } from 'node:test'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
const done = Number(readFileSync('done', 'utf8'))
for (let index = 0; index < 200; index++) test('case ' + index, () => assert.ok(index < done))
`

export async function benchMemory(browser) {
  const here = newHome()
  const served = await servedPage(here)
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const most = new Map()
  try {
    for (let index = 0; index < LOOPS; index++) begin(here, index)
    const daemon = JSON.parse(readFileSync(join(here.state, 'daemon/daemon.json'), 'utf8')).owner.pid
    const pages = await openPages(context, served.url)
    const until = performance.now() + SECONDS * 1000
    while (performance.now() < until) {
      for (const [name, pid] of [
        ['daemon', daemon],
        ['agent-loop ui', served.pid],
      ])
        if (memoryOf(pid).all > (most.get(name)?.all ?? 0)) most.set(name, memoryOf(pid))
      await sleep(200)
    }
    const live = await Promise.all(pages.map(page => page.getByText('Live').count()))
    if (live.includes(0)) throw new Error('a page lost its connection')
  } finally {
    await context.close()
    served.close()
    here.run(['daemon', 'stop', '--force'])
    here.remove()
  }
  console.log(`\nMost memory in ${SECONDS} s with ${LOOPS} loops and ${PAGES} open pages, in MB`)
  const all = [...most.values()]
  const together = all.reduce((sum, { own }) => sum + own, 0) + Math.max(...all.map(({ files }) => files))
  printTable([
    ['process', 'resident', 'its own', 'files', ''],
    ...[...most].map(([name, { all, own, files }]) => [
      ...[name, all.toFixed(0), own.toFixed(0), files.toFixed(0), all <= LIMIT ? `≤ ${LIMIT}` : `MORE THAN ${LIMIT}`],
    ]),
    ['together, shared files once', together.toFixed(0), '', '', ''],
  ])
  if (all.some(({ all }) => all > LIMIT)) process.exitCode = 1
}

/** Each turn prints for a while and makes one test pass, so that the loop goes on. */
function begin(here, index) {
  const project = join(here.home, `project-${index}`)
  mkdirSync(project)
  writeFileSync(join(project, 'cases.test.mjs'), TESTS)
  writeFileSync(join(project, 'done'), '0')
  const prints = 'for i in $(seq 2000); do echo "line $i of the agent, which says what it does"; done'
  const agent = `${prints}; sleep 1; echo $(($(cat done) + 1)) > done`
  const flags = ['--max-iterations', '100', '--max-loops', String(LOOPS)]
  const { status, stderr } = here.run(
    ['start', `fix the cases ${index}`, '-c', 'node --test', '--agent-cmd', agent, ...flags],
    project,
  )
  if (status !== 0) throw new Error(`start ended with ${status}\n${stderr}`)
}

async function openPages(context, url) {
  const first = await context.newPage()
  await first.goto(url)
  const rows = first.getByRole('link', { name: /fix the cases/ })
  await rows.nth(LOOPS - 1).waitFor()
  const links = await rows.evaluateAll(all => all.map(link => link.href))
  const pages = [first]
  for (const link of links.slice(0, PAGES - 1)) {
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: /fix the cases/ }).waitFor()
    pages.push(page)
  }
  return pages
}
