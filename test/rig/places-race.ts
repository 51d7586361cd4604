import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from 'tsdown'
import type { NoSlot } from '../../src/store/slots.ts'
import type { Order } from './places-worker.ts'

export interface Answer {
  readonly place?: string
  readonly refused?: NoSlot
  readonly trouble?: string
}

export interface Race {
  /** All ask at once, for a loop each; one answer a process. */
  round(home: string, max: number): Promise<readonly Answer[]>
  /** One of them asks. */
  ask(index: number, order: Order): Promise<Answer>
  /** Ends one for good, as a crash does. */
  kill(index: number): Promise<void>
  close(): void
}

/** Real processes that race for places. */
export async function openRace(racers: number, worker = join(import.meta.dirname, 'places-worker.ts')): Promise<Race> {
  // Inside test/, so that the packages are found as they are from the source.
  const folder = mkdtempSync(join(resolve(dirname(worker), '..'), '.race-'))
  const entry = { worker }
  await build({
    config: false,
    entry,
    outDir: folder,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const bundle = readdirSync(folder).find(file => file.startsWith('worker')) ?? ''
  const workers = Array.from({ length: racers }, () => fork(join(folder, bundle), { stdio: 'inherit' }))
  const ask = (index: number, order: Order): Promise<Answer> => answered(workers[index], order)
  return {
    ask,
    round: (home, max) => Promise.all(workers.map((_, index) => ask(index, { home, loop: loopOf(index), max }))),
    kill: async index => {
      const worker = workers[index]
      if (!worker) throw new Error(`no racer ${index}`)
      const gone = new Promise(resolve => worker.once('exit', resolve))
      worker.kill('SIGKILL')
      await gone
    },
    close() {
      for (const worker of workers) worker.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const loopOf = (index: number): string => `ralph-race-${index.toString(16).padStart(8, '0')}`

function answered(worker: ChildProcess | undefined, order: Order): Promise<Answer> {
  return new Promise((found, lost) => {
    if (!worker) return lost(new Error('no such racer'))
    worker.once('message', message => found(message as Answer))
    worker.send(order)
  })
}

export const newHome = (): string => mkdtempSync(join(tmpdir(), 'agent-loop-race-'))
