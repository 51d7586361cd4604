import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import { cleaner } from '../../run/clean-output.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { LOG_NAMES, LOOP_ACTIONS, LOOP_FILTERS, type LogPart } from '../page-data.ts'
import { actionBody, commandFor, type PageCommand, type RunPageCommand, startBody, startLoop } from './actions.ts'
import { watchChanges } from './changes.ts'
import type { WebBindings } from './guard.ts'
import { type ListedLoop, type ListedLoops, logFile } from './listed-loops.ts'
import { logPart } from './log-part.ts'
import { proposalBody, propose } from './proposal.ts'

interface RouteParts extends Pick<RequestContext, 'env' | 'signal'> {
  readonly loops: ListedLoops
  readonly command: RunPageCommand
}

const LARGEST_BODY = 64 * 1024
const MOST_ROWS = 200
const LONGEST_DIFF = 400_000

const count = z.coerce.number().check(z.int(), z.gte(0))
const windowQuery = z.object({
  filter: z._default(z.enum(LOOP_FILTERS), 'all'),
  search: z._default(z.string().check(z.maxLength(200)), ''),
  from: z._default(count, 0),
  count: z._default(count, 50),
})
const logQuery = z.object({ from: z.optional(count), until: z.optional(count) })

/** The data of the page. Every text in it is redacted and free of control characters. */
export function apiRoutes(parts: RouteParts): Hono<WebBindings> {
  const api = new Hono<WebBindings>()
  api.use(bodyLimit({ maxSize: LARGEST_BODY }))
  readRoutes(api, parts)
  turnRoutes(api, parts)
  actionRoutes(api, parts)
  return api
}

const LOOP = '/loops/:project/:id'

function readRoutes(api: Hono<WebBindings>, { loops, env, command }: RouteParts): void {
  const clean = cleaner(env)
  api.get('/loops', async c => {
    const query = windowQuery.safeParse(c.req.query())
    if (!query.success) return c.notFound()
    const { filter, search, from, count } = query.data
    await loops.list.refresh()
    return c.json(clean(loops.list.window(filter, search, { from, count: Math.min(count, MOST_ROWS) })))
  })
  api.get(LOOP, async c => {
    const loop = await loopIn(loops, c.req.param())
    const page = loop && (await loops.page(loop))
    return page === null ? c.notFound() : c.json(clean(page))
  })
  api.get(`${LOOP}/receipt`, async c => {
    const loop = await loopIn(loops, c.req.param())
    return loop === null ? c.notFound() : c.json(clean(await command(typed('receipt', loop, []))))
  })
  api.get('/plans', async c => c.json(clean(await loops.plans.rows())))
  api.get('/plans/:project/:id', async c => {
    const page = await loops.plans.page(c.req.param('project'), c.req.param('id'))
    return page === null ? c.notFound() : c.json(clean(page))
  })
  api.get('/changes', async c => {
    const { project, id, plans } = c.req.query()
    const shown = { loop: await loopIn(loops, { project, id }), plans: plans !== undefined }
    const { socket } = c.env.incoming
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    return streamSSE(c, async stream => {
      stream.onAbort(() => gone.abort())
      const send = (change: unknown): Promise<void> => stream.writeSSE({ data: JSON.stringify(change) })
      await watchChanges(loops, shown, { send, signal: gone.signal })
    })
  })
}

function turnRoutes(api: Hono<WebBindings>, { loops, env, command }: RouteParts): void {
  const clean = cleaner(env)
  api.get(`${LOOP}/turns/:turn{\\d+}`, async c => {
    const loop = await loopIn(loops, c.req.param())
    const page = loop && (await loops.turn(loop, Number(c.req.param('turn'))))
    return page === null ? c.notFound() : c.json(clean(page))
  })
  api.get(`${LOOP}/turns/:turn{\\d+}/diff`, async c => {
    const [loop, turn] = [await loopIn(loops, c.req.param()), Number(c.req.param('turn'))]
    if (loop === null || turn === 0) return c.notFound()
    return c.json(clean(await diffOf(command, loop, [`${turn - 1}..${turn}`])))
  })
  api.get(`${LOOP}/diff`, async c => {
    const loop = await loopIn(loops, c.req.param())
    return loop === null ? c.notFound() : c.json(clean(await diffOf(command, loop, [])))
  })
  api.get(`${LOOP}/turns/:turn{\\d+}/logs/:log`, async c => {
    const loop = await loopIn(loops, c.req.param())
    const [name, query] = [LOG_NAMES.find(each => each === c.req.param('log')), logQuery.safeParse(c.req.query())]
    if (loop === null || name === undefined || !query.success) return c.notFound()
    const [turn, { from, until }] = [Number(c.req.param('turn')), query.data]
    const range = from === undefined ? { until: until ?? null } : { from }
    const part = await logPart(logFile(loop.paths, turn, name), range)
    return part === null && turn > loop.row.turn ? c.notFound() : c.json(clean(part ?? NOTHING_PRINTED))
  })
}

const NOTHING_PRINTED: LogPart = { from: 0, to: 0, size: 0, text: '' }

function actionRoutes(api: Hono<WebBindings>, { loops, env, signal, command }: RouteParts): void {
  const clean = cleaner(env)
  api.post(`${LOOP}/:action`, async c => {
    const loop = await loopIn(loops, c.req.param())
    const action = LOOP_ACTIONS.find(each => each === c.req.param('action'))
    const body = actionBody.safeParse(await c.req.json().catch(() => null))
    if (loop === null || action === undefined || !body.success) return c.notFound()
    return c.json(clean(await command(commandFor(action, loop.row, body.data.text ?? ''))))
  })
  api.post('/proposal', async c => {
    const body = proposalBody.safeParse(await c.req.json().catch(() => null))
    return body.success ? c.json(clean(await propose(body.data, env))) : c.json(INCOMPLETE, 400)
  })
  api.post('/start', async c => {
    const body = startBody.safeParse(await c.req.json().catch(() => null))
    if (!body.success) return c.json(INCOMPLETE, 400)
    return c.json(clean(await startLoop(body.data, { env, signal }, id => loops.started(id))))
  })
}

const INCOMPLETE = { ok: false, lines: ['Fill in the directory, the task, and the criterion.'] }

interface LoopNames {
  readonly project?: string | undefined
  readonly id?: string | undefined
}

const loopIn = async (loops: ListedLoops, { project, id }: LoopNames): Promise<ListedLoop | null> =>
  project === undefined || id === undefined ? null : await loops.find(project, id)

const typed = (name: PageCommand['name'], { row }: ListedLoop, rest: readonly string[]): PageCommand => ({
  name,
  positionals: [row.id, ...rest],
  flags: [],
  row,
})

/** A diff of a whole migration would stop the browser: its beginning is shown, and the command for the rest. */
async function diffOf(command: RunPageCommand, loop: ListedLoop, range: readonly string[]) {
  const { ok, lines } = await command(typed('diff', loop, range))
  let length = 0
  const shown = lines.filter(line => {
    length += line.length + 1
    return length <= LONGEST_DIFF
  })
  if (shown.length === lines.length) return { ok, lines }
  const whole = ['agent-loop diff', loop.row.id, ...range].join(' ')
  return { ok, lines: [...shown, `… ${lines.length - shown.length} more lines: ${whole}`] }
}
