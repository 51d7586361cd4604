import type { Verification } from '../../check/verify/verification.ts'
import { warningsPrinted } from '../../check/verify/warnings-left.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { stateAskedFor } from '../../criteria/task/asks-for-state.ts'
import { plural } from '../../tools/reading/totals.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'

/** Compilers print nothing about what is up to date. Where the task wants no warnings, all source must be compiled for the proof. */
export const mustRecompile = ({ options }: Pick<ProofCase, 'options'>): boolean =>
  /\bwarnings?\b/i.test(options.task) && stateAskedFor(options.task, commandsOf(options.criterion))?.noWarnings === true

/** Judges the run in a copy that compiled everything. */
export function refuseWarnings({ options, record, log }: ProofCase, runs: readonly Verification[]): void {
  const count = warningsPrinted(options.task, runs, record.green)
  if (count === 0) return
  const details = [`it asks for no warnings, and a build of all source still prints ${plural(count, 'warning')}`]
  log.refused('task', [finding('task-contradicted', 'not_yet', { details })])
}
