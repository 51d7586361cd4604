import { parseDuration } from '../../std/duration.ts'
import { safeJson } from '../../std/safe-json.ts'
import { readHistory } from '../../store/history/history.ts'
import { summarize } from '../../store/history/summary.ts'
import { spendingIn } from '../../store/layout.ts'
import { openSpending } from '../../store/spending/spending.ts'
import { nodeDisk } from '../../system/disk.ts'
import { stateHome } from '../../system/state-home.ts'
import { plural } from '../../tools/reading/totals.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { historyLines } from '../history-lines.ts'

const USAGE = 'agent-loop history [--since 30d]'
const SINCE = '30d'

export const history: Command = {
  summary:
    'Shows statistics of the ended loops of all your projects, by project, agent, model, and kind of task: how many, how many verified, turns, time, tokens, cost, and frequent findings.',
  usage: USAGE,
  settings: [],
  flags: {
    since: { takes: 'text', placeholder: 'TIME', says: `how far back to look, such as 7d or 12h (default: ${SINCE})` },
  },

  async run({ positionals: [extra], flags, env, json, out }) {
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const given = flags.text('since') ?? SINCE
    const length = parseDuration(given)
    const start = length.ok ? new Date(Date.now() - length.value) : null
    if (start === null || Number.isNaN(start.getTime()))
      throw argumentProblem('not-a-time', { text: given, usage: USAGE })
    const [disk, home, since] = [nodeDisk('private'), stateHome(env), start.toISOString()]
    const summary = summarize(await readHistory(disk, home, since))
    const today = await openSpending({ disk, folder: spendingIn(home), now: () => new Date() }).today()
    if (json) out(safeJson({ since, ...summary, today: { usd: today.usd, turns_without_cost: today.unknown } }))
    else for (const line of [...historyLines(summary), '', todayLine(today)]) out(line)
    return 0
  },
}

const todayLine = ({ usd, unknown }: { readonly usd: number; readonly unknown: number }): string =>
  `today: $${usd.toFixed(2)} over all loops${unknown === 0 ? '' : `, and ${plural(unknown, 'turn')} that did not report the cost`}`
