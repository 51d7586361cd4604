import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/fleet/database.ts'
import { type PrivatePostgres, startPostgres } from '../../src/fleet/private-postgres.ts'
import { commandIn } from './in-process.ts'
import {
  type Ended,
  type Json,
  type Project,
  type ProjectOptions,
  project,
  type Running,
  type RunOptions,
} from './project.ts'

/** A project with a git remote, a PostgreSQL, and workers with homes of their own. */
export interface Fleet extends Project {
  readonly postgres: PrivatePostgres
  /** A command of the person in this process, for the fleet. */
  al(...args: readonly string[]): Promise<Ended>
  /** Starts a worker; resolves when it says its name. */
  worker(flags?: readonly string[], options?: Pick<RunOptions, 'env' | 'cwd' | 'through'>): Promise<FleetWorker>
  submit(task: string, check: string, agent: string, flags?: readonly string[]): Promise<string>
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
  const named = { AGENT_LOOP_FLEET: postgres.url }
  const al: Fleet['al'] = (...args) => commandIn(here.path, args, { ...here.env, ...named })
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
    al,
    query,
    async worker(flags = [], options = {}) {
      count += 1
      const home = join(here.home, `worker-${count}`)
      mkdirSync(home)
      const env = { ...named, HOME: home, XDG_STATE_HOME: join(home, 'state'), ...options.env }
      const running = here.start(['worker', ...flags], { ...options, env })
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
      const { code, events, err } = await al('start', task, '-c', check, '--agent-cmd', agent, '--json', ...flags)
      if (code !== 0) throw new Error(`start ended with ${code}: ${JSON.stringify(events)} ${err}`)
      return String(events[0]?.['loop_id'])
    },
  }
}
