import packageJson from '../../../../package.json' with { type: 'json' }
import { askToClose } from '../../../daemon/ask-to-close.ts'
import type { Verdict } from '../../../daemon/envelope.ts'
import { ancestorsOf, startedBy } from '../../../host/ancestry.ts'
import { nodeDisk } from '../../../host/disk.ts'
import { stateHome } from '../../../host/places.ts'
import { isAlive } from '../../../host/process-table.ts'
import { UsageError } from '../../../std/usage-error.ts'
import { type Adoption, findAdoption, listAdoptions, writeAdoption } from '../../../store/adoptions.ts'
import { sessionsIn } from '../../../store/layout.ts'
import type { Command, CommandContext } from '../command.ts'
import { answerFor } from '../hosts/answer.ts'
import { deadlineOf, HOST_FACTS, HOSTS, type HostName, isHost } from '../hosts/hosts.ts'
import { readStop, type Stop } from '../hosts/read-stop.ts'

const USAGE = 'agent-loop hook stop [--host NAME] [--timeout SECONDS]'

export const hook: Command = {
  summary:
    'For the Stop hook of an assistant: closes the turn of the loop that its session adopted. Reads the payload on its standard input.',
  usage: USAGE,
  flags: {
    host: { takes: 'text', says: `who calls: ${HOSTS.join(', ')} (claude-code)` },
    timeout: { takes: 'text', says: 'how long the host waits for a hook, in seconds, where that is not its default' },
  },

  async run(context) {
    const [event, loop, extra] = context.positionals
    if (event === 'finish' && loop !== undefined && extra === undefined) return await finish(context, loop)
    const named = context.flags.text('host') ?? 'claude-code'
    if (event !== 'stop' || loop !== undefined || !isHost(named))
      throw new UsageError('bad-arguments', 'Only stop is a hook, of an assistant that is known.', USAGE)
    try {
      return await stop(context, named)
    } catch (error) {
      // A hook that is broken keeps nobody, and nothing was marked as done by it.
      const says = `agent-loop: the stop could not be checked: ${error instanceof Error ? error.message : String(error)}`
      return answer(context, named, { kind: 'let-go', says })
    }
  },
}

async function stop(context: CommandContext, named: HostName): Promise<number> {
  const asked = readStop(JSON.parse(await input()), named)
  if (asked === null) throw new Error('the payload names no session')
  const disk = nodeDisk('private')
  const sessions = sessionsIn(stateHome(context.env))
  const found = await findAdoption(disk, sessions, asked, () => ancestorsOf(process.pid))
  if (found === null || asked.brokenOff) return answer(context, asked.host, { kind: 'let-go', says: null })
  const adoption = living(found, asked)
  if (adoption !== found) await writeAdoption(disk, sessions, adoption)
  const left = timeLeft(deadlineFrom(context, asked.host))
  const ask = { loop: adoption.loop, answer: asked.answer, patienceMs: left() }
  const verdict = await askToClose(stateHome(context.env), packageJson.version, ask)
  if (verdict !== null) return answer(context, asked.host, verdict)
  const { closeStop } = await import('../hosts/close-stop.ts')
  const closed = await closeStop(context, { adoption, answer: asked.answer, left })
  const code = answer(context, asked.host, closed.verdict)
  // What runs here is done again by another process, from where the journal ends; nothing of it may be written down any more.
  if (closed.handedOver) process.exit(code)
  return code
}

/** A session that was taken up again has the same name and another process. */
function living(adoption: Adoption, { host }: Stop): Adoption {
  if (isAlive(adoption.host)) return adoption
  return { ...adoption, host: startedBy(process.pid, HOST_FACTS[host].programs) ?? adoption.host }
}

async function finish(context: CommandContext, loop: string): Promise<number> {
  const sessions = sessionsIn(stateHome(context.env))
  const adoption = (await listAdoptions(nodeDisk('private'), sessions)).find(each => each.loop === loop)
  if (!adoption) throw new UsageError('no-such-loop', `No session takes the turns of ${loop}.`, 'See agent-loop list')
  const { finishStop } = await import('../hosts/close-stop.ts')
  await finishStop(adoption)
  return 0
}

function answer({ out, err }: CommandContext, host: HostName, said: Verdict): number {
  const text = answerFor(host, said)
  if (text !== null) out(text)
  if (said.kind === 'let-go' && said.says !== null) err(said.says)
  return 0
}

function deadlineFrom({ flags }: CommandContext, host: HostName): number {
  const seconds = Number(flags.text('timeout') ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 900 : deadlineOf(host)
}

function timeLeft(patienceMs: number): () => number {
  const began = performance.now()
  return () => Math.max(0, patienceMs - (performance.now() - began))
}

async function input(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  // Cursor on some systems begins with a byte order mark.
  return text.replace(/^\uFEFF/, '')
}
