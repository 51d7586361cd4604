import { resolve } from 'node:path'
import { checkProblem } from '../problems.ts'
import { answerOf, type ProgramAnswer } from './answer-of.ts'
import { withData } from './check-data.ts'
import type { CheckSnapshot, CompletionCheck } from './completion-check.ts'
import type { CheckConfig } from './config.ts'
import { csvRecords } from './csv.ts'
import { type CheckPorts, thisMachine } from './ports.ts'
import { notOneQuery } from './sql-statement.ts'
import { describeTable, refuseEmptyExpectation, type TableExpectation, tableTrouble } from './sql-table.ts'

export interface SqlQueryOptions extends TableExpectation {
  /** A SQLite file, a `postgres://` address, or `$NAME` for either of them in the environment. */
  readonly database: string
  /** One SELECT, WITH or VALUES. */
  readonly query: string
  readonly timeoutMs?: number | undefined
}

export const describeSqlQuery = (options: SqlQueryOptions): string =>
  `the query \`${options.query.trim()}\` returns ${describeTable(options)}`

/**
 * Complete when our own run of the query, on a database that is opened for reading only, gives the table as expected.
 *
 * @example
 * ```ts
 * import { sqlQueryCheck } from 'agent-loop'
 *
 * const check = sqlQueryCheck({ database: 'shop.db', query: 'select id from orders', minRows: 3 })
 * console.log(check.description()) // the query `select id from orders` returns at least 3 rows
 * ```
 */
export function sqlQueryCheck(options: SqlQueryOptions, own?: CheckPorts): CompletionCheck {
  const ports = own ?? thisMachine()
  refuseEmptyExpectation(options)
  const trouble = notOneQuery(options.query)
  if (trouble) throw checkProblem('query-not-read-only', { query: options.query, trouble })
  const { timeoutMs = ports.timeoutMs } = options
  const check: CompletionCheck = {
    description: () => describeSqlQuery(options),
    async check(snapshot, signal) {
      const client = clientFor(options, snapshot, ports)
      const answer = await answerOf({ ...client, timeoutMs, snapshot, signal }, ports).catch(error => {
        throw new Error(`the database query failed: ${client.command[0]} ${messageOf(error)}. ${client.hint}`)
      })
      return client.noAnswer(answer)
        ? Promise.reject(new Error(`the database query failed: ${answer.complaint}`))
        : reasonIn(answer, options)
    },
  }
  return withData(check, own === undefined ? dataFrom(options) : null)
}

const dataFrom = ({ database, query, timeoutMs, expectedColumns, minRows }: SqlQueryOptions): CheckConfig => ({
  kind: 'sql_query',
  database,
  query,
  timeout_ms: timeoutMs,
  expected_columns: expectedColumns,
  min_rows: minRows,
})

function reasonIn({ exitCode, output, complaint }: ProgramAnswer, options: SqlQueryOptions): string | null {
  if (exitCode !== 0) return `The query failed: ${complaint || `exit code ${exitCode}`}`
  const records = csvRecords(output)
  if (records === null) throw new Error('the result of the query is not a table')
  const [columns = null, ...rows] = records
  return tableTrouble('The query', { columns, rows: rows.length }, options)
}

/** The database's own command-line client. It is installed where the database is used, and can be killed when a query hangs. */
interface Client {
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly hint: string
  /** Whether the database could not be reached, as opposed to an error of the query. */
  readonly noAnswer: (answer: ProgramAnswer) => boolean
}

function clientFor({ database, query }: SqlQueryOptions, { workspace }: CheckSnapshot, { env }: CheckPorts): Client {
  const name = /^\$(\w+)$/.exec(database)?.[1]
  const place = name === undefined ? database : env[name]
  if (!place) throw new Error(`the database query failed: ${database} is not set`)
  return /^postgres(?:ql)?:\/\//.test(place)
    ? postgres(place, query)
    : sqlite(resolve(workspace, filePath(place)), query)
}

const filePath = (place: string): string => place.replace(/^sqlite:(?:\/\/)?/, '')

function sqlite(path: string, query: string): Client {
  return {
    // Safe: no dot commands, no files beside the database. The empty start file keeps a person's own settings out, and the line
    // break a query that begins with a comment from being taken for a switch.
    command: [
      'sqlite3',
      '-safe',
      '-readonly',
      '-batch',
      '-bail',
      '-init',
      '/dev/null',
      '-csv',
      '-header',
      path,
      `\n${query}`,
    ],
    hint: 'Install it: apt-get install sqlite3, or brew install sqlite',
    noAnswer: ({ exitCode, complaint }) => exitCode !== 0 && complaint.includes('unknown option'),
  }
}

const NO_CONNECTION = 2

function postgres(address: string, query: string): Client {
  const { plain, password } = withoutPassword(address)
  return {
    command: [
      ...(['psql', '-X', '-q', '-w', '--csv', '-v', 'ON_ERROR_STOP=1', '-d', plain] as const),
      ...['-c', 'BEGIN TRANSACTION READ ONLY', '-c', query, '-c', 'ROLLBACK'],
    ],
    env: { PGCONNECT_TIMEOUT: '10', PGCLIENTENCODING: 'UTF8', ...(password === null ? {} : { PGPASSWORD: password }) },
    hint: 'Install it: apt-get install postgresql-client, or brew install libpq',
    noAnswer: ({ exitCode }) => exitCode === NO_CONNECTION,
  }
}

/** Every user of the machine can read the arguments of a program, but only its owner the environment. */
function withoutPassword(address: string): { readonly plain: string; readonly password: string | null } {
  const [, before, password, after] = /^([^/]+:\/\/[^/@:]*):([^/@]*)(@.*)$/.exec(address) ?? []
  return password === undefined
    ? { plain: address, password: null }
    : { plain: `${before}${after}`, password: decodeURIComponent(password) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
