import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { refuseCaller } from '../../run/steer/inside-turn.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { Environment } from '../../system/shell.ts'
import { callerAt } from '../../system/tcp-peer.ts'
import type { PageSession } from './session.ts'

/** What each request carries besides itself. */
export interface WebBindings {
  readonly Bindings: HttpBindings
}

type Guard = MiddlewareHandler<WebBindings>

/** Nothing but our own files may run, load, or send anything, and no other page may embed this one. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
}

export const withHeaders: Guard = async (c, next) => {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
  await next()
}

/**
 * Only requests of our own page, and addresses that a person opens. The port counts: a server of an agent on another port of this
 * machine is the same site to a browser, which sends it our cookie.
 */
export const sameOrigin: Guard = async (c, next) => {
  const host = c.req.header('host') ?? ''
  const [name, port] = [host.replace(/:\d+$/, ''), c.env.incoming.socket.localPort]
  const own = ['127.0.0.1', 'localhost'].includes(name) && host === `${name}:${port}`
  if (!own) return c.text('Wrong host name.', 403)
  const origin = c.req.header('origin')
  const [fetched, reads] = [c.req.header('sec-fetch-site') ?? 'none', c.req.method === 'GET']
  const isOwnOrigin = origin === undefined ? reads : origin === `http://${host}`
  if (!isOwnOrigin) return c.text('Wrong origin.', 403)
  if (
    fetched !== 'same-origin' &&
    !(fetched === 'none' && reads) &&
    !isOpening(c.req.path, c.req.header('sec-fetch-mode'))
  )
    return c.text('Wrong origin.', 403)
  if (!reads && c.req.header('content-type') !== 'application/json') return c.text('JSON expected.', 415)
  await next()
}

export const OPEN_PATH = '/open/'

/** The link of a terminal may be clicked in a page of another site; its token is proof enough. */
const isOpening = (path: string, mode: string | undefined): boolean => path.startsWith(OPEN_PATH) && mode === 'navigate'

/** An agent or a check cannot use the page, whatever it has learned about it: see decision 083. */
export function outsideTurns(env: Environment): Guard {
  const outside = new WeakSet<Socket>()
  return async (c, next) => {
    const { socket } = c.env.incoming
    const reads = c.req.method === 'GET' && !c.req.path.startsWith(OPEN_PATH)
    // A connection keeps its process. Where that is unknown, each action is decided again: a loop may have started meanwhile.
    if (!reads || !outside.has(socket)) {
      const caller = callerAt(socket)
      const refused = reads && caller === 'unknown' ? null : await whyRefused(env, caller)
      if (refused !== null) return c.json({ ok: false, lines: refused }, 403)
      outside.add(socket)
    }
    await next()
  }
}

async function whyRefused(env: Environment, caller: ReturnType<typeof callerAt>): Promise<readonly string[] | null> {
  try {
    await refuseCaller(env, caller)
    return null
  } catch (error) {
    if (!isUsageError(error)) throw error
    return [error.message, error.hint]
  }
}

/** Browsers send the cookies of one host to all its ports, so that each server needs a name of its own. */
export const cookieName = (socket: Socket): string => `agent-loop-${socket.localPort}`

export function withSession(session: PageSession): Guard {
  return async (c, next) => {
    const name = `${cookieName(c.env.incoming.socket)}=`
    // Another server of this host can set a cookie of the same name: any of them may be ours.
    const sent = (c.req.header('cookie') ?? '').split(';').map(each => each.trim())
    if (!sent.some(each => each.startsWith(name) && session.knows(each.slice(name.length))))
      return c.text(
        'This page needs the link that agent-loop ui prints. It works once; run agent-loop ui for a new one.',
        401,
      )
    await next()
  }
}
