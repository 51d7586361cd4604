import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { background, daemonServes, until } from '../rig/background.ts'
import {
  confirm,
  expectAccessibleEverywhere,
  hasBrowser,
  openBrowser,
  seeing,
  servedPage,
  watchedPage,
} from '../rig/page.ts'
import { isRunning, type Project, project } from '../rig/project.ts'

test('the page weighs at most 80 KB, compressed', () => {
  const folder = join(import.meta.dirname, '../../dist/web')
  const sizes = readdirSync(folder).map(name => gzipSync(readFileSync(join(folder, name))).length)
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(80 * 1024)
})

const PRICES = {
  'price.mjs': 'export const total = items => items.length\nexport const tax = amount => amount\n',
  'price.test.mjs': `import { test } from 'node:test'
import assert from 'node:assert'
import { tax, total } from './price.mjs'
test('adds <img src=x onerror="window.hacked=1"> prices', () => assert.equal(total([1, 2, 3, 4]), 10))
test('adds tax', () => assert.equal(tax(100), 119))
`,
  // Fixes one test, then changes the other, then fixes the source. Each step waits until the test lets it go.
  'agent.sh': `wait_for() { while [ ! -f "$HOME/go-$1" ]; do sleep 0.1; done; }
echo "I look at <script>window.hacked=1</script> step"
if ! grep -q 1.19 price.mjs; then wait_for 1; sed -i 's/=> amount/=> amount * 1.19/' price.mjs
elif [ ! -f "$HOME/cheated" ]; then wait_for 2; touch "$HOME/cheated"; sed -i 's/, 10))/, 4))/' price.test.mjs
else wait_for 3; sed -i 's/, 4))/, 10))/' price.test.mjs; sed -i 's/items.length/items.reduce((a, b) => a + b, 0)/' price.mjs; fi
`,
}

const go = ({ home }: Project, step: number | string): void => writeFileSync(join(home, `go-${step}`), '')

const hacked = (page: Page): Promise<unknown> => page.evaluate('window.hacked')

describe.skipIf(!hasBrowser)('the page in Chromium (/usr/bin/chromium)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('shows a loop to its end: live log, reload, hint, killed daemon, refused cheat, diff, proof, receipt', {
    timeout: 240_000,
  }, async () => {
    const here = background(PRICES, { git: true, proof: 'standard' })
    const started = ['start', 'fix the failing tests', '-c', 'node --test', '--agent-cmd', 'sh agent.sh', '--json']
    expect((await here.cli(started)).code).toBe(0)
    const { page, troubles } = await watchedPage(browser, (await servedPage(here)).url)
    await page.getByRole('link', { name: /Running fix the failing tests/ }).click()
    await seeing(page, 'Turn 1: The agent works.')
    await seeing(page, 'I look at <script>window.hacked=1</script> step', '[role=log]')

    await page.reload()
    await seeing(page, 'I look at <script>window.hacked=1</script> step', '[role=log]')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Send hint' }).click()
    await expectAccessibleEverywhere(page)
    await page.getByRole('textbox', { name: 'Hint' }).fill('look at <b>tax</b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Send hint' }).click()
    await seeing(page, 'Hint queued for')

    go(here, 1)
    await page.getByRole('button', { name: /^Turn 1.*Not yet.*1 failing.*1 fixed/ }).waitFor()
    await seeing(page, 'Turn 2: The agent works.')
    const daemon = here.daemonPid()
    process.kill(daemon, 'SIGKILL')
    await until(() => here.daemonPid() !== daemon && isRunning(here.daemonPid()))
    await daemonServes(here)
    await until(async () => (await page.locator('.mark').first().textContent())?.includes('Running') ?? false)

    go(here, 2)
    await page.getByRole('button', { name: /Tampered/ }).click()
    await page.getByRole('tab', { name: 'Result' }).click()
    await seeing(page, 'The check passes only because')
    await page.getByText('What this finding means').click()
    await seeing(page, /^agent-loop waive ralph-/)
    await seeing(page, 'adds <img src=x onerror="window.hacked=1"> prices')
    await expectAccessibleEverywhere(page)

    go(here, 3)
    await page.locator('header.head .mark', { hasText: 'Verified' }).waitFor()
    await page.getByRole('button', { name: /^Turn \d.*Verified/ }).click()
    await page.getByRole('tab', { name: 'Diff' }).click()
    await seeing(page, '+export const total = items => items.reduce((a, b) => a + b, 0)')
    await expectAccessibleEverywhere(page)
    await page.getByRole('tab', { name: 'Diff' }).press('ArrowLeft')
    await page.getByRole('row', { name: /clean copy ✓ passed \d/ }).waitFor()
    await page.getByText('Receipt', { exact: true }).click()
    await seeing(page, /checks +\d/, '.receipt')
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('j')
    await page.getByRole('button', { name: /^Turn.*Tampered/, pressed: true }).waitFor()
    expect(await page.locator('canvas').count()).toBe(1)
    expect(await hacked(page)).toBeUndefined()
    expect(troubles).toEqual([])
  })

  test('starts a loop with the criterion that the person edited, pauses, resumes, aborts, and reverts it', {
    timeout: 240_000,
  }, async () => {
    // Every turn waits for its own signal; the second one is aborted while it waits.
    const agent = 'n=$(($(wc -l < work) + 1)); while [ ! -f "$HOME/go-$n" ]; do sleep 0.1; done; echo x >> work'
    const here = background({ 'package.json': '{"scripts":{"test":"test -f done"}}', work: '' }, { git: true })
    const { url } = await servedPage(here, { env: { AGENT_LOOP_AGENT_CMD: agent } })
    const { page, troubles } = await watchedPage(browser, url)
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await page.getByLabel('Project directory').fill(here.path)
    await page.getByLabel('Task').fill('fix the failing tests')
    await page.getByRole('button', { name: 'Propose a criterion' }).click()
    await expect.poll(() => page.getByLabel('Done means').inputValue()).toBe('npm test passes')
    await seeing(page, /package.json scripts.test/)
    await expectAccessibleEverywhere(page)
    expect((await here.cli(['status', '--json'])).events).toEqual([{ loops: [] }])

    await page.getByLabel('Done means').fill('it works well')
    await page.getByRole('button', { name: 'Start the loop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.locator('.notice.bad').first().waitFor()
    await page.getByLabel('Done means').fill('test -f done')
    await page.getByRole('button', { name: 'Start the loop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    // The page of the loop that was started.
    await seeing(page, 'Turn 1: The agent works.')
    expect(await page.locator('.criterion code').textContent()).toContain('test -f done')

    await confirm(page, 'Pause')
    await seeing(page, /pauses after turn 1 and its check/)
    go(here, 1)
    await page.locator('header.head .mark', { hasText: 'Paused' }).waitFor()
    await confirm(page, 'Resume')
    await page.locator('header.head .mark', { hasText: 'Running' }).waitFor()
    await confirm(page, 'Abort')
    await page.locator('header.head .mark', { hasText: 'Aborted' }).waitFor()
    expect(here.read('work')).not.toBe('')
    await confirm(page, 'Revert changes')
    await seeing(page, /Restored the files from before the loop/)
    expect(here.read('work')).toBe('')
    expect(troubles).toEqual([])
  })

  test('stays usable with 1,000 loops, by keyboard, dark, narrow, and when its server is gone', {
    timeout: 240_000,
  }, async () => {
    const here = project({}, { git: true })
    expect((await here.cli(['run', 'make it', '-c', 'test -f done', '--agent-cmd', 'touch done'])).code).toBe(0)
    const [folder = ''] = readdirSync(join(here.home, '.local/state/agent-loop/projects'))
    const archive = join(here.home, '.local/state/agent-loop/projects', folder, 'archive')
    const entry = JSON.parse(readFileSync(join(archive, readdirSync(archive)[0] ?? ''), 'utf8')) as Record<
      string,
      unknown
    >
    for (let index = 0; index < 999; index++) {
      const id = `ralph-task-${String(index).padStart(8, '0')}`
      const last_active = new Date(1e12 + index * 1e6).toISOString()
      const text = JSON.stringify({
        ...entry,
        loop_id: id,
        task: `task number ${index}`,
        status: index % 3 ? 'verified' : 'stuck',
        last_active,
      })
      writeFileSync(join(archive, `${id}.json`), text)
    }
    const { url, pid } = await servedPage(here)
    const { page, troubles } = await watchedPage(browser, url, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    })
    await page.getByRole('button', { name: 'All 1,000' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect(await page.locator('.row').count()).toBeLessThan(100)
    await page.locator('.scroller').evaluate(list => list.scrollTo(0, list.scrollHeight))
    await seeing(page, 'task number 0')
    // Another list begins at its top.
    await page.getByRole('button', { name: 'Not verified 333' }).click()
    await seeing(page, 'task number 996')
    // The list is as it was when a person comes back to it.
    await page.locator('.scroller').evaluate(list => list.scrollTo(0, list.scrollHeight))
    await seeing(page, 'task number 0')
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('heading', { name: 'No plans yet' }).waitFor()
    await page.goBack()
    await seeing(page, 'task number 0')
    await page.keyboard.press('/')
    await page.keyboard.type('number 993')
    await page.getByRole('button', { name: 'Not verified 1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.locator('.row:focus', { hasText: 'task number 993' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Search loops').fill('make it')
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('link', { name: /Verified make it/ }).click()
    await page.getByRole('heading', { name: 'make it' }).waitFor()
    await page.getByRole('tab', { name: 'Result' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect(troubles).toEqual([])

    process.kill(pid, 'SIGKILL')
    await page.getByText('Reconnecting…').waitFor()
    await expectAccessibleEverywhere(page)
    // The same address with another session: the page says so, and asks no more.
    const again = here.start(['ui', '--json', '--port', new URL(url).port])
    await again.event(event => 'url' in event)
    await page.getByText('This page is signed out').waitFor()
    await expectAccessibleEverywhere(page)
  })
})
