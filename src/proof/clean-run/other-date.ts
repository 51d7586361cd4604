import { shiftClock } from '../../tools/preload/shifted-clock.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { repeatTurned } from './repeat-turned.ts'
import { turnedGreen } from './turned-green.ts'

/** Tests and code that compare the clock with something that keeps its date: files, certificates, a year in a text. */
const KEEPS_DATE = /\b(?:Date|datetime|time|clock|timers?|mtime\w*|utimes?|freeze\w*|certificates?|20[2-9]\d)\b/

/**
 * Repeats tests that turned green in Node and Python at another date. A failure counts only if tests that passed all along pass there
 * too, and if the tests that fail are not about time themselves.
 */
export async function runAtOtherDate(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, log } = proof
  const turned = turnedGreen(proof)
  if (turned !== null && turned.length === 0) return
  const clock = shiftClock(options.env, options.folder)
  try {
    const answer = await repeatTurned(proof, copy, { turned, env: clock.env })
    if (!clock.wasSeen()) return log.notChecked('other date', 'the clock can be shifted only for Node and Python')
    if (answer === 'not-reached') return log.notChecked('other date', 'newly passing tests do not run at another date')
    if (answer === 'passes') return log.ok('other date', 'newly passing tests also pass at another date')
    const failed = turned?.filter(({ id }) => answer.failing.includes(id)) ?? []
    if (answer.controls !== 'pass' || (await areAboutTime(proof, failed)))
      return log.notChecked('other date', 'tests of this project depend on the date')
    log.refused('other date', [
      finding('only-at-this-date', 'unproven', { files: await changedSources(proof) }, answer.failing.slice(0, 10)),
    ])
  } finally {
    clock.close()
  }
}

async function areAboutTime({ options }: ProofCase, tests: readonly ExecutedTest[]): Promise<boolean> {
  for (const file of new Set(tests.map(({ file }) => file)))
    if (file === null || KEEPS_DATE.test((await options.readNow(file)) ?? '')) return true
  return false
}

const changedSources = async ({ options }: ProofCase): Promise<string[]> =>
  (await options.changes()).flatMap(({ path, status }) => (status === 'deleted' || kindOf(path) !== null ? [] : [path]))
