import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'
import type { RequestContext } from '../../run/request/context.ts'
import type { RunPageCommand } from './actions.ts'
import { pageAssets } from './assets.ts'
import { cookieName, OPEN_PATH, outsideTurns, sameOrigin, type WebBindings, withHeaders, withSession } from './guard.ts'
import { ListedLoops, type PageWords } from './listed-loops.ts'
import { apiRoutes } from './routes.ts'
import { type PageSession, pageSession } from './session.ts'

interface ServeRequest extends Pick<RequestContext, 'env' | 'signal'> {
  /** 0: any free port. */
  readonly port: number
  readonly command: RunPageCommand
  readonly words: PageWords
}

interface ServedPage {
  /** The address that opens the page once. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the page on the loopback address. Rejects when the port is taken. */
export async function servePage({ port, env, signal, command, words }: ServeRequest): Promise<ServedPage> {
  const session = pageSession()
  const app = pageApp(session, { env, signal, command, loops: new ListedLoops(env, words) })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}${OPEN_PATH}${session.token}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Not a redirect: a cookie of this kind is not sent after one that began in another site. Without an icon, browsers ask for one that is not there. */
const OPENING =
  '<!doctype html><meta http-equiv="refresh" content="0; url=/"><link rel="icon" href="/icon.svg"><title>agent-loop</title>'

function pageApp(session: PageSession, parts: Parameters<typeof apiRoutes>[0]): Hono<WebBindings> {
  const app = new Hono<WebBindings>()
  app.use(withHeaders, sameOrigin, outsideTurns(parts.env))
  app.get(`${OPEN_PATH}:token`, c => {
    const { socket } = c.env.incoming
    const cookie = session.exchange(c.req.param('token'))
    if (cookie === null) return c.text('This link was used before, or is wrong. Run agent-loop ui for a new one.', 403)
    setCookie(c, cookieName(socket), cookie, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return c.html(OPENING)
  })
  app.use(withSession(session))
  app.route('/api', apiRoutes(parts))
  const assets = pageAssets()
  app.get('/:file?', c => {
    const asset = assets.get(c.req.param('file') ?? 'page.html')
    if (asset === undefined) return c.notFound()
    return c.body(new Uint8Array(asset.bytes), 200, { 'content-type': asset.type })
  })
  app.notFound(c => c.text('Not found.', 404))
  app.onError((error, c) =>
    error instanceof HTTPException
      ? error.getResponse()
      : c.json({ ok: false, lines: [`agent-loop failed: ${error.message}`] }, 500),
  )
  return app
}
