import type { Criterion } from '../../criteria/criterion.ts'
import type { ParseFailure } from '../../criteria/reading.ts'
import { redact } from '../../std/redact.ts'
import type { Environment } from '../../system/shell.ts'
import type { RunnerEvidence } from '../../tools/ids/executed.ts'
import { failuresOf } from '../output/compare.ts'
import { safeFailure } from '../output/safe-failure.ts'
import { located } from '../output/say-failure.ts'
import { countsIn, joined, runnersIn } from './facts-in.ts'
import type { Verification } from './verification.ts'

type Report = Readonly<Record<string, unknown>>

const OUTPUT_LENGTH = 20_000
const FAILURES_LISTED = 500

/** A verification in the format that other programs read. Values of secret-looking variables are removed from all output. */
export function verificationReport(verification: Verification, log: string | null, env: Environment): Report {
  const isCompound = verification.criterion.kind === 'all_of' || verification.criterion.kind === 'any_of'
  const report = {
    ...(isCompound ? compoundReport(verification) : leafReport(verification)),
    ...facts(verification),
    log,
  }
  return JSON.parse(JSON.stringify(report), (_, value) => (typeof value === 'string' ? redact(value, env) : value))
}

/** A criterion that cannot be measured, in the same format. */
export const refusalReport = (criteria: string, { message, hint }: ParseFailure): Report => ({
  verified: false,
  error: 'parse_error',
  criteria,
  message: `Cannot measure "${criteria}": ${message}`,
  learnings: hint,
})

function leafReport(verification: Verification): Report {
  const { command, exitCode, output, durationMs } = verification
  return {
    verified: verification.kind === 'passed',
    ...trouble(verification),
    command,
    exitCode,
    output: clipped(output),
    duration_ms: Math.round(durationMs),
    learnings: learningsOf(verification),
  }
}

function compoundReport(verification: Verification): Report {
  return {
    verified: verification.kind === 'passed',
    ...trouble(verification),
    command: verification.command,
    checks: verification.parts.map(checkReport),
    overallVerified: verification.kind === 'passed',
    duration_ms: Math.round(verification.durationMs),
    learnings: learningsOf(verification),
  }
}

/** One clause of several. The output of a passing one is omitted. */
function checkReport(part: Verification): Report {
  const verified = part.kind === 'passed'
  return {
    criteria: part.said,
    command: part.command,
    verified,
    exitCode: part.exitCode,
    ...trouble(part),
    ...(verified ? {} : { output: clipped(part.output), learnings: learningsOf(part) }),
    ...(part.parts.length > 1 ? { checks: part.parts.map(checkReport) } : {}),
    duration_ms: Math.round(part.durationMs),
  }
}

function facts(verification: Verification): Report {
  const reading = joined(verification)
  const failures = failuresOf(reading)
    .slice(0, FAILURES_LISTED)
    .map(failure => safeFailure(failure))
  return {
    tool: [...new Set(reading.tools.map(({ tool }) => tool))].join(', ') || null,
    tests: countsIn(verification),
    failures: failures.map(({ id, message, rule, expected, received, ...where }) => ({
      id,
      ...located(where),
      message,
      rule,
      expected,
      received,
    })),
    executed: runnersIn(verification).map(runnerReport),
    measured: verification.measured,
    notes: notesOf(verification),
  }
}

/** All ids are listed, to show which one is missing. */
const runnerReport = ({ tests, files, ...runner }: RunnerEvidence): Report => ({
  ...runner,
  files: files.length,
  tests: tests.map(({ id, state, retries }) => (retries > 0 ? { id, state, retries } : { id, state })),
})

/** Notes for a person that do not change the result. */
export function notesOf(verification: Verification): string[] {
  const { tools } = joined(verification)
  const idle = tools.filter(({ ran }) => !ran).map(({ tool }) => `${tool}: nothing ran`)
  const cut = tools
    .filter(({ ran, complete, kind }) => ran && !complete && kind === 'tests')
    .map(({ tool }) => `${tool}: no closing summary`)
  const unknown =
    tools.length === 0 && hasCommand(verification.criterion)
      ? ['counts unknown: the output is not from a supported tool']
      : []
  return [...idle, ...cut, ...unknown]
}

const hasCommand = (criterion: Criterion): boolean => 'command' in criterion

const trouble = (verification: Verification): Report =>
  verification.kind === 'unverifiable' ? { error: verification.error, message: verification.message } : {}

const learningsOf = (verification: Verification): string | null =>
  verification.kind === 'passed' ? null : verification.learnings

const clipped = (output: string): string =>
  output.length <= OUTPUT_LENGTH
    ? output
    : `${output.slice(0, OUTPUT_LENGTH / 2)}\n[… ${output.length - OUTPUT_LENGTH} characters omitted …]\n${output.slice(-OUTPUT_LENGTH / 2)}`
