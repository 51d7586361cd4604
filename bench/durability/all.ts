import { crashAtEveryCall, hasStrace } from './every-call.ts'
import { flood } from './flood.ts'
import { fuzz } from './fuzz.ts'
import { manySaves, sleeperIsRefused } from './sleeper.ts'

export interface AllRequest {
  readonly cli: string
  readonly saver: string
  readonly long: boolean
  readonly seed: number
}

/** Everything, with a line each; resolves to the exit code. */
export async function all({ cli, saver, long, seed }: AllRequest): Promise<number> {
  const rounds = long ? 1_000 : 20
  const troubles: string[] = []
  const tell = (what: string, found: string, wrong: readonly string[]): void => {
    troubles.push(...wrong)
    console.log(
      `${what.padEnd(34)}  ${found}  ${wrong.length === 0 ? 'nothing lost, doubled or invented' : `${wrong.length} TROUBLES`}`,
    )
  }
  // One who looks while it runs sees where it stands.
  const progress = (round: number, so: readonly string[]): void => {
    if (round % 50 !== 0 && so.length === 0) return
    console.log(`${new Date().toISOString()}  round ${round} of ${rounds}, seed ${seed}: ${so.length} troubles so far`)
    for (const trouble of so) console.log(`  ${trouble}`)
  }
  const killed = await fuzz({ cli, rounds, seed, onRound: progress })
  const kinds = Object.entries(killed.kills).map(([kind, count]) => `${count} ${kind}`)
  tell(`kill -9, ${rounds} rounds, seed ${seed}`, `${kinds.join(', ')}; ${killed.turns} turns`, killed.troubles)
  console.log(`${'a daemon is back after'.padEnd(34)}  ${quantiles(killed.backMs)}, one look at status included`)
  if (hasStrace()) {
    const calls = await crashAtEveryCall(saver)
    tell('a crash at every call of a save', `${calls.points} points`, calls.troubles)
  } else console.log('a crash at every call of a save     skipped: there is no strace')
  tell('a holder that slept', 'wakes up after another took over', await sleeperIsRefused(saver))
  const { early, late } = await manySaves(saver, long ? 10_000 : 500)
  console.log(
    `${`a save, of ${long ? 10_000 : 500}`.padEnd(34)}  ${early.toFixed(1)} ms early, ${late.toFixed(1)} ms late`,
  )
  const most = await flood(cli)
  console.log(`${'a daemon, 4 × 100 MB printed'.padEnd(34)}  ${most.toFixed(0)} MB resident at most`)
  for (const trouble of troubles) console.log(`  ${trouble}`)
  return troubles.length === 0 ? 0 : 1
}

function quantiles(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (part: number): string => `${(sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0)} ms`
  return `${at(0.5)} (median), ${at(1)} at most`
}
