import type { Leaf, LeafOf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { toShell } from '../../criteria/to-shell.ts'
import { redactValues } from '../../std/redact.ts'
import { unreachable } from '../../std/unreachable.ts'
import { plain } from '../../tools/reading/plain.ts'
import { failuresOf } from '../output/compare.ts'
import { learn } from '../output/learn.ts'
import type { VerifyContext } from './context.ts'
import { onlyExcusedFail } from './excused.ts'
import type { FileFindings } from './file-rules.ts'
import { countedFor, numbersFor, satisfies } from './measure.ts'
import type { CommandRun } from './run-command.ts'
import { troubleOf } from './trouble.ts'
import type { Facts, Verification } from './verification.ts'

/** Verifies one clause. */
export async function verifyLeaf(leaf: Leaf, context: VerifyContext): Promise<Verification> {
  if (!('command' in leaf)) return await fromFiles(leaf, () => findings(leaf, context))
  const run = await context.run(leaf.command)
  const facts = factsOf(leaf, run)
  const trouble = await troubleOf(leaf.command, run, context)
  // A clause that expects failure is satisfied by a command that fails, never by one that is missing or hangs.
  if (trouble) return { ...facts, kind: 'unverifiable', ...trouble }
  const answer = await withReport(leaf, run, context, await judge(leaf, run, context))
  const measured = answer.measured ?? null
  if (answer.holds) return { ...facts, measured, kind: 'passed' }
  return {
    ...facts,
    measured,
    kind: 'failed',
    learnings: [answer.because, learnFrom(facts, context)].filter(Boolean).join('\n'),
  }
}

interface Answer {
  readonly holds: boolean
  /** What the output alone does not show. */
  readonly because: string | null
  readonly measured?: number | null
}

type CommandLeaf = Extract<Leaf, { command: string }>

async function judge(leaf: CommandLeaf, run: CommandRun, context: VerifyContext): Promise<Answer> {
  const exitCode = run.result.kind === 'exited' ? run.result.exitCode : null
  switch (leaf.kind) {
    case 'exit_code':
      return {
        holds: exitCode === leaf.expect || (leaf.expect === 0 && onlyExcusedFail(run, context.mayFail)),
        because: leaf.expect === 0 ? brokenPipe(leaf.command, exitCode) : `The command must exit ${leaf.expect}.`,
      }
    case 'output_match':
      return matched(leaf, run.result.output, exitCode)
    case 'output_threshold':
      return await compared(leaf, run, context)
    case 'no_new_failures':
      return await noNewFailures(leaf, run, context)
    default:
      return unreachable(leaf)
  }
}

/** Exit code 0 does not outweigh a report that says "failed". */
async function withReport(leaf: CommandLeaf, run: CommandRun, context: VerifyContext, answer: Answer): Promise<Answer> {
  if (!answer.holds || !isMeantToPass(leaf, run)) return answer
  const because = await reportedFailure(leaf.command, run, context)
  return because === null ? answer : { ...answer, holds: false, because }
}

/** Loaded when a command succeeds, because most turns end with one that fails. */
const reportedFailure = async (command: string, run: CommandRun, context: VerifyContext): Promise<string | null> =>
  (await import('./reported-failure.ts')).reportedFailure(command, run, context)

/** A clause about the output or a number may well be about failures; one about the exit code expects a run without them. */
function isMeantToPass(leaf: CommandLeaf, { result }: CommandRun): boolean {
  if (result.kind !== 'exited' || result.exitCode !== 0) return false
  return leaf.kind === 'exit_code' || (leaf.kind === 'output_threshold' && leaf.measure.kind === 'coverage')
}

const SIGPIPE_EXIT = 141

/** `seq 9999 | grep -q 5`: a pipe fails when any part fails, and a reader that exits early makes the writer fail. */
const brokenPipe = (command: string, exitCode: number | null): string | null =>
  exitCode === SIGPIPE_EXIT && command.includes('|')
    ? 'A command in the pipe was ended because the next one stopped reading (exit code 141). Use grep … > /dev/null instead of grep -q, so that all output is read.'
    : null

function matched(leaf: LeafOf<'output_match'>, output: string, exitCode: number | null): Answer {
  if (leaf.expect !== null && exitCode !== leaf.expect)
    return { holds: false, because: `The command must exit ${leaf.expect}.` }
  const found = new RegExp(leaf.pattern, leaf.flags).test(plain(output))
  const because = leaf.negated
    ? `The output matches /${leaf.pattern}/.`
    : `The output does not match /${leaf.pattern}/.`
  return { holds: found !== leaf.negated, because }
}

async function compared(leaf: LeafOf<'output_threshold'>, run: CommandRun, context: VerifyContext): Promise<Answer> {
  const limit = leaf.value === 'baseline' ? (context.baseline?.measured ?? null) : leaf.value
  const ofSuite = leaf.measure.kind === 'coverage' || leaf.measure.kind === 'tests'
  const covered = leaf.measure.kind === 'coverage' ? await coverageOf(leaf, run, context) : null
  const counted = countedFor(leaf, run)
  const numbers = covered !== null ? [covered] : counted !== null ? [counted] : numbersFor(leaf, run.result.output)
  const measured = numbers.at(-1) ?? null
  if (measured === null) return { holds: false, because: `The output has no number for: ${describeCriterion(leaf)}.` }
  // Failing suites have passing tests and produce coverage too.
  if (ofSuite && !(run.result.kind === 'exited' && run.result.exitCode === 0))
    return { holds: false, because: 'The command must exit 0.', measured }
  if (limit === null)
    return {
      holds: false,
      because: `The value is ${measured}. There is no earlier value to compare it with.`,
      measured,
    }
  const judged = leaf.every ? numbers : [measured]
  const holds = judged.every(number => satisfies(number, leaf.is, limit))
  const worst = judged.find(number => !satisfies(number, leaf.is, limit)) ?? measured
  return {
    holds,
    because: `${worst}${UNITS[leaf.unit ?? leaf.measure.kind] ?? ''} is not ${leaf.is.replace('_', ' ')} ${limit}${leaf.value === 'baseline' ? ', the value at the start' : ''}.`,
    measured,
  }
}

const coverageOf = async (leaf: LeafOf<'output_threshold'>, run: CommandRun, { filesAt }: VerifyContext) =>
  (await import('./coverage.ts')).coverageAfter(leaf, filesAt, run)

const UNITS: Readonly<Record<string, string>> = { percent: ' %', tests: ' passing tests' }

async function noNewFailures(
  { command, must_pass: required = [] }: LeafOf<'no_new_failures'>,
  run: CommandRun,
  context: VerifyContext,
): Promise<Answer> {
  const { baseline, env } = context
  const exitsWithZero = run.result.kind === 'exited' && run.result.exitCode === 0
  if (exitsWithZero && (await reportedFailure(command, run, context)) === null) return { holds: true, because: null }
  const failing = failuresOf(run.reading)
  // A failing run whose failures have no names could hide new ones.
  if (failing.length === 0)
    return { holds: false, because: 'The command fails, and its output does not name the failures.' }
  if (!run.reading.tools.every(tool => tool.complete && tool.ran))
    return { holds: false, because: 'The run was cut short: the tool printed no summary.' }
  if (baseline === undefined)
    return {
      holds: false,
      because: 'There is nothing to compare with. Only a loop knows what failed before its first turn.',
    }
  const known = baseline === null ? null : new Set(baseline.failing)
  // As the loop remembers those of its baseline.
  const ids = failing.map(({ id }) => redactValues(id, env))
  const fresh = ids.filter(id => known !== null && !known.has(id))
  const owed = ids.filter(id => required.includes(id))
  const because = [
    fresh.length > 0 && `New: ${fresh.slice(0, 10).join(', ')}.`,
    owed.length > 0 && `Must pass: ${owed.slice(0, 10).join(', ')}.`,
  ]
  return { holds: fresh.length + owed.length === 0, because: because.filter(Boolean).join(' ') }
}

function learnFrom({ command, exitCode, output, reading }: Facts, { env, previous }: VerifyContext): string {
  const before = previous?.get(command)
  return learn({
    command,
    exitCode,
    output,
    env,
    reading: reading ?? { tools: [] },
    ...(before ? { previous: before } : {}),
  })
}

function factsOf(leaf: CommandLeaf, { result, reading, executed }: CommandRun): Facts {
  return {
    criterion: leaf,
    said: leaf.said,
    command: leaf.command,
    exitCode: result.kind === 'exited' ? result.exitCode : null,
    output: result.output,
    durationMs: result.durationMs,
    reading,
    executed,
    measured: null,
    parts: [],
  }
}

type FileLeaf = Exclude<Leaf, { command: string }>

/** Most criteria are commands, so these rules are loaded when they are used. */
async function findings(leaf: FileLeaf, context: VerifyContext): Promise<FileFindings> {
  switch (leaf.kind) {
    case 'files':
      return await (await import('./file-rules.ts')).checkFiles(leaf, context.filesAt)
    case 'file_count':
      return await (await import('./file-rules.ts')).countFiles(leaf, context.filesAt)
    case 'symbol':
      return await (await import('./symbols.ts')).checkSymbol(leaf, context.filesAt)
    case 'changed':
      return await (await import('./changed.ts')).checkChanged(leaf, context)
    default:
      return unreachable(leaf)
  }
}

async function fromFiles(leaf: FileLeaf, look: () => Promise<FileFindings>): Promise<Verification> {
  const began = performance.now()
  const { holds, places } = await look()
  const facts = {
    criterion: leaf,
    said: leaf.said,
    command: toShell(leaf),
    exitCode: null,
    output: places.join('\n'),
    durationMs: performance.now() - began,
    reading: null,
    executed: null,
    measured: null,
    parts: [],
  }
  if (holds) return { ...facts, kind: 'passed' }
  return {
    ...facts,
    kind: 'failed',
    learnings: [`Not met: ${describeCriterion(leaf)}.`, ...places.map(place => `  ${place}`)].join('\n'),
  }
}
