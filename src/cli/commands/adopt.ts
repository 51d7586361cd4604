import { givenHost, HOST_FLAGS, hostHere } from '../../assistants/hooks/here.ts'
import { describeOutcome, exitCodeOf } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { type AgentLoop, createAgentLoop } from '../../run/agent-loop.ts'
import type { Command, CommandContext } from '../../run/request/command.ts'
import { givenSettings, LOOP_FLAGS } from '../../run/request/loop-flags.ts'
import { loopAskedFor } from '../../run/request/loop-request.ts'
import { loadSettings, type Settings } from '../../run/settings/load.ts'
import { UsageError } from '../../std/usage-error.ts'
import { treeOf } from '../../system/tree.ts'

/** Of agents that we start. */
const NOT_HERE = ['agent', 'agent-cmd', 'sandbox', 'turn-timeout', 'max-wait', 'max-cost', 'max-tokens', 'dry-run']

export const adopt: Command = {
  summary:
    "Begins a loop whose turns this assistant's session takes: its Stop hook lets it go when the criterion is verified, or a limit is reached.",
  usage: 'agent-loop adopt "<task>" [-c "<criterion>"] [--session ID] | adopt --resume <loop-id>',
  flags: {
    ...Object.fromEntries(Object.entries(LOOP_FLAGS).filter(([name]) => !NOT_HERE.includes(name))),
    ...HOST_FLAGS,
    'no-daemon': { takes: 'nothing', says: 'accepted for older scripts; adopting a loop never starts a daemon' },
    resume: { takes: 'text', says: 'take up this loop of an assistant in this session' },
  },

  async run(context) {
    const { env, cwd, flags, err, signal } = context
    const settings = await loadSettings(givenSettings(flags), env, treeOf(cwd))
    const host = hostHere(env, givenHost(flags))
    const loops = createAgentLoop({
      cwd,
      env,
      stateDirectory: settings.stateDirectory,
      onWarning: message => err(`agent-loop: ${message}`),
    })
    const id = flags.text('resume')
    const state =
      id === undefined
        ? await loops.adopt(await loopAskedFor(context, settings), host, signal)
        : await loops.adoptAgain(id, { host, limits: higher(context, settings) }, signal)
    await show(context, loops, state)
    return state.outcome ? exitCodeOf(state.outcome) : 0
  },
}

/** More than was agreed is a person's decision, and an assistant's shell is no person's. */
function higher({ flags }: CommandContext, { limits, iterationsGiven }: Settings) {
  if (!iterationsGiven && flags.text('timeout') === undefined) return {}
  if (!process.stdin.isTTY)
    throw new UsageError(
      'needs-person',
      'A higher limit needs a person, and there is no terminal.',
      'Begin a new loop.',
    )
  return { ...(iterationsGiven ? { iterations: limits.iterations } : {}), totalMs: limits.totalMs }
}

async function show({ json, out }: CommandContext, loops: AgentLoop, state: LoopState): Promise<void> {
  const { spec, outcome } = state
  const status = outcome?.kind ?? 'running'
  const prompt = outcome ? null : await loops.promptFor(state)
  if (json) return out(JSON.stringify({ loop_id: spec.id, status, ended: outcome && describeOutcome(outcome), prompt }))
  if (outcome) return out(`${spec.id}: ${status.replace('_', ' ')}: ${describeOutcome(outcome)}`)
  out(`${spec.id}: this session takes its turns now. Each time it stops, the work is verified first.\n`)
  out(prompt ?? spec.task)
}
