import { statusWords } from '../../loop/status.ts'
import type { AgentLoop } from '../../run/agent-loop.ts'
import { loopMeant, loopsHere } from '../../run/request/active-loop.ts'
import { forgetJob } from '../../run/request/background.ts'
import type { DroppedLoop } from '../../run/steer/drop-damaged.ts'
import type { Steered } from '../../run/steer/steer.ts'
import type { Reverted } from '../../run/tree/revert.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { plain } from '../../tools/reading/plain.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext, Flags } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop abort [loop-id] [--revert] [--force]'

export const abort: Command = {
  summary:
    'Aborts a loop and everything that its agent started, from any terminal. With --revert, it also restores the tree to its state before the loop.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'abort',
  flags: {
    revert: {
      takes: 'nothing',
      says: 'restore files, branch, and index to their state before the loop; ignored files stay',
    },
    force: { takes: 'nothing', says: 'revert even if the tree changed after the last turn' },
  },

  async run(asked) {
    const context = await inProjectOfLoop(asked)
    const { positionals, flags, env, json, out, err, signal } = context
    const [given, extra] = positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    if (flags.has('force') && !flags.has('revert')) throw argumentProblem('force-without-revert', { usage: USAGE })
    const loops = await loopsHere(context)
    const id = await loopMeant(loops, given, 'abort', flagsGiven(flags))
    if (!json) err(`stopping ${id} …`)
    const dropped = await loops.dropDamaged(id, signal)
    if (dropped) return await showDropped(context, loops, id, dropped)
    const steered = await loops.abort(id, signal)
    const ended = steered.became === 'done' || steered.became === 'ended'
    if (ended) await forgetJob(env, id)
    // --revert also works for a loop that has ended by itself.
    const reverted = flags.has('revert') && ended ? await loops.revert(id, { force: flags.has('force') }) : null
    const status = steered.state.outcome?.kind ?? 'running'
    if (json) out(JSON.stringify({ loop_id: id, became: steered.became, status, reverted, ...undoOf(id, reverted) }))
    else for (const line of [...abortLines(id, steered), ...(reverted ? revertLines(id, reverted) : [])]) out(line)
    return codeOf(steered.became, reverted, context)
  },
}

const flagsGiven = (flags: Flags): readonly string[] => ['revert', 'force'].filter(flags.has).map(name => `--${name}`)

/** A loop with a damaged journal: it is aborted as far as its records allow. */
async function showDropped(context: CommandContext, loops: AgentLoop, id: string, dropped: DroppedLoop) {
  const { flags, env, json, out } = context
  await forgetJob(env, id)
  const asked = flags.has('revert')
  const reverted = asked && dropped.rebuilt ? await loops.revert(id, { force: flags.has('force') }) : null
  const { aside } = dropped
  if (json)
    out(JSON.stringify({ loop_id: id, became: 'done', status: 'aborted', aside, reverted, ...undoOf(id, reverted) }))
  else {
    out(`Aborted ${id}. All its processes have ended.`)
    out(aside === null ? 'Its records no longer exist.' : `Its records were damaged. They are saved in ${aside}`)
    for (const line of reverted ? revertLines(id, reverted) : []) out(line)
    if (asked && reverted === null) out('Nothing was restored: the files from before the loop cannot be read.')
  }
  if (asked && reverted === null) return EXIT.gateBroken
  return reverted ? codeOf('done', reverted, context) : 0
}

function codeOf(became: Steered['became'], reverted: Reverted | null, { flags }: CommandContext): number {
  if (became === 'later') return EXIT.busy
  if (reverted === null) return became === 'ended' && !flags.has('revert') ? EXIT.usage : 0
  if (reverted.kind === 'refused') return EXIT.busy
  return reverted.files.complete && reverted.gitTrouble === null ? 0 : EXIT.gateBroken
}

function abortLines(id: string, { became, state }: Steered): readonly string[] {
  if (became === 'done') return [`Aborted ${id} after ${turnsOf(state.iteration)}. All its processes have ended.`]
  if (became === 'ended') return [`${id} has already ended: ${statusWords(state.outcome?.kind ?? '')}.`]
  return [`${id} was asked to stop and has not confirmed it yet. See agent-loop status ${id}`]
}

const turnsOf = (iteration: number): string => `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`

function revertLines(id: string, reverted: Reverted): readonly string[] {
  if (reverted.kind === 'refused')
    return [
      'Nothing was restored: the tree changed after the last turn.',
      ...(reverted.git ? ['  the branch or the index'] : []),
      ...reverted.changed.slice(0, 10).map(({ path, status }) => `  ${status} ${plain(path)}`),
      'Add --force to restore it anyway. The current files are saved first.',
    ]
  const { files, gitTrouble, leftBranch, movedFrom } = reverted
  return [
    `Restored the files from before the loop: ${files.written} written, ${files.removed} removed.`,
    ...files.failed.slice(0, 10).map(({ path, why }) => `  failed ${plain(path)}: ${plain(why)}`),
    ...changedLines(id, reverted),
    ...(leftBranch === null ? [] : [`The branch ${plain(leftBranch)} was kept.`]),
    ...(movedFrom === null
      ? []
      : [`The branch was moved back from ${movedFrom}. To keep its commits: ${keepCommits(movedFrom)}`]),
    ...(gitTrouble === null ? [] : [`The branch and the index were not restored: ${plain(gitTrouble)}`]),
  ]
}

type Restored = Extract<Reverted, { kind: 'reverted' }>

/** A person may have worked in the tree at the same time, and nothing shows which changes are whose. */
function changedLines(id: string, { changed, files }: Restored): readonly string[] {
  const [first] = changed
  if (first === undefined) return []
  const back = undoCommand(id, files)
  return [
    'These files had changed since the loop started. If you edited one of them, your edits were reverted too:',
    ...changed.map(({ path, status }) => `  ${status} ${plain(path)}`),
    `They are saved. To get all of them back: ${back}`,
    `To get one of them back: ${back} --path ${shellQuote(first.path)}`,
  ]
}

const undoCommand = (id: string, { saved, complete }: Restored['files']): string =>
  `agent-loop restore ${id} saved-${saved}${complete ? '' : ' --force'}`

/** For programs: the command that brings back what a revert took away. */
const undoOf = (id: string, reverted: Reverted | null): { readonly undo?: string } =>
  reverted?.kind === 'reverted' ? { undo: undoCommand(id, reverted.files) } : {}

const keepCommits = (commit: string): string => `git branch kept-${commit.slice(0, 8)} ${commit}`
