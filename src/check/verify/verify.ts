import type { Criterion } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { toShell } from '../../criteria/to-shell.ts'
import type { Shell } from '../../system/shell.ts'
import type { PreviousReading, VerifyContext } from './context.ts'
import { jointLearnings } from './joint-learnings.ts'
import { verifyLeaf } from './leaf.ts'
import { type CommandRunRequest, commandRunner } from './run-command.ts'
import type { Baseline, Verification } from './verification.ts'

interface VerifyRequest extends CommandRunRequest {
  readonly criterion: Criterion
  /** Stop at the first part that decides the result; otherwise every part runs and is reported. */
  readonly bail?: boolean
  /** Null while the baseline itself is being taken; not given when there is nothing to compare with. */
  readonly baseline?: Baseline | null
  /** The previous output of each command, and for how many turns it has been the same. */
  readonly previous?: ReadonlyMap<string, PreviousReading>
  /** What the work is, which may be to add what a command needs: one task, or all of a plan. Not given where no work follows. */
  readonly task?: string | readonly string[]
  /** Whether a test may fail, by its id; none may when not given. */
  readonly mayFail?: (id: string) => boolean
}

/** Runs a criterion once and says whether it holds. Never rejects for what a command does. */
export async function verify(
  { criterion, bail = false, baseline, previous, mayFail, task, ...request }: VerifyRequest,
  shell: Shell,
): Promise<Verification> {
  const context = {
    ...request,
    filesAt: request.filesAt ?? request.cwd,
    run: commandRunner(request, shell),
    bail,
    baseline,
    tasks: [task ?? []].flat(),
    previous: previous ?? null,
    mayFail: mayFail ?? (() => false),
  }
  return verifyTree(criterion, context)
}

async function verifyTree(criterion: Criterion, context: VerifyContext): Promise<Verification> {
  switch (criterion.kind) {
    case 'all_of':
      return compound(criterion, await inOrder(criterion.parts, context, part => part.kind !== 'passed'))
    case 'any_of':
      return compound(criterion, await inOrder(criterion.parts, context, part => part.kind === 'passed'))
    case 'not':
      return denied(criterion, await verifyTree(criterion.part, context))
    default:
      return verifyLeaf(criterion, context)
  }
}

async function inOrder(
  parts: readonly Criterion[],
  context: VerifyContext,
  settles: (part: Verification) => boolean,
): Promise<Verification[]> {
  const done: Verification[] = []
  for (const part of parts) {
    const verification = await verifyTree(part, context)
    done.push(verification)
    if (verification.kind === 'unverifiable' && verification.error === 'aborted') break
    if (context.bail && settles(verification)) break
  }
  return done
}

type Compound = Extract<Criterion, { kind: 'all_of' | 'any_of' }>

function compound(criterion: Compound, parts: readonly Verification[]): Verification {
  const holds = criterion.kind === 'all_of' ? parts.every(isPassed) : parts.some(isPassed)
  const facts = around(criterion, parts)
  if (holds && (criterion.kind === 'any_of' || parts.length === criterion.parts.length))
    return { ...facts, kind: 'passed' }
  // A part that could not be run is reported before failures: no other work of the agent fixes it.
  const trouble = parts.find(part => part.kind === 'unverifiable')
  const learnings = jointLearnings(parts)
  if (trouble?.kind !== 'unverifiable') return { ...facts, kind: 'failed', learnings }
  const stuck = parts.some(part => part.kind === 'unverifiable' && !part.mayBeBrought)
  return {
    ...facts,
    kind: 'unverifiable',
    error: trouble.error,
    message: trouble.message,
    learnings,
    mayBeBrought: !stuck,
  }
}

// "Not" turns a failed part into a passed one, but an unverifiable part stays unverifiable.
function denied(criterion: Extract<Criterion, { kind: 'not' }>, part: Verification): Verification {
  const facts = around(criterion, [part])
  if (part.kind === 'unverifiable')
    return { ...facts, kind: 'unverifiable', error: part.error, message: part.message, learnings: part.learnings }
  if (part.kind === 'failed') return { ...facts, kind: 'passed' }
  return {
    ...facts,
    kind: 'failed',
    learnings: `This must be false, but it is true: ${describeCriterion(criterion.part)}.`,
  }
}

const isPassed = (part: Verification): boolean => part.kind === 'passed'

const around = (criterion: Criterion, parts: readonly Verification[]) => ({
  criterion,
  said: describeCriterion(criterion),
  command: toShell(criterion),
  exitCode: parts.length === 1 ? (parts[0]?.exitCode ?? null) : null,
  output: parts.length === 1 ? (parts[0]?.output ?? '') : '',
  durationMs: parts.reduce((sum, part) => sum + part.durationMs, 0),
  reading: parts.length === 1 ? (parts[0]?.reading ?? null) : null,
  executed: parts.length === 1 ? (parts[0]?.executed ?? null) : null,
  measured: parts.find(part => part.measured !== null)?.measured ?? null,
  parts,
})
