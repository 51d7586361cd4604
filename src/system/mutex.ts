import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Disk } from './disk.ts'
import { systemProblem } from './problems.ts'
import { isAlive, type ProcessIdentity } from './process-table.ts'

const PATIENCE_MS = 15_000
// Old turns stay for a while, so that a slow competitor still finds its number taken.
const KEPT_TURNS = 16

/**
 * Runs `work` while no other process runs its own in the same directory.
 *
 * Each turn has a number, and its file is created with `link`, which only one process can win. A turn is over when it is marked
 * free or its holder is dead. The next number succeeds a dead holder; its file is never removed, because two successors that
 * both remove it would both hold the lock.
 */
export async function exclusively<T>(place: MutexPlace, work: () => Promise<T>): Promise<T> {
  const turn = await take(place)
  try {
    return await work()
  } finally {
    await place.disk.write(freeMark(place, turn), '').catch(() => {})
    await prune(place, turn - KEPT_TURNS)
  }
}

export interface MutexPlace {
  readonly disk: Disk
  readonly directory: string
  readonly self: ProcessIdentity
}

async function take(place: MutexPlace): Promise<number> {
  const { disk, directory, self } = place
  await disk.makeDirectory(directory)
  const ticket = join(directory, `ticket-${self.pid}-${randomBytes(4).toString('hex')}`)
  await disk.write(ticket, JSON.stringify(self))
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const turn = await tryTake(place, ticket)
      if (turn !== null) return turn
      await sleep(2 + Math.random() * 8)
    }
  } finally {
    await disk.remove(ticket)
  }
  throw systemProblem('locked-too-long', { directory })
}

async function tryTake(place: MutexPlace, ticket: string): Promise<number | null> {
  const last = await lastTurn(place)
  if (last > 0 && !(await isOver(place, last))) return null
  const mine = last + 1
  if (!(await place.disk.link(ticket, turnFile(place, mine)))) return null
  if ((await lastTurn(place)) === mine) return mine
  await place.disk.write(freeMark(place, mine), '')
  return null
}

async function lastTurn({ disk, directory }: MutexPlace): Promise<number> {
  const numbers = (await disk.list(directory))
    .filter(name => name.startsWith('turn-'))
    .map(name => Number(name.slice(5)))
  return Math.max(0, ...numbers)
}

async function isOver(place: MutexPlace, turn: number): Promise<boolean> {
  const { disk } = place
  if ((await disk.read(freeMark(place, turn))) !== null) return true
  const holder = await disk.read(turnFile(place, turn))
  if (holder === null) return true
  try {
    return !isAlive(JSON.parse(holder) as ProcessIdentity)
  } catch {
    // A power cut can leave the name without its bytes; the holder did not survive it either.
    return true
  }
}

async function prune(place: MutexPlace, upTo: number): Promise<void> {
  for (let turn = upTo; turn > 0; turn--) {
    if ((await place.disk.read(turnFile(place, turn))) === null) return
    await place.disk.remove(turnFile(place, turn))
    await place.disk.remove(freeMark(place, turn))
  }
}

const turnFile = ({ directory }: MutexPlace, turn: number): string => join(directory, `turn-${turn}`)
const freeMark = ({ directory }: MutexPlace, turn: number): string => join(directory, `free-${turn}`)
