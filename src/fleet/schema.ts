import type { Database, DatabaseConnection } from './database.ts'

/** Only one process creates the tables, and only one janitor acts. */
const SCHEMA_LOCK = 7_234_001
export const JANITOR_LOCK = 7_234_002
export const CLAIM_LOCK = 7_234_003
export const ENGINE_LOCK = 7_234_004

/**
 * `loops` has one row per loop, `events` its journal line by line. `epoch` is the fence: it grows with every worker that takes the
 * loop, and a write with an older one does not count.
 */
const TABLES = `
create schema if not exists agent_loop;
create table if not exists agent_loop.workers (
  id text primary key,
  host text not null,
  pid int not null,
  slots int not null,
  labels text[] not null,
  version text not null,
  public_key text not null,
  lease_ms int not null,
  started timestamptz not null default now(),
  beat timestamptz not null default now(),
  draining boolean not null default false,
  gone boolean not null default false
);
create table if not exists agent_loop.loops (
  id text primary key,
  state text not null default 'queued' check (state in ('queued', 'running', 'ended')),
  status text not null default 'queued',
  epoch int not null default 0,
  workflow text,
  worker text,
  submission jsonb not null,
  project text not null,
  account text not null,
  labels text[] not null,
  needs text[] not null,
  entry jsonb,
  usd double precision not null default 0,
  limits jsonb,
  record text,
  rules text,
  receipt text,
  trouble text,
  failures int not null default 0,
  submitted timestamptz not null default now(),
  updated timestamptz not null default now()
);
create index if not exists loops_open on agent_loop.loops (submitted) where state <> 'ended';
create index if not exists loops_updated on agent_loop.loops (updated desc);
create table if not exists agent_loop.events (
  loop text not null references agent_loop.loops (id) on delete cascade,
  seq int not null,
  epoch int not null,
  line text not null,
  primary key (loop, seq)
);
create table if not exists agent_loop.logs (
  loop text not null references agent_loop.loops (id) on delete cascade,
  turn int not null,
  name text not null,
  part int not null,
  epoch int not null,
  bytes bytea not null,
  primary key (loop, turn, name, part)
);
create table if not exists agent_loop.orders (
  loop text not null references agent_loop.loops (id) on delete cascade,
  id text not null,
  body jsonb not null,
  primary key (loop, id)
);
create table if not exists agent_loop.spending (
  day date not null,
  loop text not null,
  usd double precision not null,
  primary key (day, loop)
);
create table if not exists agent_loop.limits (
  name text primary key,
  value double precision not null
);
`

/** Creates the tables where they are missing. A role that may not create them uses those that exist. */
export async function prepareSchema(database: Database): Promise<void> {
  const { rows } = await database.query<{ there: string | null }>(
    "select to_regclass('agent_loop.limits')::text as there",
  )
  if (rows[0]?.there) return
  await database.transaction(async connection => {
    await connection.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await connection.query(TABLES)
  })
}

/** Limits over the whole fleet; a name without a row has no limit. */
export const LIMIT_NAMES = ['slots', 'slots-per-project', 'slots-per-account', 'max-cost-per-day'] as const

type FleetLimits = Readonly<Partial<Record<(typeof LIMIT_NAMES)[number], number>>>

export async function fleetLimits(connection: DatabaseConnection): Promise<FleetLimits> {
  const { rows } = await connection.query<{ name: string; value: number }>('select name, value from agent_loop.limits')
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
