import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import { openReceipt } from '../proof/receipt/envelope.ts'
import { loopParts } from '../run/loop-parts.ts'
import { baselineRecord, moveLoop } from '../run/move/move-loop.ts'
import { whyOver } from '../run/resume-limits.ts'
import { linkOf } from '../store/journal/chain.ts'
import { type LoopPaths, loopPaths } from '../store/layout.ts'
import { alreadyThere } from '../store/store.ts'
import type { Disk } from '../system/disk.ts'
import type { Environment } from '../system/shell.ts'
import { prepareRepository, repositoryAt } from '../workspace/snapshots/repository.ts'
import { exactTree, fetchSnapshots, fetchStart, ownAddresses, treeOfSnapshot } from './code-refs.ts'
import type { Database } from './database.ts'
import { journalOf, loopRows } from './loop-rows.ts'
import { differencesFrom, ownSubmission } from './own-submission.ts'
import { fleetProblem } from './problems.ts'
import { refuseWrongSubmission, type Submission, wrongInJournal } from './stored-values.ts'
import { isTrustedKey } from './trusted-keys.ts'

interface PullRequest {
  readonly cwd: string
  readonly env: Environment
  readonly stateDirectory: string | null
  /** Replaces the files here, whatever they are. */
  readonly force: boolean
  /** Asks whether a loop that was not submitted from here may be used; absent where nobody can answer. */
  readonly accepts?: (spec: LoopSpec) => Promise<boolean>
  /** The worktree of a plan's task, where no loop is resumed; absent for the person's tree. */
  readonly worktree?: LoopSpec['worktree']
}

interface PulledRow extends Readonly<Record<string, unknown>> {
  readonly state: string
  readonly status: string
  readonly worker: string | null
  readonly submission: Submission
  readonly receipt: string | null
}

/** Brings a loop of the fleet into this working tree: its files, its journal, its snapshots, and its receipt. */
export async function pullLoop(database: Database, id: string, request: PullRequest): Promise<LoopState> {
  const { rows } = await database.query<PulledRow>(
    'select state, status, worker, submission, receipt from agent_loop.loops where id = $1',
    [id],
  )
  const [row] = rows
  if (!row) throw fleetProblem('no-such-loop', { id })
  refuseWrongSubmission(id, row.submission)
  if (row.state !== 'ended') throw fleetProblem('still-running', { id, worker: row.worker })
  const parts = loopParts(request)
  const paths = loopPaths(parts.layout, id)
  if (await parts.disk.exists(paths.journal)) throw alreadyThere(id)
  const stored = await journalOf(loopRows(database), id)
  const state = fold(stored.events)
  if (state === null) throw fleetProblem('not-begun', { id, status: row.status })
  await refuseForeign(parts, request, { ...row, id, state, events: stored.events })
  const ours = relative(parts.tree, parts.layout.view)
  await refuseChanged({ tree: parts.tree, ours }, id, row.submission, request)
  const snapshots = await mkdtemp(join(tmpdir(), 'agent-loop-'))
  try {
    await prepareRepository(repositoryAt(snapshots))
    const turns = stored.events.flatMap(event =>
      event.kind === 'baseline-end' ? [0] : event.kind === 'turn-end' ? [event.iteration] : [],
    )
    const remote = row.submission.remote
    await fetchSnapshots({ remote, loop: id, snapshots, env: request.env }, [...new Set(turns)])
    await refuseWrongReceipt(row, state, stored.text, { keys: parts.layout.keys, snapshots, turns, env: request.env })
    await place(parts.disk, paths, snapshots, {
      ...stored,
      ...(await loopRows(database).baseline(id)),
      receipt: state.outcome?.kind === 'verified' ? row.receipt : null,
    })
  } finally {
    await rm(snapshots, { recursive: true, force: true })
  }
  const { worktree = null } = request
  const over = worktree !== null || (state.outcome !== null && whyOver(state.outcome, state.waivedSinceCheck) !== null)
  await moveLoop(parts, id, { over, worktree })
  return state
}

interface ForeignLoop extends Pick<PulledRow, 'submission'> {
  readonly id: string
  readonly state: LoopState
  readonly events: readonly LoopEvent[]
}

/** What is pulled must be what was submitted from here. Of other loops, a verified one needs its receipt, any other a person's consent. */
async function refuseForeign(
  { disk, layout, tree }: Pick<ReturnType<typeof loopParts>, 'disk' | 'layout' | 'tree'>,
  { cwd, env, accepts }: PullRequest,
  { id, submission, state, events }: ForeignLoop,
): Promise<void> {
  const wrong = wrongInJournal(id, events)
  if (wrong !== null) throw fleetProblem('journal-wrong', { because: wrong })
  const [first] = events
  const spec = first?.kind === 'loop-start' ? first.spec : state.spec
  const own = await ownSubmission(disk, layout.home, id)
  if (own !== null) {
    const names = differencesFrom(own, { submission, spec }, { tree, cwd, env })
    if (names.length > 0) throw fleetProblem('not-as-submitted', { id, names })
    return
  }
  if (!(await ownAddresses(tree, env)).includes(submission.remote))
    throw fleetProblem('remote-unknown', { address: submission.remote })
  if (state.outcome?.kind !== 'verified' && !(await accepts?.(spec))) throw fleetProblem('not-submitted-here', { id })
}

/** The files here must be those that the loop began with, because they are replaced. */
async function refuseChanged(
  { tree, ours }: { readonly tree: string; readonly ours: string },
  id: string,
  submission: Submission,
  request: PullRequest,
): Promise<void> {
  if (request.force) return
  const here = await exactTree(tree, request.env, ours)
  const start = await fetchStart({ tree, env: request.env, remote: submission.remote, loop: id })
  if (here !== start) throw fleetProblem('tree-not-clean', {})
}

interface PulledFiles {
  readonly keys: string
  readonly snapshots: string
  readonly turns: readonly number[]
  readonly env: Environment
}

/** A verified result counts by its receipt: signed by a trusted worker, about exactly these files, at the end of exactly this journal. */
async function refuseWrongReceipt(
  row: PulledRow,
  state: LoopState,
  journal: string,
  files: PulledFiles,
): Promise<void> {
  if (state.outcome?.kind !== 'verified') return
  if (row.receipt === null) throw fleetProblem('receipt-wrong', { because: 'there is none' })
  const opened = openReceipt(Buffer.from(row.receipt))
  if (!opened.ok) throw fleetProblem('receipt-wrong', { because: opened.error })
  const { keyId, statement } = opened.value
  if (!(await isTrustedKey(files.keys, keyId)))
    throw fleetProblem('key-not-trusted', { key: keyId.slice(0, 16), worker: row.worker ?? 'a worker' })
  const [{ digest }] = statement.subject
  const last = repositoryAt(files.snapshots)
  const snapshot = await last.idOf({ series: 'iterations', number: Math.max(...files.turns) })
  if (snapshot === null || (await treeOfSnapshot(files.snapshots, snapshot, files.env)) !== digest.gitTree)
    throw fleetProblem('receipt-wrong', { because: 'it names other files' })
  const { events, head } = statement.predicate.agentLoop.journal
  const before = journal.split('\n').slice(0, -1)[events - 1]
  if (before === undefined || linkOf(before) !== head)
    throw fleetProblem('receipt-wrong', { because: 'it belongs to another journal' })
}

interface StoredLoop {
  readonly text: string
  readonly record: string | null
  readonly rules: string | null
  readonly receipt: string | null
}

async function place(disk: Disk, paths: LoopPaths, snapshots: string, stored: StoredLoop): Promise<void> {
  await mkdir(join(paths.directory, 'gate'), { recursive: true, mode: 0o700 })
  await cp(snapshots, paths.snapshots, { recursive: true })
  if (stored.rules !== null) await disk.write(join(paths.snapshots, 'agent-loop-rules.json'), stored.rules)
  if (stored.record !== null) await disk.write(baselineRecord(paths.directory), stored.record)
  if (stored.receipt !== null) await disk.write(paths.receipt, stored.receipt)
  await disk.write(paths.journal, stored.text)
}
