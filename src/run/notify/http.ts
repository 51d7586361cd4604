import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../system/shell.ts'
import type { HttpChannel } from './channels.ts'
import { linesOfNotice, type Notice, titleOfNotice } from './notice.ts'

const ATTEMPT_MS = 5_000
const BACKOFF_MS = [500, 1_000, 2_000] as const
const LONGEST_BACKOFF_MS = 5_000

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a notice. Resolves to why that failed, without the address, which may contain a secret; null when it was delivered. */
export async function sendOverHttp(channel: HttpChannel, notice: Notice, env: Environment): Promise<string | null> {
  const post = postFor(channel, notice, env)
  return typeof post === 'string' ? post : await delivered(post)
}

/** The request for a channel, or what is missing for it. A notice that should be signed is never sent unsigned. */
function postFor(channel: HttpChannel, notice: Notice, env: Environment): Post | string {
  const url = addressIn(channel.url, env)
  if (typeof url === 'string') return url
  switch (channel.kind) {
    case 'webhook': {
      const key = channel.secret === null ? null : env[channel.secret]
      if (key === undefined || key === '') return `${channel.secret} is not set`
      return json(url, notice, key === null ? undefined : body => signature(notice, body, key))
    }
    case 'slack':
      return json(url, { text: slackText(notice) })
    case 'discord':
      return json(url, { content: discordText(notice), allowed_mentions: { parse: [] } })
    case 'ntfy': {
      const token = channel.token === null ? null : env[channel.token]
      if (token === undefined || token === '') return `${channel.token} is not set`
      return json(url, ntfyMessage(url, notice), () => (token === null ? {} : { authorization: `Bearer ${token}` }))
    }
  }
}

function addressIn(given: string, env: Environment): URL | string {
  const name = /^\$(\w+)$/.exec(given)?.[1]
  const address = name === undefined ? given : env[name]
  if (address === undefined || address === '') return `${name} is not set`
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : 'its url is not an http or https address'
}

function json(url: URL, value: unknown, headersFor: (body: string) => Post['headers'] = () => ({})): Post {
  const body = JSON.stringify(value)
  // ntfy takes JSON at its root; the topic is in the body.
  const target = value !== null && typeof value === 'object' && 'topic' in value ? new URL('.', url) : url
  return { url: target.href, body, headers: { 'content-type': 'application/json', ...headersFor(body) } }
}

/** The signed text contains the time, so that an old request cannot be repeated later. */
function signature({ id, at, event }: Notice, body: string, key: string): Post['headers'] {
  return {
    'x-agent-loop-event': event,
    'x-agent-loop-delivery': id,
    'x-agent-loop-timestamp': at,
    'x-agent-loop-signature': `sha256=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`,
  }
}

const textOf = (notice: Notice): string => [titleOfNotice(notice), ...linesOfNotice(notice)].join('\n')

/** Without this, `<!channel>` in a task would call everybody. */
const slackText = (notice: Notice): string =>
  textOf(notice).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const DISCORD_LONGEST = 1_900
const discordText = (notice: Notice): string => textOf(notice).slice(0, DISCORD_LONGEST)

const ntfyMessage = (url: URL, notice: Notice) => ({
  topic: decodeURIComponent(url.pathname.split('/').filter(Boolean).at(-1) ?? ''),
  title: titleOfNotice(notice),
  message: linesOfNotice(notice).join('\n'),
  tags: [notice.verified ? 'white_check_mark' : notice.event],
})

/** Retries what may pass: no connection, too many requests, and errors of the server. Follows no redirect to another address. */
async function delivered(post: Post): Promise<string | null> {
  for (let attempt = 0; ; attempt++) {
    const tried = await attemptOnce(post)
    const wait = BACKOFF_MS[attempt]
    if (tried === null) return null
    if (!tried.again || wait === undefined)
      return attempt === 0 ? tried.because : `${tried.because}, after ${attempt + 1} attempts`
    await sleep(Math.min(tried.afterMs ?? wait, LONGEST_BACKOFF_MS))
  }
}

interface Undelivered {
  readonly because: string
  readonly again: boolean
  readonly afterMs?: number
}

async function attemptOnce({ url, headers, body }: Post): Promise<Undelivered | null> {
  try {
    const signal = AbortSignal.timeout(ATTEMPT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel().catch(() => {})
    if (response.ok) return null
    const seconds = Number(response.headers.get('retry-after'))
    const again = response.status === 408 || response.status === 429 || response.status >= 500
    return {
      because: `the server answered ${response.status}`,
      again,
      ...(seconds > 0 ? { afterMs: seconds * 1000 } : {}),
    }
  } catch (error) {
    return { because: reasonFor(error), again: true }
  }
}

function reasonFor(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  if (code !== null) return `no connection (${code})`
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer within 5s' : 'no connection'
}
