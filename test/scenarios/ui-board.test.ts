import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessibleEverywhere, hasBrowser, openBrowser, servedPage, watchedPage } from '../rig/page.ts'
import { project } from '../rig/project.ts'

const LIST = `- [ ] A-1 write a.txt <b>fast</b> (until: \`sh check.sh a\`)
- [ ] B-1 write b.txt (after: A-1) (until: \`sh check.sh b\`)
- [ ] C-1 write c.txt (until: \`sh check.sh c\`)
`
/** Each agent waits until the test lets it go. Nobody writes c.txt. */
const AGENT = `name=$(grep -o "write [abc].txt" | head -1 | cut -c7)
while [ ! -f "$HOME/go-$name" ]; do sleep 0.1; done
[ "$name" = c ] || echo "$name" > "$name.txt"
`
/** The first check of b that can pass waits as well. */
const check = (home: string): string => `[ -f "$1.txt" ] || { echo "$1.txt is missing"; exit 1; }
while [ "$1" = b ] && [ ! -f "${home}/go-check" ]; do sleep 0.1; done
grep -q "$1" "$1.txt"
`

const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}`) })

const isIn = (page: Page, name: string, task: string): Promise<void> =>
  column(page, name)
    .getByRole('article', { name: new RegExp(`^${task}`) })
    .waitFor()

describe.skipIf(!hasBrowser)('the board in Chromium (/usr/bin/chromium)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('a plan of three tasks is watched to its end; one of them needs a person', { timeout: 600_000 }, async () => {
    const here = project({ 'PLAN.md': LIST, 'agent.sh': AGENT }, { git: true })
    here.write('check.sh', check(here.home))
    here.git('add', '-A')
    here.git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'check')
    const go = (name: string): void => writeFileSync(join(here.home, `go-${name}`), '')
    const { page, troubles } = await watchedPage(browser, (await servedPage(here)).url)
    page.setDefaultTimeout(240_000)
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByText('No plans yet').waitFor()
    await expectAccessibleEverywhere(page)

    const flags = [
      '--proof',
      'fast',
      '--jobs',
      '2',
      '--max-iterations',
      '1',
      '--gate',
      'test -f check.sh',
      '--agent-cmd',
      'sh agent.sh',
    ]
    const plan = here.start(['plan', 'run', 'PLAN.md', '-y', '--json', ...flags])
    await page.getByRole('link', { name: /Running.*PLAN\.md/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await isIn(page, 'Running', 'A-1 write a.txt <b>fast</b>')
    await isIn(page, 'Running', 'C-1')
    await isIn(page, 'Waiting', 'B-1')
    await column(page, 'Waiting').getByText('waits for A-1').waitFor()
    await page.getByText('0 of 3 tasks are merged.').waitFor()
    await expectAccessibleEverywhere(page)

    go('a')
    await isIn(page, 'Done', 'A-1')
    await isIn(page, 'Running', 'B-1')
    go('b')
    await isIn(page, 'Proving', 'B-1')
    go('c')
    await isIn(page, 'Needs you', 'C-1')
    go('check')
    await isIn(page, 'Done', 'B-1')
    expect((await plan.ended).code).toBe(6)
    await page.getByText('2 of 3 tasks are merged, 1 needs you.').waitFor()
    await page.locator('.mark', { hasText: 'Needs you' }).waitFor()

    const card = column(page, 'Needs you').getByRole('article')
    await card.locator('code', { hasText: `agent-loop plan run --only C-1 --cwd ${here.path}` }).waitFor()
    // Decisions belong in a terminal: the only buttons copy commands.
    expect(await card.getByRole('button', { name: /^(?!Copy the command)/ }).count()).toBe(0)
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('k')
    await page.locator('.card:focus', { hasText: 'C-1' }).waitFor()
    await card.getByRole('link', { name: /^Loop of C-1/ }).click()
    await page.getByRole('heading', { name: 'write c.txt' }).waitFor()
    await page.goBack()

    // What the page prints works when it is pasted, wherever the terminal is.
    const drop = await card.locator('code', { hasText: 'agent-loop plan drop' }).textContent()
    const typed = drop?.split(' ').slice(1) ?? []
    expect((await here.cli(typed, { cwd: here.home })).code).toBe(0)
    await page.getByText('Given up: write c.txt').waitFor()
    expect(existsSync(join(here.path, 'b.txt'))).toBe(true)
    expect(troubles).toEqual([])
  })
})
