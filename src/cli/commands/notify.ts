import { testNotice } from '../../run/notify/notice.ts'
import { sendNotice } from '../../run/notify/notifier.ts'
import { trustedChannels } from '../../run/request/trusted-settings.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { nodeShell } from '../../system/shell.ts'
import { userConfigFolder } from '../../system/state-home.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { safeLine } from '../safe-text.ts'
import { standardTerminal } from '../view/terminal.ts'

const USAGE = 'agent-loop notify test'

export const notify: Command = {
  summary:
    'Sends a test message through every notification that is configured for this project, and reports which ones arrived.',
  usage: USAGE,
  settings: ['trust-config'],
  flags: {},

  async run(context) {
    const [action, extra] = context.positionals
    if (action !== 'test' || extra !== undefined) throw argumentProblem('notify-expected', { usage: USAGE })
    const channels = await trustedChannels(context)
    if (channels.length === 0) throw cliProblem('no-notifications', { folder: userConfigFolder(context.env) })
    const { env, cwd, terminal, json, out } = context
    const ports = { env, cwd, shell: nodeShell, terminal: terminal && !json ? standardTerminal.writeNow : undefined }
    const notice = testNotice(cwd)
    const sent = await Promise.all(
      channels.map(async channel => ({ channel: channel.kind, problem: await sendNotice(channel, notice, ports) })),
    )
    if (json) out(JSON.stringify({ sent: sent.map(each => ({ ...each, delivered: each.problem === null })) }))
    else
      for (const { channel, problem } of sent)
        out(problem === null ? `✓ ${channel}: delivered` : `✗ ${channel}: ${safeLine(problem)}`)
    return sent.every(({ problem }) => problem === null) ? EXIT.verified : EXIT.limit
  },
}
