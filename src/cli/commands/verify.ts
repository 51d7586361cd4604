import { refusalReport, verificationReport } from '../../check/verify/report.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { verifyOnce } from '../../run/request/verify-once.ts'
import { EXIT } from '../../std/exit-codes.ts'
import type { Command, CommandContext } from '../command.ts'
import { criterionArgument } from '../text-arguments.ts'
import { verificationLines } from '../verification-lines.ts'
import { writeCtrf } from '../write-ctrf.ts'

export const verify: Command = {
  summary:
    'Runs a criterion once and says whether it passes, and what to fix if it fails. Writes nothing into the tree except the --ctrf file.',
  usage: 'agent-loop verify "<criterion>" [--bail] [--ctrf FILE]',
  settings: ['verify-timeout'],
  flags: {
    bail: { takes: 'nothing', says: 'stop at the first part that decides the result' },
    ctrf: { takes: 'text', says: 'write the test results to this file, in the Common Test Report Format' },
  },

  async run(context) {
    const text = criterionArgument(context.positionals, 'verify')
    const ran = await verifyOnce(text, context, { bail: context.flags.has('bail') })
    if (!ran.ok) return refuse(text, ran.error, context)
    const { verification, warnings, log, startedAt } = ran.value
    if (context.json) context.out(JSON.stringify({ ...verificationReport(verification, log, context.env), warnings }))
    else {
      for (const { says } of warnings) context.err(`agent-loop: warning: ${says}`)
      for (const line of verificationLines(verification, log, context)) context.out(line)
    }
    writeCtrf(verification, startedAt, context)
    return exitCodeFor(verification, context)
  },
}

function refuse(
  text: string,
  failure: Parameters<typeof refusalReport>[1],
  { json, out, err }: CommandContext,
): number {
  if (json) out(JSON.stringify(refusalReport(text, failure)))
  else {
    err(`agent-loop: The criterion cannot be measured: ${failure.message}.`)
    err(failure.hint)
  }
  return EXIT.noCriterion
}

function exitCodeFor(verification: Verification, { signal }: CommandContext): number {
  if (signal.aborted) return EXIT.aborted
  if (verification.kind === 'passed') return EXIT.verified
  return verification.kind === 'failed' ? EXIT.limit : EXIT.gateBroken
}
