import { layoutHere } from '../../run/request/overview.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { EMPTY_MEMORY, type Lesson, patternsIn } from '../../store/reflections/lesson.ts'
import { scoreOf } from '../../store/reflections/recall.ts'
import { changeMemory, type MemoryPlace, readMemory } from '../../store/reflections/reflections-file.ts'
import { viewDisk } from '../../store/view/view-disk.ts'
import { nodeDisk } from '../../system/disk.ts'
import { identityOf } from '../../system/process-table.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import { confirmed } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'

const USAGE = 'agent-loop reflections [show|patterns|clear]'

export const reflections: Command = {
  summary:
    'Shows lessons from earlier loops of this project (show) and recurring ones (patterns), or deletes them (clear).',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    yes: { takes: 'nothing', short: 'y', says: 'clear without asking' },
  },

  async run(context) {
    const [what = 'show', extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    if (what !== 'clear' && context.flags.has('yes'))
      throw argumentProblem('flag-of-other-form', {
        flag: '--yes',
        form: `reflections ${what}`,
        other: 'reflections clear',
        usage: USAGE,
      })
    const place = await placeHere(context)
    switch (what) {
      case 'show':
        return show(context, (await readMemory(place)).lessons, 'No reflections in this project yet.')
      case 'patterns':
        return show(context, patternsIn(await readMemory(place)), 'No recurring patterns yet.')
      case 'clear':
        return await clear(context, place)
      default:
        throw argumentProblem('unknown-action', { expected: ['show', 'patterns', 'clear'], usage: USAGE })
    }
  },
}

async function placeHere(context: CommandContext): Promise<MemoryPlace> {
  const layout = await layoutHere(context)
  return {
    disk: nodeDisk('private'),
    folder: layout.reflections,
    view: { disk: viewDisk(layout), folder: layout.viewReflections },
    warn: message => context.err(`agent-loop: ${message}`),
  }
}

function show({ json, out }: CommandContext, lessons: readonly Lesson[], none: string): number {
  const now = Date.now()
  if (json) out(JSON.stringify({ reflections: lessons.map(lesson => ({ ...lesson, score: scoreOf(lesson, now) })) }))
  else if (lessons.length === 0) out(none)
  if (json) return EXIT.verified
  for (const lesson of lessons) {
    out(plain(lesson.says))
    out(
      `  helped ${times(lesson.helped)}, reused ${times(lesson.recalled)}, reused without effect ${times(lesson.missed)}`,
    )
    out(`  last helped on ${lesson.last_helped_at.slice(0, 10)} in ${lesson.loop}`)
  }
  return EXIT.verified
}

const times = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'never' : `${count} times`)

const counted = (count: number): string => `${count} ${count === 1 ? 'reflection' : 'reflections'}`

async function clear(context: CommandContext, place: MemoryPlace): Promise<number> {
  const { lessons } = await readMemory(place)
  if (lessons.length > 0) {
    if (!(await agreed(context, lessons.length))) {
      context.out('Nothing was deleted.')
      return EXIT.noCriterion
    }
    await changeMemory(place, self(), () => EMPTY_MEMORY)
  }
  if (context.json) context.out(JSON.stringify({ cleared: lessons.length }))
  else context.out(`Deleted ${counted(lessons.length)}.`)
  return EXIT.verified
}

async function agreed({ flags, terminal }: CommandContext, count: number): Promise<boolean> {
  if (flags.has('yes')) return true
  if (terminal && process.stdin.isTTY) return await confirmed(`Delete ${counted(count)} of this project?`)
  throw cliProblem('clear-needs-person', { count })
}

function self() {
  const identity = identityOf(process.pid)
  if (identity) return identity
  throw cliProblem('processes-unknown', {})
}
