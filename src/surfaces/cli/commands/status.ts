import { createAgentLoop } from '../../../agent-loop.ts'
import { describeOutcome } from '../../../loop/outcome.ts'
import type { LoopState } from '../../../loop/state.ts'
import { UsageError } from '../../../std/usage-error.ts'
import type { RegistryEntry } from '../../../store/registry-document.ts'
import type { Command, CommandContext } from '../command.ts'
import { stateDirectoryFrom } from '../loop-flags.ts'

export const status: Command = {
  summary: 'Shows the loops of this project and where they stand. Creates nothing, starts nothing.',
  usage: 'agent-loop status [loop-id] [--all]',
  flags: {
    all: { takes: 'nothing', says: 'also the loops that ended lately' },
    'state-dir': { takes: 'text', says: 'where the project keeps its view of the loops (.aiwg/ralph)' },
  },

  async run(context) {
    const [id] = context.positionals
    const { store } = createAgentLoop({
      cwd: context.cwd,
      env: context.env,
      stateDirectory: await stateDirectoryFrom(context),
    })
    const { active, recent } = await store.list()
    const shown =
      id === undefined ? chosen(active, recent, context.flags.has('all')) : [named(id, [...active, ...recent])]
    const loops = await Promise.all(shown.map(async entry => ({ entry, state: await store.peek(entry.loop_id) })))
    if (context.json) context.out(JSON.stringify({ loops: loops.map(asJson) }))
    else show(loops, context, active.length)
    return 0
  },
}

interface Shown {
  readonly entry: RegistryEntry
  readonly state: LoopState | null
}

/** Whoever asks after the last loop has ended wants to know how. */
const chosen = (
  active: readonly RegistryEntry[],
  recent: readonly RegistryEntry[],
  all: boolean,
): readonly RegistryEntry[] => (all ? [...active, ...recent] : active.length > 0 ? active : recent.slice(0, 1))

function named(id: string, entries: readonly RegistryEntry[]): RegistryEntry {
  const entry = entries.find(({ loop_id }) => loop_id === id)
  if (entry) return entry
  throw new UsageError('no-such-loop', `There is no loop "${id}" in this project.`, 'See agent-loop list')
}

const asJson = ({ entry, state }: Shown) => ({
  ...entry,
  verdict: state?.checks.at(-1)?.verdict ?? null,
  failing: null,
  missing: state?.missing ?? null,
  spent: { ms: Math.round(state?.spentMs ?? 0) },
})

function show(loops: readonly Shown[], { out }: CommandContext, active: number): void {
  if (active === 0) out('No loop is active here.')
  for (const { entry, state } of loops) {
    out('')
    out(`${entry.loop_id}  ${entry.status}  turn ${entry.iteration} of ${entry.max_iterations}`)
    out(`  task        ${entry.task}`)
    out(`  done means  ${entry.completion_criteria}`)
    if (state?.missing) out(`  missing     ${state.missing.split('\n')[0]}`)
    if (state?.outcome) out(`  ended       ${describeOutcome(state.outcome)}`)
    out(`  more        ${entry.state_file.replace(/state\.json$/, 'progress.md')}`)
  }
}
