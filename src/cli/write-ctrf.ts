import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { toCtrf } from '../check/output/ctrf.ts'
import type { Verification } from '../check/verify/verification.ts'
import { makeFolders } from '../system/make-folders.ts'
import type { OutputReading } from '../tools/reading/reading.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext } from './command.ts'

/** Writes the test results to the file given with --ctrf, in the Common Test Report Format. */
export function writeCtrf(verification: Verification, startedAt: number, { flags, cwd, env }: CommandContext): void {
  const file = flags.text('ctrf')
  if (file === undefined) return
  const path = resolve(cwd, file)
  // Several clauses may share one run.
  const readings = [...new Set(readingsOf(verification))]
  const report = toCtrf({ readings, startedAt, endedAt: Date.now(), env })
  try {
    makeFolders(dirname(path))
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    throw argumentProblem('report-not-written', { because })
  }
}

function readingsOf({ parts, reading }: Verification): OutputReading[] {
  if (parts.length > 0) return parts.flatMap(readingsOf)
  return reading ? [reading] : []
}
