import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { pathToFileURL } from 'node:url'
import { fleetProblem } from './problems.ts'

// Not literal types, so that the bundler leaves the imports alone and they are resolved where they are installed.
const DBOS_PACKAGE: string = '@dbos-inc/dbos-sdk'

type DatabaseRow = Readonly<Record<string, unknown>>

/** What we use of a connection of the PostgreSQL client. */
export interface DatabaseConnection {
  query<R extends DatabaseRow = DatabaseRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly R[]; readonly rowCount: number | null }>
}

interface PooledConnection extends DatabaseConnection {
  release(error?: Error | boolean): void
  on(event: 'error', listener: (error: Error) => void): void
}

interface Pool extends DatabaseConnection {
  connect(): Promise<PooledConnection>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'connect', listener: (connection: PooledConnection) => void): void
}

/** The fleet's database. */
export interface Database extends DatabaseConnection {
  readonly url: string
  /** Runs the work in one transaction. */
  transaction<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Dbos = typeof import('@dbos-inc/dbos-sdk')

/** The durable engine: optional, and loaded only by the commands of a fleet. */
export async function loadDbos(): Promise<Dbos> {
  // Its PostgreSQL client prints a warning about its own use.
  process.noDeprecation = true
  const loaded = (await import(pathToFileURL(resolved()).href)) as Dbos & { readonly default?: Dbos }
  return loaded.default ?? loaded
}

/** Also next to the project that the command runs in, for an installation without its optional packages. */
function resolved(): string {
  for (const from of [process.argv[1] ?? '', `${process.cwd()}/package.json`]) {
    try {
      return createRequire(pathToFileURL(from || '/').href).resolve(DBOS_PACKAGE)
    } catch {}
  }
  throw fleetProblem('package-missing', { name: DBOS_PACKAGE })
}

const CONNECT_MS = 10_000
/** A network that swallows everything must not hold a worker up for as long as TCP tries. */
const ANSWER_MS = 20_000
/** A transaction whose worker is stopped holds its locks no longer than that. */
const IDLE_MS = 60_000
const CONNECTIONS = 6

/** Connections on demand; one that is cut fails its queries and nothing else. */
export function newPool(url: string, max: number): Pool {
  const { Pool: PoolClass } = createRequire(pathToFileURL(resolved()).href)('pg') as {
    readonly Pool: new (options: object) => Pool
  }
  const pool = new PoolClass({
    ...{ connectionString: url, max, keepAlive: true, application_name: 'agent-loop' },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS, idle_in_transaction_session_timeout: IDLE_MS },
  })
  pool.on('error', ignored)
  // From the beginning: the pool gives connections out a moment before their users can listen.
  pool.on('connect', connection => connection.on('error', ignored))
  return pool
}

const ignored = (): void => {}

/** Nothing is sent yet. */
export function openDatabase(url: string): Database {
  refuseUnsafe(url)
  const pool = newPool(url, CONNECTIONS)
  return {
    url,
    query: (text, values) => pool.query(text, values),
    async transaction(work) {
      const connection = await pool.connect()
      try {
        await connection.query('begin')
        const result = await work(connection)
        await connection.query('commit')
        connection.release()
        return result
      } catch (error) {
        await connection.query('rollback').then(
          () => connection.release(),
          () => connection.release(true),
        )
        throw error
      }
    },
    close: () => pool.end(),
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1', '']

/** Over a network, whether the connection is encrypted must be said. */
function refuseUnsafe(address: string): void {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw fleetProblem('bad-address', { because: 'it is no URL' })
  }
  if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw fleetProblem('bad-address', { because: 'it is not postgres://…' })
  const local = LOOPBACK.includes(url.hostname) || (isIP(url.hostname) === 4 && url.hostname.startsWith('127.'))
  if (!local && !url.searchParams.has('sslmode'))
    throw fleetProblem('bad-address', { because: `it does not say sslmode=verify-full, and ${url.hostname} is remote` })
}

/** For messages: without user and password. */
export function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** The first query of a command: an error is about the address or the network. */
export async function reach(database: Database): Promise<void> {
  await database.query('select 1').catch(refuseUnreachable)
}

/** PostgreSQL refuses the data, the constraint, or the statement, and would do so again. */
export const isLasting = (error: unknown): boolean => /^(?:22|23|42)/.test(String((error as { code?: unknown }).code))

/** Fails with one line when PostgreSQL goes away while a command begins. */
export function refuseUnreachable(error: unknown): never {
  const isAway = error instanceof Error && !isLasting(error) && ('code' in error || /connect/i.test(error.message))
  if (isAway) throw fleetProblem('unreachable', { because: error.message || error.name })
  throw error
}
