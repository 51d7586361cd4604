import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { commandIn } from './in-process.ts'
import { environmentOf, fastProject, isRunning, type Json, type Project, type ProjectOptions } from './project.ts'

/** A project whose background loops run in a daemon of its own, which is gone when the test is. */
export interface Background extends Project {
  /** Starts a loop in the background; resolves to its id. */
  begin(agent: string, ...more: readonly string[]): Promise<string>
  loop(id: string): Promise<Json>
  /** Resolves when the loop stands like that. */
  stands(id: string, status: string): Promise<Json>
  journal(id: string): Json[]
  /** Who runs the loops now; 0 when nobody ever did. */
  daemonPid(): number
  log(): string
}

export const TASK = 'make the file'
export const DONE = 'test -f done'

/** Commands that look at loops, whoever runs them: in this process, at half the cost. */
const LOOKS = new Set(['status', 'list', 'logs', 'diff', 'receipt', 'report'])
const WAITS = new Set(['-f', '--follow', '--watch'])

/** Its loops are checked without clean copies, unless the proof is the subject: background loops are proven as all others are. */
export function background(files: Readonly<Record<string, string>> = {}, options: ProjectOptions = {}): Background {
  const here = fastProject(files, options)
  const state = daemonFolder(here)
  mkdirSync(state, { recursive: true, mode: 0o700 })
  endDaemonAfterwards(here)
  const loop = async (id: string): Promise<Json> => {
    const { out } = await commandIn(here.path, ['status', id, '--json'], environmentOf(here.home))
    return (JSON.parse(out) as { loops: Json[] }).loops[0] ?? {}
  }
  return {
    ...here,
    cli: (args, run = {}) =>
      LOOKS.has(args[0] ?? '') && !args.some(word => WAITS.has(word))
        ? commandIn(run.cwd ?? here.path, args, { ...here.env, ...run.env })
        : here.cli(args, run),
    loop,
    async begin(agent, ...more) {
      const { code, events, err } = await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', agent, '--json', ...more])
      if (code !== 0) throw new Error(`start ended with ${code}: ${JSON.stringify(events)} ${err}`)
      return String(events[0]?.['loop_id'])
    },
    stands: (id, status) => {
      const changed = news(join(here.path, '.aiwg/ralph/loops', id, 'state.json'))
      return until(async () => {
        if (!changed()) return null
        const now = await loop(id)
        return now['status'] === status ? now : null
      })
    },
    journal: id =>
      here
        .read(`.aiwg/ralph/loops/${id}/events.jsonl`)
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as Json),
    daemonPid: () => daemonPidOf(here),
    log: () => readFileSync(join(state, 'daemon.log'), 'utf8'),
  }
}

/** Asks again and again until there is an answer. A test that waits in vain ends by its own time. */
export async function until<T>(look: () => Promise<T | null | false> | T | null | false): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== null && found !== false) return found
    await sleep(50)
  }
}

/** A look at every loop takes time: it is worth it when the view was written, or after a while for what nobody writes. */
function news(file: string): () => boolean {
  let [seen, at] = ['', 0]
  return () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text === seen && Date.now() - at < 1000) return false
    seen = text
    at = Date.now()
    return true
  }
}

export const daemonPidOf = (here: Project): number => pidIn(daemonFolder(here))

function pidIn(state: string): number {
  try {
    const { owner } = JSON.parse(readFileSync(join(state, 'daemon.json'), 'utf8')) as { owner: { pid: number } }
    return owner.pid
  } catch {
    return 0
  }
}

const daemonFolder = ({ home }: Project): string => join(home, '.local/state/agent-loop/daemon')

/** For tests that have a daemon begun. Gone are then it and its watcher. */
export const endDaemonAfterwards = (here: Project): void => onTestFinished(() => ended(here, daemonFolder(here)))

/** Resolves when the daemon can be asked. */
export const daemonServes = (here: Project): Promise<unknown> =>
  until(() => {
    try {
      const { socket, state } = JSON.parse(readFileSync(join(daemonFolder(here), 'daemon.json'), 'utf8')) as Json
      return state === 'serving' && existsSync(String(socket))
    } catch {
      return false
    }
  })

/** Asked first, so that its watcher leaves too. One that was begun a moment ago is waited for. */
async function ended(here: Project, state: string): Promise<void> {
  if (!existsSync(join(state, 'daemon.log'))) return
  await until(() => pidIn(state) !== 0)
  if (isRunning(pidIn(state))) process.kill(pidIn(state), 'SIGCONT')
  // Asked again, for one that was killed in its test may be begun anew meanwhile.
  const stop = () => commandIn(here.path, ['daemon', 'stop', '--force'], environmentOf(here.home))
  await until(async () => (await stop()).code === 0 && !isRunning(pidIn(state)))
}

export const turns = (events: readonly Json[]): unknown[] =>
  events.filter(({ kind }) => kind === 'turn-start').map(({ iteration }) => iteration)
