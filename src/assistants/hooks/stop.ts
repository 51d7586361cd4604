import { deadlineOf, HOST_FACTS, type HostName } from '../../agents/hosts.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { type Adoption, findAdoption, writeAdoption } from '../../store/adoptions.ts'
import { sessionsIn } from '../../store/layout.ts'
import { ancestorsOf, startedBy } from '../../system/ancestry.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import { stateHome } from '../../system/state-home.ts'
import { answerFor, type StopVerdict } from './answer.ts'
import { readStop, type Stop } from './read-stop.ts'

interface StopCall {
  /** The host that calls, if the payload does not say. */
  readonly host: HostName
  /** How many seconds the host waits, if that is not its default. */
  readonly timeout: string | undefined
}

type StopIo = Pick<RequestContext, 'env' | 'err'> & { readonly out: (line: string) => void }

/** Answers the stop of an assistant's session. An error of ours never keeps the session from ending. */
export async function stop(call: StopCall, io: StopIo): Promise<void> {
  try {
    await answerStop(call, io)
  } catch (error) {
    const says = `agent-loop: the stop could not be checked: ${error instanceof Error ? error.message : String(error)}`
    print(io, call.host, { kind: 'let-go', says })
  }
}

async function answerStop({ host, timeout }: StopCall, io: StopIo): Promise<void> {
  const stopped = readStop(JSON.parse(await readInput()), host)
  if (stopped === null) throw new Error('the payload names no session')
  const disk = nodeDisk('private')
  const sessions = sessionsIn(stateHome(io.env))
  const found = await findAdoption(disk, sessions, stopped, {
    ancestors: () => ancestorsOf(process.pid),
    loopAround: () => loopAroundUs(io.env),
  })
  if (found === null || stopped.brokenOff) return print(io, stopped.host, { kind: 'let-go', says: null })
  const adoption = withLivingHost(found, stopped)
  if (adoption !== found) await writeAdoption(disk, sessions, adoption)
  // Loaded here, because most sessions have no loop and wait for this hook after every turn.
  const { closeStop } = await import('./close-stop.ts')
  const { verdict, handedOver } = await closeStop({
    adoption,
    // The host calls when the turn is over, and a process takes a while to start.
    report: { answer: stopped.answer, ended: Date.now() - process.uptime() * 1000 },
    left: timeLeft(patienceOf(timeout, stopped.host)),
    env: io.env,
    warn: message => io.err(`agent-loop: ${message}`),
  })
  print(io, stopped.host, verdict)
  if (handedOver) await exitNow()
}

/** Loaded late, like everything that most stops do not need. */
const loopAroundUs = async (env: StopIo['env']): Promise<string | null> =>
  (await import('../../run/steer/inside-turn.ts')).loopAround(env, { session: false })

async function readInput(): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece)
  // Cursor writes a byte order mark on some systems.
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

/** Ends the process as soon as its answer is written: the check that still runs in it belongs to another process now. */
const exitNow = (): Promise<never> => new Promise(() => process.stdout.write('', () => process.exit(0)))

/** A session that was resumed has the same name and another process. */
function withLivingHost(adoption: Adoption, { host }: Stop): Adoption {
  if (isAlive(adoption.host)) return adoption
  return { ...adoption, host: startedBy(process.pid, HOST_FACTS[host].programs) ?? adoption.host }
}

function print({ out, err }: StopIo, host: HostName, verdict: StopVerdict): void {
  const text = answerFor(host, verdict)
  if (text !== null) out(text)
  if (verdict.kind === 'let-go' && verdict.says !== null) err(verdict.says)
}

function patienceOf(timeout: string | undefined, host: HostName): number {
  const seconds = Number(timeout ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 900 : deadlineOf(host)
}

function timeLeft(patienceMs: number): () => number {
  const deadline = performance.now() + patienceMs
  return () => Math.max(0, deadline - performance.now())
}
