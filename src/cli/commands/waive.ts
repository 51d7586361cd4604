import { userInfo } from 'node:os'
import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { looksLikeLoopId } from '../../loop/loop-id.ts'
import { isSameTest } from '../../loop/reasons.ts'
import type { LoopState } from '../../loop/state.ts'
import { findingId, namedFinding, nameOf, type Waiver } from '../../proof/waiver.ts'
import { createAgentLoop } from '../../run/agent-loop.ts'
import { runProblem } from '../../run/problems.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { isInsideHostOf } from '../../run/steer/inside-turn.ts'
import { refuseRunning } from '../../run/steer/waive.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { argumentProblem } from '../argument-problems.ts'
import { confirmed } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { idRequired, inProjectOfLoop } from '../project-of-loop.ts'
import { safeLine } from '../safe-text.ts'

const USAGE = 'agent-loop waive <loop-id> <finding> --reason "…"'

export const waive: Command = {
  summary:
    'Accepts a finding of a loop, or a test that contradicts its task. Works only at a terminal, and only while the loop is stopped. Agents cannot use it.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    reason: { takes: 'text', says: 'why the finding is acceptable; shown in the report and the receipt' },
  },

  async run(asked) {
    const [first, second] = asked.positionals
    if (first !== undefined && second === undefined && !looksLikeLoopId(first))
      throw await idRequired(asked, `waive {id} ${shellQuote(first)} --reason "…"`)
    const context = await inProjectOfLoop(asked)
    const [id, name, extra] = context.positionals
    const reason = context.flags.text('reason')?.trim() ?? ''
    if (id === undefined || name === undefined || extra !== undefined || reason === '')
      throw argumentProblem('loop-finding-and-reason-expected', { usage: USAGE })
    const layout = await layoutHere(context)
    const journal = /^[\w.-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
    const state = journal && fold(journal.events)
    if (!state) throw runProblem('no-such-loop', { id })
    if (await isInsideHostOf(layout, state.spec)) throw cliProblem('waive-inside-turn', {})
    if (!context.terminal || !process.stdin.isTTY) throw cliProblem('waive-needs-terminal', {})
    await refuseRunning({ disk: nodeDisk('private'), layout }, state.spec)
    const meant = meantBy(name, state, journal.events)
    const waiver: Waiver = { ...meant, reason: reason.slice(0, LONGEST), by: userInfo().username }
    context.out(`${id}: ${safeLine(nameOf(waiver))}`)
    if (!(await confirmed('Waive this? The report and the receipt will name you.'))) return EXIT.limit
    return await write(id, waiver, context)
  },
}

const LONGEST = 1_000

/** Only findings that the loop has can be waived: a mistyped name would never match anything. */
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
  throw cliProblem('loop-lacks-finding', { name: safeLine(name), has: ids.map(safeLine) })
}

function testMeant(name: string, { failing }: LoopState): string {
  const ids = (failing?.ids ?? []).filter(id => isSameTest(name, id))
  const [only] = ids
  if (only !== undefined && ids.length === 1) return only
  throw cliProblem('not-one-failing-test', {
    name: safeLine(name),
    matches: ids.length,
    failing: (failing?.ids ?? []).map(safeLine),
  })
}

async function write(id: string, waiver: Waiver, context: CommandContext): Promise<number> {
  const layout = await layoutHere(context)
  await createAgentLoop({ cwd: context.cwd, env: context.env, stateDirectory: layout.view }).waive(id, waiver)
  context.out(`Waived: ${safeLine(nameOf(waiver))}`)
  context.out(`To check the work again, without a new turn: agent-loop resume ${id}`)
  return EXIT.verified
}
