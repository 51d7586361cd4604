import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '../../test/rig/plan-project.ts'

/** The build that is measured, and a folder for everything that a bench writes. */
export interface Bench {
  readonly cli: string
  readonly folder: string
}

/** A project with a plan, and a home of its own. */
export interface Place {
  readonly path: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
}

/** A new repository with these files as its first commit. */
export function place({ folder }: Bench, name: string, files: Readonly<Record<string, string>>): Place {
  const [path, home] = [join(folder, name, 'project'), join(folder, name, 'home')]
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  }
  mkdirSync(home, { recursive: true })
  writeFiles(path, files)
  const here = { path, home, env }
  gitOf(here, 'init', '-q', '-b', 'main')
  gitOf(here, 'add', '-A')
  gitOf(here, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'start')
  return here
}

export const gitOf = ({ path, env }: Place, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: path, env, encoding: 'utf8' })

/** A run of `plan run`, and how it ends: its exit code, null when it was killed. */
export interface PlanRun {
  readonly pid: number
  /** It has printed its first line. */
  readonly begun: Promise<void>
  readonly ended: Promise<number | null>
  kill(): void
}

export function startPlan({ cli }: Bench, { path, env }: Place, args: readonly string[]): PlanRun {
  const child = spawn(process.execPath, [cli, 'plan', 'run', 'PLAN.md', '-y', '--json', ...args], {
    cwd: path,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const begun = new Promise<void>(resolve => child.stdout.once('data', () => resolve()))
  child.stdout.resume()
  return {
    pid: child.pid ?? 0,
    begun: Promise.race([begun, ended.then(() => {})]),
    ended,
    kill: () => child.kill('SIGKILL'),
  }
}

/** Processes that were started with this home. */
export const processesWith = ({ home }: Place): readonly number[] =>
  readdirSync('/proc')
    .filter(pid => {
      if (!/^\d+$/.test(pid)) return false
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`)
      } catch {
        return false
      }
    })
    .map(Number)

/** The next number between 0 and 1 (mulberry32). */
export function random(state: { at: number }): number {
  state.at = (state.at + 0x6d2b79f5) | 0
  let t = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

export const loadWords = (): string =>
  loadavg()
    .map(load => load.toFixed(1))
    .join(' ')

export function report(name: string, how: string, wrong: readonly string[]): boolean {
  console.log(`${name}: ${how}`)
  for (const line of wrong) console.log(`WRONG: ${line}`)
  return wrong.length === 0
}

export function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
