import { existsSync } from 'node:fs'
import { runProblem } from '../../run/problems.ts'
import { layoutHere } from '../../run/request/overview.ts'
import type { Result } from '../../std/result.ts'
import { loopPaths } from '../../store/layout.ts'
import { plain } from '../../tools/reading/plain.ts'
import { type SavedSnapshots, savedSnapshots } from '../../workspace/snapshots/saved-snapshots.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'

const USAGE = 'agent-loop diff [loop-id] [turn..turn] [--stat]'

export const diff: Command = {
  summary: 'Shows what a loop changed, from its start to now or between two turns. Turn 0 is the start.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    stat: { takes: 'nothing', says: 'show only how much changed in each file' },
  },

  async run(asked) {
    const [first = ''] = asked.positionals
    const context = RANGE.test(first) ? await withLatest(asked) : await inProjectOfLatest(asked)
    const [id, range, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-and-range-expected', { usage: USAGE })
    const snapshots = savedSnapshots(await repositoryOf(id, context), context.env)
    const { from, to } = await rangeOf(snapshots, range)
    const [before, after] = [await kept(snapshots, from), await kept(snapshots, to)]
    const stat = context.flags.has('stat')
    const printed = read(await snapshots.diff(before, after, { stat }))
    if (context.json) {
      const changed = read(await snapshots.changedPaths(before, after))
      context.out(JSON.stringify({ loop_id: id, from, to, changed, diff: printed }))
    } else if (printed === '') context.out(`No changes between turn ${from} and turn ${to}.`)
    else for (const line of printed.replace(/\n$/, '').split('\n')) context.out(plain(line))
    return 0
  },
}

const RANGE = /^(\d*)\.\.(\d*)$/

/** `diff 1..3` is about the latest loop. */
async function withLatest(asked: CommandContext): Promise<CommandContext> {
  const context = await inProjectOfLatest({ ...asked, positionals: [] })
  return { ...context, positionals: [...context.positionals, ...asked.positionals] }
}

async function repositoryOf(id: string, context: CommandContext): Promise<string> {
  const path = /^[\w.-]+$/.test(id) ? loopPaths(await layoutHere(context), id).snapshots : null
  if (path !== null && existsSync(path)) return path
  throw cliProblem('no-snapshots', { id })
}

interface Range {
  readonly from: number
  readonly to: number
}

async function rangeOf(snapshots: SavedSnapshots, range: string | undefined): Promise<Range> {
  const kept = await snapshots.iterations()
  const [first, last] = [kept[0], kept.at(-1)]
  if (first === undefined || last === undefined) throw cliProblem('no-snapshot-yet', {})
  if (range === undefined) return { from: first, to: last }
  const found = RANGE.exec(range)
  if (!found) throw argumentProblem('not-a-range', { text: range, usage: USAGE })
  const [, from, to] = found
  return { from: from ? Number(from) : first, to: to ? Number(to) : last }
}

async function kept(snapshots: SavedSnapshots, iteration: number): Promise<string> {
  const id = await snapshots.idOf(iteration)
  if (id !== null) return id
  throw runProblem('turn-not-kept', { iteration, kept: await snapshots.iterations() })
}

function read<T>(result: Result<T, string>): T {
  if (result.ok) return result.value
  throw cliProblem('snapshots-unreadable', { because: result.error })
}
