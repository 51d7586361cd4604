import { install, installedBin, versionOf } from '../../scripts/install-agents.mjs'
import { type ModelFailure, TOKENS_A_REQUEST } from '../../test/rig/model-server.ts'
import { limitOf, REAL_AGENTS, type RealAgent, realAgent } from '../../test/rig/real-agents.ts'
import { ABORTED, eventsOf, FIXES, LIES, type LoopRun, runReal, WRONG_FILE } from '../../test/rig/real-scenarios.ts'
import { stopHook } from './hooks.ts'

const FULL = ['--permissions', 'full']

interface Cells {
  readonly name: string
  readonly cells: readonly string[]
  readonly good: boolean
}

export interface Driven {
  readonly table: readonly (readonly string[])[]
  /** Every agent that could be installed was driven to the end. */
  readonly good: boolean
}

const FAILURES = ['429 with its end', 'no login', 'protocol', 'stop hook', 's']

export async function driveAll(names: readonly string[]): Promise<Driven> {
  const agents = REAL_AGENTS.filter(({ name }) => names.length === 0 || names.includes(name))
  const rows: Cells[] = []
  for (const agent of agents) {
    const because = await install(agent.name)
    if (agent.protocol) await install(agent.protocol)
    const row =
      because === null
        ? await drive(agent)
        : { name: agent.name, cells: [versionOf(agent.name), `not installable: ${because}`], good: true }
    rows.push(row)
    // It takes minutes: whoever waits wants to see that it goes on.
    console.error([row.name, ...row.cells].join(' · '))
  }
  rows.push(...(await chain(rows.map(({ name }) => name))))
  const head = ['agent', 'version', 'lie, wrong file, fix', ...['session', 'tokens', 'cost', 'aborted'], ...FAILURES]
  const table = rows.map(({ name, cells }) => [name, ...cells, ...head.slice(cells.length + 1).map(() => '')])
  return { table: [head, ...table], good: rows.every(({ good }) => good) }
}

/** Always the same model: left to themselves, some ask another one first which to take. */
const flagsOf = ({ model }: RealAgent): string[] => [...FULL, ...(model === null ? [] : ['--model', model])]

async function drive(agent: RealAgent): Promise<Cells> {
  const began = performance.now()
  const loop = await runReal(agent, {
    script: [LIES, WRONG_FILE, FIXES],
    flags: [...flagsOf(agent), '--strategy', 'continue'],
    timeoutMs: 300_000,
  })
  const aborted = await runReal(agent, { ...ABORTED, flags: flagsOf(agent), timeoutMs: 90_000 })
  const limited = await failing(agent, limitOf(agent), 'rate-limited')
  const refused = await failing(agent, { kind: 'fails', status: 401, message: 'no such key' }, 'unusable')
  const protocol = await byProtocol(agent)
  const hook = await stopHook(agent.name)
  const good = loop.code === 0 && aborted.code === 130 && aborted.left.length === 0 && hook?.good !== false
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const cells = [versionOf(agent.name), ...loopCells(loop), mark(aborted.code === 130 && aborted.left.length === 0)]
  return { name: agent.name, cells: [...cells, limited, refused, protocol, hook?.cell ?? 'has none', seconds], good }
}

/** One whose limit lasts for an hour, and the next that goes on at once with the same turn. */
async function chain(names: readonly string[]): Promise<Cells[]> {
  const [first, next] = [realAgent('claude'), realAgent('codex')]
  if (![first, next].every(({ name }) => names.includes(name) && installedBin(name) !== null)) return []
  const run = await runReal(first, { script: [FIXES], first: [limitOf(first)], others: [next], flags: FULL })
  const turns = eventsOf(run, 'turn-end').map(({ agent, ended, iteration }) => `${agent} ${ended} in turn ${iteration}`)
  const good = run.code === 0 && turns.join() === 'claude rate-limited in turn 1,codex claims-done in turn 1'
  return [
    { name: 'claude,codex', cells: ['', good ? `shown: ${turns.join(', ')}` : `NOT (${run.code}: ${turns})`], good },
  ]
}

const mark = (good: boolean): string => (good ? 'shown' : 'NOT')

function loopCells(run: LoopRun): string[] {
  const verdicts = eventsOf(run, 'check-end').map(({ verdict }) => verdict)
  const refusedTwice = verdicts.join() === 'not_yet,not_yet,verified' && run.left.length === 0
  const turns = eventsOf(run, 'turn-end')
  const sessions = new Set(turns.map(({ session }) => session))
  const goesOn =
    (run.model
      .conversations()
      .at(-1)
      ?.match(/make sum add/g)?.length ?? 0) >= 3
  return [
    refusedTwice ? 'shown' : `NOT (${run.code}: ${verdicts.join(' ')} ${turns.at(-1)?.['error'] ?? ''})`,
    sessions.has(null) ? 'not reported' : goesOn && sessions.size === 1 ? 'goes on' : 'NOT gone on with',
    ...usedCells(run),
  ]
}

interface Used {
  readonly tokens: number | null
  readonly usd: number | null
}

function usedCells(run: LoopRun): [string, string] {
  const turns = eventsOf(run, 'turn-end').map(({ usage }) => (usage ?? { tokens: null, usd: null }) as Used)
  const sum = (what: keyof Used): number | null =>
    turns.every(each => each[what] !== null) ? turns.reduce((total, each) => total + (each[what] ?? 0), 0) : null
  const [tokens, usd] = [sum('tokens'), sum('usd')]
  // Who counts the conversation in every turn would reach a limit too early.
  const used = run.model.requests() * TOKENS_A_REQUEST
  const right = tokens === used ? String(tokens) : `NOT (${tokens} of ${used})`
  return [tokens === null ? 'not reported' : right, usd === null ? 'not reported' : `$${usd.toFixed(4)}`]
}

/** How a failing service is told: by the end of the turn that it leads to. */
async function failing(agent: RealAgent, failure: ModelFailure, expected: string): Promise<string> {
  const run = await runReal(agent, {
    script: [failure],
    flags: [...flagsOf(agent), '--max-wait', '1s', '--turn-timeout', '180s', '--max-iterations', '1'],
    timeoutMs: 300_000,
  })
  const [turn] = eventsOf(run, 'turn-end')
  const after = turn?.['retry_after_ms']
  const reset = typeof after === 'number' ? `, ${Math.round(after / 60_000)} min` : ''
  if (turn?.['ended'] === expected) return `shown${reset}`
  const error = String(turn?.['error'] ?? run.code)
  return error.startsWith('took longer') ? 'not reported: waits in silence' : `NOT (${error.slice(0, 60)})`
}

async function byProtocol(agent: RealAgent): Promise<string> {
  const run = await runReal(agent, {
    script: [LIES, FIXES],
    named: `${agent.name}:acp`,
    // A program of its own that speaks the protocol takes no model from us.
    flags: agent.protocol ? FULL : flagsOf(agent),
    timeoutMs: 180_000,
  })
  if (run.code === 0) return `shown${run.left.length === 0 ? '' : ', LEFT SOME'} (${usedCells(run).join(', ')})`
  return run.code === 2 ? 'not spoken' : String(eventsOf(run, 'turn-end').at(-1)?.['ended'] ?? run.code)
}
