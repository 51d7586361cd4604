// The page of `agent-loop ui` with a log of 100 MB, with 10,000 loops, and the memory of the daemon and the server with 4 loops and 5 open
// pages. Needs /usr/bin/chromium. Names pick some parts: npm run bench:page -- list memory
import { existsSync } from 'node:fs'
import { benchList } from './page/list.mjs'
import { benchLog } from './page/log.mjs'
import { benchMemory } from './page/memory.mjs'
import { CHROMIUM, openBrowser } from './page/rig.mjs'

const PARTS = { log: benchLog, list: benchList, memory: benchMemory }
const asked = process.argv.slice(2)
if (existsSync(CHROMIUM)) {
  const browser = await openBrowser()
  try {
    for (const [name, run] of Object.entries(PARTS)) if (asked.length === 0 || asked.includes(name)) await run(browser)
  } finally {
    await browser.close()
  }
} else console.log(`Skipped: there is no ${CHROMIUM}`)
