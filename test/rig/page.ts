import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Project, RunOptions } from './project.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Whether there is a browser for scenarios of the page. */
export const hasBrowser = existsSync(CHROMIUM)

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })

/** Starts `agent-loop ui`; resolves to the link that it prints. */
export async function servedPage(here: Project, options?: RunOptions): Promise<{ url: string; pid: number }> {
  const running = here.start(['ui', '--json'], options)
  const { url } = await running.event(event => 'url' in event)
  return { url: String(url), pid: running.process.pid ?? 0 }
}

interface WatchedPage {
  readonly page: Page
  /** What must stay empty: errors, and requests to anybody else. */
  readonly troubles: readonly string[]
}

/** A page in a context of its own, with everything noted that must not happen. */
export async function watchedPage(
  browser: Browser,
  url: string,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()))
      troubles.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => troubles.push(`page error: ${error.message}`))
  page.on('request', asked => {
    if (new URL(asked.url()).origin !== new URL(url).origin) troubles.push(`request to ${asked.url()}`)
  })
  await page.goto(url)
  await page.waitForURL(`${new URL(url).origin}/`)
  return { page, troubles }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** Fails with what people with a screen reader or little contrast cannot use. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResult
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 860 },
  { colorScheme: 'dark', width: 400, height: 800 },
] as const

/** The same in light on a wide screen and in dark on a narrow one, where also nothing may be wider than the screen. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const { colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await expectAccessible(page)
    const wide = 'document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth'
    expect([colorScheme, await page.evaluate(wide)]).toEqual([colorScheme, false])
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Resolves when the text is there. */
export const seeing = (page: Page, text: string | RegExp, scope = 'main'): Promise<void> =>
  page.locator(scope).getByText(text).first().waitFor()

/** Clicks a button of the loop, and the same in the question that follows. */
export async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** One connection for all requests: each new one makes the server look for our process. */
const CONNECTION = new Agent({ keepAlive: true, maxSockets: 1 })

/** A request with exactly these headers, as no browser would send it. The path is sent as it is. */
export const ask = (
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request({ hostname, port, path, method, headers, agent: CONNECTION }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
