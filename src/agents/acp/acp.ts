import { setTimeout as sleep } from 'node:timers/promises'
import type { Argv, CommandResult, Environment } from '../../system/shell.ts'
import type { Agent, AgentPorts, Turn, TurnRequest } from '../agent.ts'
import { describeAgent, type ProgramConfig } from '../config.ts'
import { usageOf } from '../usage-of.ts'
import { openConnection } from './connection.ts'
import { type AcpPrompt, talk } from './conversation.ts'
import { type Listener, openListener } from './listener.ts'
import { type AcpOutcome, outcomeEnd } from './outcome.ts'

/** How long an agent has to end its turn after a stop request. Processes that its tools started are ended with it. */
const CANCEL_MS = 1_500
const NEVER_MS = 2 ** 31 - 1

/** Any program that supports the Agent Client Protocol on its standard streams. */
export const acpAgent = (config: ProgramConfig, ports: AgentPorts): Agent => ({
  name: describeAgent(config),
  tells: config.program.acpTells,
  turn: request => takeTurn(config, ports, request),
})

async function takeTurn(config: ProgramConfig, ports: AgentPorts, outer: TurnRequest): Promise<Turn> {
  const began = performance.now()
  const late = AbortSignal.timeout(Math.min(outer.timeoutMs, NEVER_MS))
  const request = { ...outer, signal: AbortSignal.any([outer.signal, late]) }
  const listener = openListener(request)
  const kill = new AbortController()
  const { running, asked } = start({ config, ports, request, listener }, kill.signal)
  const outcome = await Promise.race([
    asked,
    running.then((result): AcpOutcome => ({ kind: 'over', result })),
    stopped(request.signal),
  ])
  kill.abort()
  const result = await running
  const told = listener.told()
  const end = outcomeEnd(outcome, {
    told,
    stray: listener.stray(),
    aborted: outer.signal.aborted,
    late: late.aborted ? outer.timeoutMs : null,
  })
  return {
    ...end,
    answer: told.answer,
    durationMs: performance.now() - began,
    exitCode: result.kind === 'exited' ? result.exitCode : null,
    session: told.session ?? request.session,
    usage: await usageOf(told, config.model),
    tools: told.tools,
  }
}

interface Stage {
  readonly config: ProgramConfig
  readonly ports: AgentPorts
  readonly request: TurnRequest
  readonly listener: Listener
}

interface Started {
  readonly running: Promise<CommandResult>
  readonly asked: Promise<AcpOutcome>
}

function start({ config, ports, request, listener }: Stage, signal: AbortSignal): Started {
  const { permissions, program } = config
  const judgement = { permissions, workspace: request.workspace, ask: ports.ask, signal: request.signal }
  const connection = openConnection(listener)
  let begin: (talking: Promise<AcpPrompt>) => void = () => {}
  const asked = new Promise<AcpPrompt>(resolve => {
    begin = resolve
  }).then(
    ({ stopReason }): AcpOutcome => ({ kind: 'answered', stopReason }),
    (error: unknown): AcpOutcome => ({ kind: 'refused', error }),
  )
  const { argv, env } = calledBy(config)
  const running = ports.shell.run({
    command: argv,
    cwd: request.workspace,
    env: { ...program.env, ...ports.env, ...env, ...request.variables },
    nonce: ports.nonce,
    timeoutMs: NEVER_MS,
    signal: request.signal.aborted ? request.signal : signal,
    onOutput: connection.push,
    onErrors: listener.onErrors,
    onStart(stdin) {
      connection.writeTo(stdin)
      begin(talk(connection.stream, { config, request, judgement, ...listener }))
    },
  })
  return { running: running.finally(connection.close), asked }
}

/** The command, with the model name filled in. */
function calledBy({ program, model }: ProgramConfig): { readonly argv: Argv; readonly env: Environment } {
  const [first = program.program, ...rest] = program.acp ?? []
  const named = (word: string): string => word.replaceAll('{model}', () => model ?? '')
  const words = model === null || program.acpModel !== undefined ? [] : (program.model ?? []).map(named)
  const variables = Object.entries(model === null ? {} : (program.acpModel ?? {}))
  return {
    argv: [first, ...rest, ...words],
    env: Object.fromEntries(variables.map(([name, word]) => [name, named(word)])),
  }
}

/** After a stop request an agent has a moment to finish, then it is killed. */
const stopped = (signal: AbortSignal): Promise<AcpOutcome> =>
  new Promise(resolve => {
    const wait = async (): Promise<void> => {
      await sleep(CANCEL_MS)
      resolve({ kind: 'stopped' })
    }
    if (signal.aborted) resolve({ kind: 'stopped' })
    else signal.addEventListener('abort', () => void wait(), { once: true })
  })
