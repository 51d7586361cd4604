import { shiftClock } from '../../tools/preload/shifted-clock.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { repeatTurned } from './repeat-turned.ts'
import { testCode } from './test-code.ts'
import { turnedGreen } from './turned-green.ts'

/** Tests that compare the clock with something that keeps its date: files, certificates, a year in a text. */
const KEEPS_DATE = /date|time|clock|year|month|today|expir|freeze|certificate|\b20[2-9]\d\b|\b1[6-9]\d{8}\b/i
/** Others may be started by a program of these languages, and have a clock of their own. */
const SHIFTED = /^(?:javascript|typescript|[jt]sx|python)$/

/**
 * Repeats tests that turned green in Node and Python at another date. A failure counts only if tests that passed all along pass there
 * too, and if the tests that fail are not about time themselves.
 */
export async function runAtOtherDate(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, log } = proof
  const turned = turnedGreen(proof)
  if (turned !== null && turned.length === 0) return
  if (!turned?.every(({ file }) => file !== null && SHIFTED.test(languageOf(file) ?? '')))
    return log.notChecked('other date', 'the clock can be shifted only for tests in JavaScript, TypeScript, and Python')
  const clock = shiftClock(options.env, options.folder)
  try {
    const answer = await repeatTurned(proof, copy, { turned, env: clock.env })
    if (!clock.wasSeen()) return log.notChecked('other date', 'no process of the check took the shifted clock')
    if (answer === 'not-reached') return log.notChecked('other date', 'newly passing tests do not run at another date')
    if (answer === 'passes') return log.ok('other date', 'newly passing tests also pass at another date')
    const failed = turned.filter(({ id }) => answer.failing.includes(id))
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
    if (file === null || KEEPS_DATE.test(await testCode(options, file))) return true
  return false
}

const changedSources = async ({ options }: ProofCase): Promise<string[]> =>
  (await options.changes()).flatMap(({ path, status }) => (status === 'deleted' || kindOf(path) !== null ? [] : [path]))
