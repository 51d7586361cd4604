import { join } from 'node:path'
import { openEvidence } from '../../../evidence/open-evidence.ts'
import { LogFile } from '../../../host/log-file.ts'
import { stateHome } from '../../../host/places.ts'
import { pruneFolder } from '../../../host/prune-folder.ts'
import { newNonce, nodeShell } from '../../../host/shell.ts'
import { treeOf } from '../../../host/tree.ts'
import { loadSettings } from '../../../settings/load.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import { UsageError } from '../../../std/usage-error.ts'
import { refusalReport, verificationReport } from '../../../verify/report.ts'
import type { Verification } from '../../../verify/verification.ts'
import { verify as verifyCriterion } from '../../../verify/verify.ts'
import type { Command, CommandContext } from '../command.ts'
import { givenSettings } from '../loop-flags.ts'
import { readCriterion } from '../read-criterion.ts'
import { verificationLines } from '../verification-lines.ts'
import { writeCtrf } from '../write-ctrf.ts'

export const verify: Command = {
  summary:
    'Runs a criterion once and says whether it holds; if not, what to fix. Writes nothing into the tree but what --ctrf asks for.',
  usage: 'agent-loop verify "<criterion>" [--bail] [--ctrf FILE]',
  flags: {
    bail: { takes: 'nothing', says: 'of several parts, stop at the first that settles the answer' },
    ctrf: { takes: 'text', says: 'write the tests that were run to this file, in the Common Test Report Format' },
    'verify-timeout': { takes: 'text', says: 'time at most for one command (10m)' },
  },

  async run(context) {
    const text = textFrom(context)
    const tree = treeOf(context.cwd)
    const { limits } = await loadSettings(givenSettings(context.flags), context.env, tree)
    const parsed = await readCriterion(text, context.cwd)
    if (!parsed.ok) return refuse(text, parsed.error, context)
    const log = newLog(context)
    const evidence = openEvidence({ directory: join(stateHome(context.env), 'evidence', newNonce()) })
    const startedAt = Date.now()
    const verification = await verifyCriterion(
      {
        criterion: parsed.value.criterion,
        cwd: context.cwd,
        env: context.env,
        nonce: newNonce(),
        timeoutMs: limits.checkMs,
        bail: context.flags.has('bail'),
        signal: context.signal,
        onBytes: bytes => log.write(bytes),
        evidence,
      },
      nodeShell,
    )
    evidence.close()
    log.close()
    if (context.json)
      context.out(
        JSON.stringify({ ...verificationReport(verification, log.path, context.env), warnings: parsed.value.warnings }),
      )
    else {
      for (const { code, says } of parsed.value.warnings) context.err(`agent-loop: ${code}: ${says}`)
      for (const line of verificationLines(verification, log.path, context)) context.out(line)
    }
    writeCtrf(verification, startedAt, context)
    return exitCodeFor(verification, context)
  },
}

function textFrom({ positionals }: CommandContext): string {
  const [text, extra] = positionals
  const example = 'agent-loop verify "npm test passes"'
  if (text === undefined) throw new UsageError('bad-arguments', 'No criterion is given.', example)
  if (extra !== undefined) {
    throw new UsageError(
      'bad-arguments',
      `One criterion is expected, and "${extra}" is a second one.`,
      'Put the criterion in quotes.',
    )
  }
  return text
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

const LOGS_KEPT = 20

function newLog({ env }: CommandContext): LogFile {
  const folder = join(stateHome(env), 'verify')
  pruneFolder(folder, LOGS_KEPT - 1)
  return new LogFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.log`))
}

function exitCodeFor(verification: Verification, { signal }: CommandContext): number {
  if (signal.aborted) return EXIT.aborted
  if (verification.kind === 'passed') return EXIT.verified
  return verification.kind === 'failed' ? EXIT.limit : EXIT.gateBroken
}
