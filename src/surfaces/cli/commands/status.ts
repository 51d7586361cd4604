import { plain } from '../../../read/plain.ts'
import { UsageError } from '../../../std/usage-error.ts'
import type { RegistryEntry } from '../../../store/registry-document.ts'
import type { Command, CommandContext } from '../command.ts'
import { overviewOf, STATE_DIR_FLAG } from '../overview.ts'

export const status: Command = {
  summary: 'Shows the loops of this project and where they stand. Creates nothing, starts nothing.',
  usage: 'agent-loop status [loop-id] [--all]',
  flags: {
    all: { takes: 'nothing', says: 'also the loops that ended lately' },
    ...STATE_DIR_FLAG,
  },

  async run(context) {
    const [id, extra] = context.positionals
    if (extra !== undefined)
      throw new UsageError(
        'bad-arguments',
        `One loop is expected, and "${extra}" is a second one.`,
        'agent-loop status --all',
      )
    const { active, recent } = await overviewOf(context)
    const shown =
      id === undefined ? chosen(active, recent, context.flags.has('all')) : [named(id, [...active, ...recent])]
    if (context.json) context.out(JSON.stringify({ loops: shown }))
    else show(shown, context, active.length)
    return 0
  },
}

/** Whoever asks after the last loop has ended wants to know how. */
function chosen(
  active: readonly RegistryEntry[],
  recent: readonly RegistryEntry[],
  all: boolean,
): readonly RegistryEntry[] {
  if (all) return [...active, ...recent]
  const latest = recent.slice(0, 1).filter(({ last_active }) => active.every(entry => entry.last_active < last_active))
  return [...active, ...latest]
}

function named(id: string, entries: readonly RegistryEntry[]): RegistryEntry {
  const entry = entries.find(({ loop_id }) => loop_id === id)
  if (entry) return entry
  throw new UsageError('no-such-loop', `There is no loop "${id}" in this project.`, 'See agent-loop list')
}

function show(entries: readonly RegistryEntry[], { out }: CommandContext, active: number): void {
  if (active === 0) out('No loop is active here.')
  for (const entry of entries) {
    out('')
    out(`${entry.loop_id}  ${entry.status}  turn ${entry.iteration} of ${entry.max_iterations}`)
    out(`  task        ${entry.task}`)
    out(`  done means  ${entry.completion_criteria}`)
    if (entry.missing) out(`  missing     ${plain(entry.missing)}`)
    if (entry.failing.length > 0)
      out(`  failing     ${entry.failing.slice(0, 3).map(plain).join(', ')}${entry.failing.length > 3 ? ', …' : ''}`)
    if (entry.ended) out(`  ended       ${plain(entry.ended)}`)
    out(`  more        ${entry.state_file.replace(/state\.json$/, 'progress.md')}`)
  }
}
