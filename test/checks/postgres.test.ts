import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlQueryCheck, thisMachine } from '../../src/core.ts'
import { isInstalled, snapshotOf } from '../rig/check-fixtures.ts'

const signal = AbortSignal.timeout(50_000)
const binaries = serverPrograms()
// A server refuses to run for root, so it runs for the user that its package made.
const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : ['env']
const usable =
  binaries !== null && isInstalled('psql') && spawnSync(asUser[0] ?? '', [...asUser.slice(1), 'true']).status === 0

function serverPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = spawnSync('ls', [root]).status === 0 ? readdirSync(root).sort() : []
  const newest = versions.at(-1)
  return newest === undefined ? null : join(root, newest, 'bin')
}

describe.skipIf(!usable)('a query on a PostgreSQL server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-pg-'))
  const data = join(folder, 'data')
  const address = (user: string): string => `postgresql://${user}@/postgres?host=${encodeURIComponent(folder)}`
  const run = (program: string, ...args: string[]): void => {
    const [first = '', ...rest] = [...asUser, join(binaries ?? '', program), ...args]
    execFileSync(first, rest, { stdio: 'ignore', cwd: folder })
  }
  const sql = (text: string): void => void execFileSync('psql', ['-X', '-q', '-d', address('owner'), '-c', text])

  beforeAll(() => {
    chmodSync(folder, 0o777)
    run('initdb', '-D', data, '-U', 'owner', '-A', 'trust', '--no-sync')
    run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-k ${folder} -c listen_addresses='' -F`, 'start')
    sql("create table users(id int, name text); insert into users values (1, 'ada'), (2, 'b,o' || chr(10) || 'b')")
    sql('create function spoil() returns int language sql as $$ delete from users; select 1 $$')
  })
  afterAll(() => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (query: string, more: object = {}): Promise<string | null> =>
    sqlQueryCheck({ database: address('owner'), query, ...more }).check(snapshotOf(folder), signal)

  test('rows and columns as expected', async () => {
    expect(await ask('select id, name from users', { expectedColumns: ['id', 'name'], minRows: 2 })).toBeNull()
    expect(await ask('-- all\nvalues (1), (2);', { minRows: 2 })).toBeNull()
  })

  test('and not as expected', async () => {
    expect(await ask('select * from users where id > 9', { expectedColumns: ['id', 'name'] })).toContain('0 rows')
    expect(await ask('select * from users', { minRows: 3 })).toContain('2 rows; at least 3')
    expect(await ask('select name, id from users', { expectedColumns: ['id', 'name'] })).toContain('columns mismatch')
    expect(await ask('select id, id from users', { expectedColumns: ['id'] })).toContain('columns mismatch')
    expect(await ask('select * from orders')).toContain('relation "orders" does not exist')
  })

  test.each([
    'select spoil()',
    "select set_config('transaction_read_only', 'off', false), spoil()",
    'select * into copies from users',
  ])('nothing is written by %j', async query => {
    expect(await ask(query)).toContain('failed')
    expect(await ask('select * from users', { minRows: 2 })).toBeNull()
  })

  test('an address from the environment, with a password that no argument shows', async () => {
    const env = { ...process.env, SHOP_DB: address('owner').replace('owner@', 'owner:s3cr%2Ft@') }
    const seen: unknown[] = []
    const { shell, ...ports } = thisMachine()
    const watched = {
      run(request: Parameters<typeof shell.run>[0]) {
        seen.push(request.command, request.env['PGPASSWORD'])
        return shell.run(request)
      },
    }
    const check = sqlQueryCheck({ database: '$SHOP_DB', query: 'select 1' }, { ...ports, env, shell: watched })
    expect(await check.check(snapshotOf(folder), signal)).toBeNull()
    expect(JSON.stringify(seen[0])).not.toContain('s3cr')
    expect(seen[1]).toBe('s3cr/t')
  })

  test('a server that is not there is no answer', async () => {
    const nowhere = sqlQueryCheck({ database: 'postgres://owner@/postgres?host=/nowhere', query: 'select 1' })
    await expect(nowhere.check(snapshotOf(folder), signal)).rejects.toThrow('the database query failed')
  })
})

test.each([
  ['sqlite3', 'data.db'],
  ['psql', 'postgres://localhost/shop'],
])('without %s there is no answer, and a line that says how to get it', async (program, database) => {
  const check = sqlQueryCheck({ database, query: 'select 1' }, { ...thisMachine(), env: { PATH: '/nowhere' } })
  await expect(check.check(snapshotOf(tmpdir()), signal)).rejects.toThrow(new RegExp(`${program} .*apt-get install`))
})
