import { INBOX_VARIABLE, leaveWord } from '../../run/steer/inbox.ts'
import { EXIT } from '../../std/exit-codes.ts'
import type { Environment } from '../../system/shell.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { cliProblem } from '../problems.ts'

const EXAMPLE = 'agent-loop blocked --reason "the API key of the test server is missing"'

export const blocked: Command = {
  summary: 'For the agent inside a turn: reports what blocks it, or which test contradicts the task.',
  usage: 'agent-loop blocked [--test "<id>"] --reason "<why>"',
  settings: [],
  flags: {
    test: { takes: 'text', says: 'the test that contradicts the task; the loop continues with the rest' },
    reason: { takes: 'text', says: 'the reason, in one sentence that lets a person decide' },
  },

  async run({ positionals, flags, env, json, out }) {
    const { loop, inbox } = await turnHere(env)
    if (!loop || !inbox) throw cliProblem('outside-turn', {})
    const reason = flags.text('reason')?.trim() ?? ''
    const [extra] = positionals
    if (extra !== undefined) throw argumentProblem('unquoted-text', { argument: extra, what: 'reason', usage: EXAMPLE })
    if (reason === '') throw argumentProblem('reason-missing', { usage: EXAMPLE })
    const test = flags.text('test')?.trim() || null
    await leaveWord(inbox, { reason, test }, env)
    const then =
      test === null
        ? 'The loop ends as blocked after this turn, unless its check passes.'
        : 'Continue with the rest. When only disputed tests fail, the loop ends as blocked and a person decides.'
    out(json ? JSON.stringify({ loop_id: loop, test, reason, then }) : `Recorded for ${loop}. ${then}`)
    return EXIT.verified
  },
}

/** The turn that we are in: one that we started, or one of an assistant whose session adopted a loop. */
async function turnHere(env: Environment): Promise<{ loop?: string | undefined; inbox?: string | null | undefined }> {
  if (env['AGENT_LOOP_ID']) return { loop: env['AGENT_LOOP_ID'], inbox: env[INBOX_VARIABLE] }
  const { adoptedHere, inboxOf } = await import('../../assistants/hooks/adopted-here.ts')
  const adoption = await adoptedHere(env)
  return adoption ? { loop: adoption.loop, inbox: await inboxOf(env, adoption) } : {}
}
