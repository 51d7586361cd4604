import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/fleet/database.ts'
import { type PrivatePostgres, startPostgres } from '../../src/fleet/private-postgres.ts'
import { type Json, type Project, type ProjectOptions, project, type Running } from './project.ts'

/** A project with a git remote, a PostgreSQL, and workers with homes of their own. */
export interface Fleet extends Project {
  readonly postgres: PrivatePostgres
  /** Starts a worker; resolves when it says its name. */
  worker(flags?: readonly string[], env?: Readonly<Record<string, string>>): Promise<FleetWorker>
  submit(task: string, check: string, agent: string, flags?: readonly string[]): Promise<string>
  /** The status of a loop, as a person with another home sees it. */
  loop(id: string): Promise<Json>
  query(text: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

export interface FleetWorker {
  readonly name: string
  readonly home: string
  readonly running: Running
  readonly said: () => string
}

/** Null where PostgreSQL cannot start. */
export async function fleet(
  files: Readonly<Record<string, string>>,
  options: Pick<ProjectOptions, 'proof'> = {},
): Promise<Fleet | null> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-fleet-'))
  const postgres = await startPostgres(folder).catch(() => null)
  onTestFinished(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  if (postgres === null) return null
  const here = project(files, { git: true, ...options })
  const remote = join(here.home, 'remote.git')
  here.git('init', '-q', '--bare', remote)
  here.git('remote', 'add', 'origin', remote)
  const database = openDatabase(postgres.url)
  const named = { env: { AGENT_LOOP_FLEET: postgres.url } }
  let count = 0
  const workers: FleetWorker[] = []
  onTestFinished(async () => {
    for (const { running } of workers) {
      running.process.kill('SIGCONT')
      // Not SIGTERM: it would wait for turns that a failed test leaves unfinished.
      running.process.kill('SIGINT')
    }
    await Promise.all(workers.map(({ running }) => running.ended))
    await database.close()
  })
  const query: Fleet['query'] = async (text, values) => (await database.query(text, values)).rows
  return {
    ...here,
    postgres,
    query,
    async worker(flags = [], more = {}) {
      count += 1
      const home = join(here.home, `worker-${count}`)
      mkdirSync(home)
      const env = { ...named.env, HOME: home, XDG_STATE_HOME: join(home, 'state'), ...more }
      const running = here.start(['worker', ...flags], { env })
      let said = ''
      running.process.stdout?.on('data', (text: Buffer) => {
        said += text.toString()
      })
      const name = await new Promise<string>((resolve, reject) => {
        running.process.stdout?.on('data', () => {
          const found = /^worker (\S+):/m.exec(said)?.[1]
          if (found) resolve(found)
        })
        void running.ended.then(({ err }) => reject(new Error(err)))
      })
      const worker = { name, home, running, said: () => said }
      workers.push(worker)
      return worker
    },
    async submit(task, check, agent, flags = []) {
      const args = ['start', task, '-c', check, '--agent-cmd', agent, '--json', ...flags]
      const { code, events, err } = await here.cli(args, named)
      if (code !== 0) throw new Error(`start ended with ${code}: ${JSON.stringify(events)} ${err}`)
      return String(events[0]?.['loop_id'])
    },
    async loop(id) {
      const home = join(here.home, 'somebody')
      if (!existsSync(home)) mkdirSync(home)
      const env = { ...named.env, HOME: home, XDG_STATE_HOME: join(home, 'state') }
      const { events } = await here.cli(['status', id, '--json'], { env })
      return ((events[0] as { loops?: Json[] } | undefined)?.loops ?? [])[0] ?? {}
    },
  }
}
