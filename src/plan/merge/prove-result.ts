import { join, relative } from 'node:path'
import type { Criterion } from '../../criteria/criterion.ts'
import type { EventOf, LoopEvent } from '../../loop/events.ts'
import { describeOutcome, verdictSentence } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { mergeLoopId, verifyRebased } from '../../run/merge/verify-rebased.ts'
import { gitIn } from '../../system/git.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import type { Rebased } from '../../workspace/worktrees/rebase.ts'
import type { PlanEventOf } from '../events.ts'
import { now, type PlanSession, taskOf } from '../session.ts'
import { isLasting, proofCriterion } from '../task-request.ts'
import { brokenTask, failingCriterion, leftMarkers } from './check-result.ts'
import { sameFiles } from './work-commits.ts'

/** A result on its way to the branch. */
export interface Landing {
  /** The loop that verified it. */
  readonly state: LoopState
  readonly tip: string
  /** The work on its own base. */
  readonly work: string
  readonly rebased: Rebased
  readonly signal: AbortSignal
}

/** The same with the commit that is to land. */
type LandingCommit = Landing & { readonly commit: string }

export type BackReason = Pick<PlanEventOf<'task-back'>, 'because' | 'says' | 'details' | 'files' | 'loop'>

/** Why the commit may not land; null when its criterion, the gate, and the criteria of merged tasks hold on it. */
export async function unproven(session: PlanSession, id: string, landing: LandingCommit): Promise<BackReason | null> {
  const early = await visibleProblem(session, landing)
  if (early !== null) return early
  const { plan } = session
  const criterion = proofCriterion(plan.state(), taskOf(session, id).task.criterion)
  const gate = mergeLoopId(taskOf(session, id).task.title)
  await plan.save({ kind: 'merge-start', at: now(), task: id, gate, tip: landing.tip })
  const failed = await failedProof(session, id, landing, { criterion, gate })
  if (failed !== null || landing.signal.aborted) return failed
  const broken = await brokenTask(plan.state(), criterion, placeOf(session, landing))
  return broken && { because: 'breaks_merged', ...broken, files: [] }
}

/** What can be seen without running anything. */
async function visibleProblem(
  { parts, plan }: PlanSession,
  { state, tip, work, commit }: LandingCommit,
): Promise<BackReason | null> {
  const git = gitIn(plan.state().spec.tree, parts.env)
  const files = await leftMarkers(git, tip, commit)
  if (files.length > 0)
    return { because: 'markers_left', says: `conflict markers are left in ${files.join(', ')}`, details: '', files }
  const idle = !hadNothingToDo(state) && (await sameFiles(git, work, state.spec.worktree?.base ?? ''))
  if (!idle) return null
  return { because: 'nothing_done', says: 'nothing was changed but the marks of the list', details: '', files: [] }
}

/** The criterion held before the first turn, and that was all that the task asked for. */
const hadNothingToDo = ({ outcome }: LoopState): boolean =>
  outcome?.kind === 'verified' && outcome.because === 'already_green'

const placeOf = ({ parts, plan }: PlanSession, { state, rebased, signal }: Landing) => ({
  cwd: join(rebased.path, relative(state.spec.tree, state.spec.workspace)),
  parts,
  nonce: plan.state().spec.nonce,
  signal,
})

type Findings = EventOf<'check-end'>['findings']

interface ResultProof {
  readonly criterion: Criterion
  /** The id of the loop that verifies. */
  readonly gate: string
}

async function failedProof(
  session: PlanSession,
  id: string,
  landing: LandingCommit,
  { criterion, gate }: ResultProof,
): Promise<BackReason | null> {
  const { parts, plan } = session
  const { state, tip, rebased, commit, signal } = landing
  const { task } = taskOf(session, id)
  const { spec } = plan.state()
  const checkOut = () => rebased.checkOut(commit)
  if (await sameFiles(gitIn(spec.tree, parts.env), rebased.commit, tip)) {
    // The branch has this work already: there is no change to prove, only a criterion to check.
    const out = await checkOut()
    const own = task.criterion !== null && isLasting(task.criterion) ? task.criterion : null
    const failed = out.ok && own !== null ? await failingCriterion(own, placeOf(session, landing)) : null
    if (!out.ok) return { because: 'red', says: out.error, details: '', files: [] }
    return failed && { because: 'red', ...failed, files: [] }
  }
  const say = (line: string): void => parts.note(`${id}: ${line}`)
  let findings: Findings = []
  const emit = (event: LoopEvent): void => {
    if (event.kind === 'check-end') findings = event.findings
  }
  const proof = await verifyRebased(
    state,
    { ...rebased, commit, checkOut },
    { env: parts.env, view: parts.layout.view, say, emit, signal },
    { id: gate, task: task.task, check: { kind: 'criterion', criterion } },
  )
  if (proof.outcome?.kind === 'verified') return null
  const says = `on ${shortRef(spec.onto)}, ${refusal(proof, findings)}`
  return { because: 'red', says, details: proof.missing ?? '', files: [], loop: gate }
}

/** Why a proof refused a result, for people: a merge has no turns, and so no limit of turns. */
function refusal({ outcome, missing }: LoopState, findings: Findings): string {
  const named = findings.flatMap(({ rule, objection, places: [place] }) =>
    objection === null ? [] : [place === undefined ? rule : `${rule} (${place})`],
  )
  if (named.length > 0) return `the result is refused: ${named.join(', ')}`
  if (outcome === null) return 'the check did not finish'
  if (outcome.kind !== 'limit_reached') return describeOutcome(outcome)
  const open = missing?.split('\n')[0]
  return `${verdictSentence(outcome.verdict)}${open === undefined ? '' : `. ${open}`}`
}
