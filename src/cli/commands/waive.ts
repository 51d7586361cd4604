import { userInfo } from 'node:os'
import { isInsideHostOf } from '../../assistants/hooks/adopted-here.ts'
import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { isSameTest } from '../../loop/reasons.ts'
import type { LoopState } from '../../loop/state.ts'
import { findingId, namedFinding, nameOf, type Waiver } from '../../proof/waiver.ts'
import { createAgentLoop } from '../../run/agent-loop.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { INSIDE_A_TURN } from '../../run/steer/waiver-inbox.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { UsageError } from '../../std/usage-error.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { loopPaths } from '../../store/layout.ts'
import { descendsFrom } from '../../system/ancestry.ts'
import { nodeDisk } from '../../system/disk.ts'
import { confirmed } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { safeLine } from '../safe-text.ts'

const USAGE = 'agent-loop waive <loop-id> <finding> --reason "…"'

export const waive: Command = {
  summary:
    'A person accepts a finding of a loop, or a test that contradicts its task. Only at a terminal, and never for the agent.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    reason: { takes: 'text', says: 'why it is acceptable; shown in the report and the receipt' },
  },

  async run(context) {
    const [id, name, extra] = context.positionals
    const reason = context.flags.text('reason')?.trim() ?? ''
    if (id === undefined || name === undefined || extra !== undefined || reason === '')
      throw new UsageError('bad-arguments', 'A loop, one finding and a reason are expected.', USAGE)
    const layout = await layoutHere(context)
    const journal = /^[\w.-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
    const state = journal && fold(journal.events)
    if (!state) throw new UsageError('no-such-loop', `There is no loop "${id}".`, 'See agent-loop list')
    await refuseAgents(context, state)
    const meant = meantBy(name, state, journal.events)
    const waiver: Waiver = { ...meant, reason: reason.slice(0, LONGEST), by: userInfo().username }
    context.out(`${id}: ${safeLine(nameOf(waiver))}`)
    if (!(await confirmed('Accept this? The report and the receipt will say that you did.'))) return EXIT.limit
    return await write(id, waiver, context)
  },
}

const LONGEST = 1_000

/** Whoever shall be checked does not say what counts: only a person does, and a person has a terminal. */
async function refuseAgents({ terminal, env }: CommandContext, { spec }: LoopState): Promise<void> {
  const isHosted = spec.agent.kind === 'host' && (await isInsideHostOf(env, spec.id))
  if (isHosted || env['AGENT_LOOP_ID'] || descendsFrom(process.pid, [INSIDE_A_TURN, spec.nonce]))
    throw new UsageError(
      'bad-arguments',
      'This is inside a turn: what the agent did is not accepted by the agent.',
      'If a test contradicts the task: agent-loop blocked --test "<id>" --reason "…"',
    )
  if (!terminal || !process.stdin.isTTY)
    throw new UsageError(
      'bad-arguments',
      'A person must confirm this, and there is no terminal.',
      'Where nobody sits: --waive <finding> when the loop is started, or gate.waive in the configuration.',
    )
}

/** Only what this loop has found can be accepted: a mistyped name would wait for ever for its finding. */
function meantBy(
  name: string,
  state: LoopState,
  events: readonly LoopEvent[],
): Pick<Waiver, 'rule' | 'places' | 'test'> {
  const meant = namedFinding(name)
  if (meant.test !== null) return { ...meant, test: testMeant(meant.test, state) }
  const found = events.flatMap(event => (event.kind === 'finding' ? [event.finding] : []))
  if (found.some(finding => finding.rule === name || findingId(finding) === name)) return meant
  const ids = [...new Set(found.map(findingId))]
  throw new UsageError(
    'bad-arguments',
    `This loop has no finding "${safeLine(name)}".`,
    ids.length === 0 ? 'It has none at all; a test is named test:<id>.' : `It has ${ids.map(safeLine).join(', ')}`,
  )
}

function testMeant(said: string, { failing }: LoopState): string {
  const ids = (failing?.ids ?? []).filter(id => isSameTest(said, id))
  const [only] = ids
  if (only !== undefined && ids.length === 1) return only
  throw new UsageError(
    'bad-arguments',
    `${ids.length === 0 ? 'No failing test' : 'More than one failing test'} of this loop is called "${safeLine(said)}".`,
    `Failing are ${(failing?.ids ?? []).map(safeLine).join(', ') || 'none'}`,
  )
}

async function write(id: string, waiver: Waiver, context: CommandContext): Promise<number> {
  const layout = await layoutHere(context)
  const loop = createAgentLoop({ cwd: context.cwd, env: context.env, stateDirectory: layout.view })
  context.err('It counts from the next check on; while a turn runs, this waits for its end.')
  const told = await loop.waive(id, waiver, context.signal)
  if (told === 'not_taken') {
    context.err('agent-loop: The loop did not take it; it may have ended. Try again.')
    return EXIT.gateBroken
  }
  context.out(`Accepted: ${safeLine(nameOf(waiver))}`)
  return EXIT.verified
}
