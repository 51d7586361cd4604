import packageJson from '../../../package.json' with { type: 'json' }
import { askToClose } from '../../run/daemon/ask-to-close.ts'
import type { StopVerdict } from '../../run/daemon/envelope.ts'
import { type Adoption, findAdoption, writeAdoption } from '../../store/adoptions.ts'
import { sessionsIn } from '../../store/layout.ts'
import { ancestorsOf, startedBy } from '../../system/ancestry.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { answerFor } from './answer.ts'
import { deadlineOf, HOST_FACTS, type HostName } from './hosts.ts'
import { readInput, writeError, writeOutput } from './plain-streams.ts'
import { readStop, type Stop } from './read-stop.ts'

export interface StopCall {
  /** Who calls, where the payload does not tell. */
  readonly host: HostName
  /** How long the host waits, where that is not its default. */
  readonly timeout: string | undefined
  readonly env: Environment
}

/**
 * Answers the stop of an assistant's session. An assistant waits for this after every turn, also where no loop is: whatever is not
 * needed to ask a daemon stays unloaded until there is none to ask. Resolves to the exit code.
 */
export async function stop(call: StopCall): Promise<number> {
  try {
    return await answered(call)
  } catch (error) {
    // A hook that is broken keeps nobody, and nothing was marked as done by it.
    const says = `agent-loop: the stop could not be checked: ${error instanceof Error ? error.message : String(error)}`
    return leave(answer(call.host, { kind: 'let-go', says }))
  }
}

async function answered({ host, timeout, env }: StopCall): Promise<number> {
  const asked = readStop(JSON.parse(await readInput()), host)
  if (asked === null) throw new Error('the payload names no session')
  const disk = nodeDisk('private')
  const sessions = sessionsIn(stateHome(env))
  const found = await findAdoption(disk, sessions, asked, () => ancestorsOf(process.pid))
  if (found === null || asked.brokenOff) return leave(answer(asked.host, { kind: 'let-go', says: null }))
  const adoption = living(found, asked)
  if (adoption !== found) await writeAdoption(disk, sessions, adoption)
  const left = timeLeft(patienceOf(timeout, asked.host))
  const at = Date.now()
  // The host calls when the turn is over, and a process takes a while to begin.
  const said = { answer: asked.answer, ended: at - process.uptime() * 1000 }
  const ask = { loop: adoption.loop, ...said, at, patienceMs: left() }
  const verdict = await askToClose(stateHome(env), packageJson.version, ask)
  if (verdict !== null) return leave(answer(asked.host, verdict))
  const { closeStop } = await import('./close-stop.ts')
  const closed = await closeStop({ env, err: writeError }, { adoption, said, left })
  const code = answer(asked.host, closed.verdict)
  // What runs here is done again by another process, from where the journal ends; nothing of it may be written down any more.
  return closed.handedOver ? leave(code) : code
}

/** Nothing is left to do, and to take Node apart piece by piece is a tenth of what a stop costs. */
const leave = (code: number): never => process.exit(code)

/** A session that was taken up again has the same name and another process. */
function living(adoption: Adoption, { host }: Stop): Adoption {
  if (isAlive(adoption.host)) return adoption
  return { ...adoption, host: startedBy(process.pid, HOST_FACTS[host].programs) ?? adoption.host }
}

function answer(host: HostName, said: StopVerdict): number {
  const text = answerFor(host, said)
  if (text !== null) writeOutput(text)
  if (said.kind === 'let-go' && said.says !== null) writeError(said.says)
  return 0
}

function patienceOf(timeout: string | undefined, host: HostName): number {
  const seconds = Number(timeout ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 900 : deadlineOf(host)
}

function timeLeft(patienceMs: number): () => number {
  const began = process.hrtime.bigint()
  return () => Math.max(0, patienceMs - Number(process.hrtime.bigint() - began) / 1e6)
}
