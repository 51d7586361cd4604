// Takes the pictures of docs/page.md as SVG files into docs/images. Needs /usr/bin/chromium.
//   npm run docs:screens            -- --png FOLDER also writes screenshots, to compare them with
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { demo } from './screens/demo.mjs'
import { pageSvg } from './screens/page-svg.mjs'
import { recordCanvas } from './screens/record-canvas.mjs'

const SIZE = { width: 1280, height: 800 }
const root = resolve(import.meta.dirname, '..')
const png = process.argv.includes('--png') ? process.argv[process.argv.indexOf('--png') + 1] : null
const images = join(root, 'docs/images')
mkdirSync(images, { recursive: true })

const { url, hide, close } = await demo(join(root, 'dist/cli.cjs'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  page.setDefaultTimeout(600_000)
  await page.addInitScript(recordCanvas)
  const take = async name => {
    writeFileSync(join(images, `${name}.svg`), await pageSvg(page, { ...SIZE, hide }))
    if (png) await page.screenshot({ path: join(png, `${name}.png`) })
  }
  await page.goto(url)
  await page.getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('link', { name: /PLAN.md/ }).click()
  for (const [column, task] of Object.entries({ Done: 'T2', Proving: 'T4', Running: 'T3', 'Needs you': 'T6' }))
    await page
      .getByRole('region', { name: new RegExp(`^${column}`) })
      .getByRole('article', { name: new RegExp(`^${task}`) })
      .waitFor()
  await take('board')
  await page.getByRole('link', { name: 'Loops' }).click()
  await page
    .getByRole('link', { name: /^✓? ?Verified Write the price list/ })
    .first()
    .waitFor()
  const loop = page.getByRole('link', { name: /fix the failing tests/ })
  await loop.waitFor()
  await take('overview')
  await loop.click()
  await page.getByRole('button', { name: /Tampered/ }).click()
  await page.getByText('The check passes only because').waitFor()
  await take('loop')
} finally {
  await browser.close()
  await close()
}
process.stdout.write(`${images}\n`)
