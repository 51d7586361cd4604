import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { daemonTrouble } from '../../run/daemon/record.ts'
import { runProblem } from '../../run/problems.ts'
import { archivedHere, examined, layoutHere, loopsElsewhere, overviewOf } from '../../run/request/overview.ts'
import type { SeenLoop } from '../../store/registry/overview.ts'
import { nodeDisk } from '../../system/disk.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { loopRows, shownStatus } from '../loop-rows.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop status [loop-id] [--all] [--archived] [--watch]'

export const status: Command = {
  summary: 'Shows the active loops of this project, or the latest one that ended. Changes nothing.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'list',
  flags: {
    all: { takes: 'nothing', says: 'also loops that ended recently, and the active loops of all your other projects' },
    archived: { takes: 'nothing', says: 'also every loop that has ended' },
    watch: { takes: 'nothing', says: 'update the output until no loop runs, or Ctrl-C' },
  },

  async run(asked) {
    const [, extra] = asked.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const context = await inProjectOfLoop(asked)
    if (context.flags.has('watch')) await watch(context)
    else {
      const { lines } = await look(context)
      for (const line of context.json ? lines : await foldLines(lines, context)) context.out(line)
    }
    return 0
  },
}

interface Look {
  readonly text: string
  readonly running: boolean
  readonly lines: readonly string[]
}

async function look(context: CommandContext): Promise<Look> {
  const { json } = context
  const shown = await loopsShown(context)
  const trouble = await daemonTrouble(context.env)
  const lines = json
    ? [JSON.stringify({ loops: shown.loops, ...(trouble === null ? {} : { daemon: trouble }) })]
    : [
        ...linesOf(shown.loops, context.positionals.length > 0 || shown.active > 0),
        ...(trouble === null ? [] : ['', trouble]),
      ]
  return {
    text: JSON.stringify(shown.loops),
    running: shown.loops.some(({ status }) => status === 'running'),
    lines,
  }
}

async function loopsShown(context: CommandContext): Promise<{ loops: readonly SeenLoop[]; active: number }> {
  const [id] = context.positionals
  const { active, recent } = await overviewOf(context)
  const elsewhere = context.flags.has('all') ? await loopsElsewhere(context) : []
  const known = [...active, ...elsewhere, ...recent]
  const running = active.length + elsewhere.length
  if (id !== undefined && known.some(({ loop_id }) => loop_id === id))
    return { loops: await examined(context, [named(id, known)]), active: running }
  if (id === undefined && !context.flags.has('archived'))
    return {
      loops: await examined(context, context.flags.has('all') ? known : latest(active, recent)),
      active: running,
    }
  // The registry has only the latest loops; the archive has them all.
  const old = (await archivedHere(context)).filter(({ loop_id }) => known.every(entry => entry.loop_id !== loop_id))
  const loops =
    id === undefined ? [...(await examined(context, known)), ...old] : await examined(context, [named(id, old)])
  return { loops, active: running }
}

const LOOK_MS = 500

/** At a terminal, the loops are shown in place, as in the foreground; otherwise every change is printed. */
async function watch(context: CommandContext): Promise<void> {
  const { terminal, json, env } = context
  const live = terminal && !json && !env['CI'] && env['TERM'] !== 'dumb'
  if (!live) return await printChanges(context)
  const [{ watchLoops }, { standardTerminal }, { isColored }] = await Promise.all([
    import('../watch-loops.ts'),
    import('../view/terminal.ts'),
    import('../view/choose-view.ts'),
  ])
  const ended = await watchLoops({
    disk: nodeDisk('private'),
    layout: await layoutHere(context),
    terminal: standardTerminal,
    colored: isColored(context),
    signal: context.signal,
    look: async () => (await loopsShown(context)).loops,
  })
  const { lines } = await look(context)
  const rows = ended.length === 0 ? [] : ['', ...loopRows(ended)]
  for (const line of await foldLines([...lines, ...rows], context)) context.out(line)
}

async function printChanges(context: CommandContext): Promise<void> {
  const { signal, out } = context
  for (let before = ''; ; ) {
    const now = await look(context)
    if (now.text !== before) for (const line of now.lines) out(line)
    before = now.text
    if (!now.running || signal.aborted) return
    await sleep(LOOK_MS, null, { signal }).catch(() => {})
  }
}

/** The active loops, and the one that ended last if it is newer. A loop that only verified a merge is none that a person asks about. */
function latest(active: readonly SeenLoop[], recent: readonly SeenLoop[]): readonly SeenLoop[] {
  const own = recent.filter(({ verifies_merge }) => !verifies_merge)
  const last = own.slice(0, 1).filter(({ last_active }) => active.every(entry => entry.last_active < last_active))
  return [...active, ...last]
}

function named(id: string, entries: readonly SeenLoop[]): SeenLoop {
  const entry = entries.find(({ loop_id }) => loop_id === id)
  if (entry) return entry
  throw runProblem('no-such-loop', { id })
}

/** `asked`: a loop was named, or one is active. */
function linesOf(entries: readonly SeenLoop[], asked: boolean): readonly string[] {
  const lines: string[] = asked ? [] : ['No loop is active here.']
  const out = (line: string): void => void lines.push(line)
  for (const entry of entries) {
    if (lines.length > 0) out('')
    out(`${entry.loop_id}  ${shownStatus(entry)}  turn ${entry.iteration} of ${entry.max_iterations}`)
    if (entry.ended) out(`  ${entry.status === 'paused' ? 'paused' : 'ended '}      ${plain(entry.ended)}`)
    out(`  task        ${plain(entry.task)}`)
    if (entry.completion_criteria !== '') out(`  done means  ${plain(entry.completion_criteria)}`)
    for (const line of troubleLines(entry)) out(line)
    if (entry.missing && entry.missing !== entry.damaged && entry.missing !== entry.ended)
      out(`  missing     ${plain(entry.missing)}`)
    if (entry.failing.length > 0)
      out(`  failing     ${entry.failing.slice(0, 3).map(plain).join(', ')}${entry.failing.length > 3 ? ', …' : ''}`)
    if (entry.damaged === undefined && (entry.status === 'interrupted' || entry.status === 'paused'))
      out(`  resume      agent-loop resume ${entry.loop_id}`)
    if (entry.fork_of) out(`  origin      forked from turn ${entry.fork_of.iteration} of ${entry.fork_of.loop_id}`)
    for (const line of placeLines(entry)) out(line)
    if (entry.fleet) {
      out(`  worker      ${plain(entry.fleet.worker ?? 'none yet')}`)
      continue
    }
    const progress = entry.state_file.replace(/state\.json$/, 'progress.md')
    out(`  more        ${existsSync(progress) ? progress : entry.state_file}`)
  }
  return lines
}

/** Where its work is: in its worktree, or merged. A merge removes the worktree and its branch. */
function placeLines({ worktree, merged, status, loop_id }: SeenLoop): readonly string[] {
  if (merged) return [`  merged      into ${plain(merged.onto)}, commit ${merged.commit.slice(0, 12)}`]
  if (!worktree) return []
  const exists = existsSync(worktree.path)
  return [
    `  worktree    ${worktree.path}${exists ? '' : ' (removed)'}, branch ${worktree.branch}`,
    ...(status === 'verified' && exists ? [`  merge       agent-loop merge ${loop_id}`] : []),
  ]
}

const NAMED = 5

/** A loop whose process is gone: what it left running, and a journal that cannot be read. */
function troubleLines({ loop_id, damaged, processes = [] }: SeenLoop): readonly string[] {
  const more = processes.length > NAMED ? [`              and ${processes.length - NAMED} more`] : []
  return [
    ...(damaged === undefined ? [] : [`  damaged     ${plain(damaged)}`]),
    ...processes.slice(0, NAMED).map(({ pid, command }) => `  running     ${pid} ${plain(command)}`),
    ...more,
    ...(processes.length === 0 ? [] : [`  stop them   agent-loop abort ${loop_id}`]),
    ...(damaged === undefined ? [] : [`  remove it   agent-loop clean ${loop_id} --yes`]),
  ]
}
