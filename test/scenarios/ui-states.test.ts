import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { background } from '../rig/background.ts'
import {
  confirm,
  expectAccessibleEverywhere,
  hasBrowser,
  openBrowser,
  seeing,
  servedPage,
  watchedPage,
} from '../rig/page.ts'
import { fastProject } from '../rig/project.ts'

describe.skipIf(!hasBrowser)('states of the page in Chromium (/usr/bin/chromium)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('Merge verifies the work again and moves the branch; the page then says where the work is, and offers no more', {
    timeout: 240_000,
  }, async () => {
    const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
    const branch = here.git('symbolic-ref', '--short', 'HEAD').trim()
    const asked = ['run', 'write the list', '-c', 'test -f list', '--agent-cmd', 'echo 1 > list', '--worktree']
    expect((await here.cli(asked)).code).toBe(0)
    const { page, troubles } = await watchedPage(browser, (await servedPage(here)).url)
    await page.getByRole('link', { name: /Verified write the list/ }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await expectAccessibleEverywhere(page)
    expect(existsSync(join(here.path, 'list'))).toBe(false)
    // Nothing happens without the second click.
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(here.git('log', '--format=%s').trim()).toBe('start')

    await confirm(page, 'Merge')
    await seeing(page, `${branch} is now at `)
    await seeing(page, new RegExp(`merged into ${branch}, commit`))
    await page.getByRole('button', { name: 'Merge' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Revert changes' }).count()).toBe(0)
    expect(here.git('log', '--format=%s').trim().split('\n')).toEqual(['write the list', 'start'])
    expect(existsSync(join(here.path, 'list'))).toBe(true)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expectAccessibleEverywhere(page)
    expect(troubles).toEqual([])
  })

  test('a merge that is refused changes nothing, and the page says why', { timeout: 240_000 }, async () => {
    const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
    const asked = ['run', 'write the list', '-c', 'test -f list', '--agent-cmd', 'echo 1 > list', '--worktree']
    expect((await here.cli(asked)).code).toBe(0)
    here.write('list', 'mine\n')
    const { page, troubles } = await watchedPage(browser, (await servedPage(here)).url)
    await page.getByRole('link', { name: /Verified write the list/ }).click()
    await confirm(page, 'Merge')
    await page.locator('.notice.bad', { hasText: 'list' }).waitFor()
    await page.getByRole('button', { name: 'Merge' }).waitFor()
    expect(here.read('list')).toBe('mine\n')
    expect(here.git('log', '--format=%s').trim()).toBe('start')
    expect(troubles).toEqual([])
  })

  test('without loops, and for a loop that is gone, it says what to do', { timeout: 120_000 }, async () => {
    const here = fastProject()
    const { url } = await servedPage(here)
    const { page, troubles } = await watchedPage(browser, url)
    await page.getByRole('heading', { name: 'No loops yet' }).waitFor()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    expect(troubles).toEqual([])
    await page.goto(`${new URL(url).origin}/#/loop/nobody/ralph-x-00000000`)
    await page.getByRole('heading', { name: 'There is no such loop here' }).waitFor()
    await expectAccessibleEverywhere(page)
  })

  test('Start shows the criterion of the configuration, offers the checks of the project, and needs an agent', {
    timeout: 240_000,
  }, async () => {
    const scripts = JSON.stringify({ scripts: { test: 'node --test', lint: 'node lint.mjs' } })
    const here = background({ 'package.json': scripts, 'a.test.mjs': '', 'lint.mjs': '' }, { git: true })
    // No agent is installed, and none is configured.
    const { page, troubles } = await watchedPage(browser, (await servedPage(here)).url)
    const propose = async (task: string): Promise<void> => {
      await page.getByLabel('Task').fill(task)
      await page.getByRole('button', { name: 'Propose a criterion' }).click()
      await page.getByLabel('Done means').waitFor()
    }
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await expectAccessibleEverywhere(page)
    await page.getByLabel('Project directory').fill(here.path)
    await propose('make it nice')
    await seeing(page, /"nice" is a matter of taste/)
    await page.getByRole('button', { name: /^npm run lint/ }).click()
    expect(await page.getByLabel('Done means').inputValue()).toBe('npm run lint passes')
    await seeing(page, 'No agent is installed.')
    expect(await page.getByRole('button', { name: 'Start the loop' }).isDisabled()).toBe(true)
    await expectAccessibleEverywhere(page)

    here.write('agent-loop.config.json', JSON.stringify({ completion: 'test -f done', 'agent-cmd': 'touch done' }))
    await propose('make the file')
    await seeing(page, 'sets the criterion.')
    expect(await page.getByLabel('Done means').inputValue()).toBe('test -f done')
    expect(await page.getByLabel('Agent').textContent()).toContain('touch done')
    await page.getByRole('button', { name: 'Start the loop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    // A configuration that nobody has trusted is no decision of a page.
    await page.locator('.notice.bad', { hasText: '--trust-config' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect((await here.cli(['status', '--json'])).events).toEqual([{ loops: [] }])
    expect(troubles).toEqual([])
  })
})
