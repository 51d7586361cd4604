import type { Room } from '../cleanroom/room.ts'
import { forkOf } from './canary-run.ts'
import type { ExecutedTests } from './executed-tests.ts'
import type { ProofCase } from './proof-case.ts'
import { runInRoom } from './room-run.ts'

/** Tests that passed in the tree and failed beside a planted failure, which is none of their business. */
export function failedBeside(inPlace: ExecutedTests | null, planted: ExecutedTests | null): readonly string[] {
  const passed = new Set(inPlace?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  return planted?.tests.filter(({ id, state }) => state === 'failed' && passed.has(id)).map(({ id }) => id) ?? []
}

const MORE_RUNS = 3

/** Luck, or a test that looks at the tests themselves? The tree as it stands is run again: luck does not last. */
export async function runMoreOften(proof: ProofCase, room: Room, suspects: readonly string[]): Promise<void> {
  const { options, question, log } = proof
  for (let run = 0; run < MORE_RUNS; run++) {
    const fork = await forkOf(room)
    try {
      log.ran()
      const verification = await runInRoom(fork, options, question, options.criterion)
      if (verification.kind === 'passed') continue
    } finally {
      await fork.close()
    }
    log.refused('stability', [
      {
        rule: 'flaky',
        objection: 'flaky',
        says: 'The same files pass in one run and fail in another: what turned green is luck. Find what it depends on (time, order, chance, what another test leaves behind) and mend that.',
        places: suspects.slice(0, 10),
      },
    ])
    return
  }
  log.ok('stability', `green in ${MORE_RUNS} more runs, although ${suspects[0]} failed beside a planted failure`)
}
