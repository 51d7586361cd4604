import { randomUUID } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import type { CommandResult } from '../../system/shell.ts'
import type { Agent, AgentPorts, Turn, TurnRequest } from '../agent.ts'
import { lastWords } from '../answer.ts'
import type { ProgramConfig } from '../config.ts'
import { describeAgent } from '../config.ts'
import { parsedObject } from '../json.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { isPriced } from '../models/price.ts'
import { openReport, type Report } from '../report.ts'
import { endOf } from '../turn-end.ts'
import { usageOf } from '../usage-of.ts'
import { commandLine } from './command-line.ts'
import { lineSplitter } from './lines.ts'
import { type EventReader, READERS } from './reader.ts'

/** A program that takes one unattended turn and reports line by line. */
export async function headlessAgent(config: ProgramConfig, ports: AgentPorts): Promise<Agent> {
  const { program, model } = config
  const ledger = openLedger(program.counts)
  return {
    name: describeAgent(config),
    tells: {
      tokens: program.tells.tokens,
      usd: program.tells.usd || (program.tells.tokens && model !== null && (await isPriced(model))),
    },
    turn: request => takeTurn(config, { ports, ledger }, request),
  }
}

interface Means {
  readonly ports: AgentPorts
  readonly ledger: Ledger
}

async function takeTurn(config: ProgramConfig, { ports, ledger }: Means, request: TurnRequest): Promise<Turn> {
  const { program, model } = config
  const newSession = `agent-loop-${randomUUID()}`
  const { argv, env } = commandLine(program, {
    ...request,
    newSession,
    model,
    permissions: config.permissions === 'ask' ? 'deny' : config.permissions,
  })
  const report = openReport(request)
  const stray = strayWords()
  const lines = lineSplitter(readLines(program.speaks === 'text' ? null : READERS[program.speaks], report, stray.add))
  const result = await ports.shell.run({
    command: argv,
    cwd: request.workspace,
    // Variables that a person has set take precedence.
    env: { ...env, ...ports.env, ...modeVariables(env, config), ...request.variables },
    nonce: ports.nonce,
    ...(program.stdin ? { stdin: request.prompt } : {}),
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    onOutput: lines.push,
    onErrors: stray.addBytes,
  })
  lines.end()
  return await turnOf(config, { request, result, report, stray: stray.text(), newSession, ledger })
}

/** The person's values of variables that a mode sets: the flag that chose the mode takes precedence over them. */
const modeVariables = (env: Readonly<Record<string, string | undefined>>, { program, permissions }: ProgramConfig) => {
  const mode = permissions === 'ask' ? null : program.modes[permissions]
  return Object.fromEntries(Object.keys(mode?.env ?? {}).map(name => [name, env[name]]))
}

function readLines(reader: EventReader | null, report: Report, stray: (text: string) => void) {
  return (line: string): void => {
    const event = reader === null ? null : parsedObject(line)
    if (event !== null) report.hear(reader?.(event) ?? [])
    else if (reader === null) report.hear([{ kind: 'text', text: `${line}\n`, part: true }])
    else if (line !== '') {
      stray(`${line}\n`)
      report.hear([{ kind: 'aside', text: line }])
    }
  }
}

/** The end of the output outside the report: what a program printed if it died before its report. */
function strayWords() {
  let kept = ''
  const decoder = new StringDecoder('utf8')
  const add = (text: string): void => {
    kept = lastWords(kept + text)
  }
  return { add, addBytes: (bytes: Uint8Array): void => add(decoder.write(Buffer.from(bytes))), text: () => kept }
}

interface Run {
  readonly request: TurnRequest
  readonly result: CommandResult
  readonly report: Report
  readonly stray: string
  readonly newSession: string
  readonly ledger: Ledger
}

async function turnOf({ program, model }: ProgramConfig, run: Run): Promise<Turn> {
  const { request, result, report, stray } = run
  const told = report.told()
  const end = endOf({ result, told, stray, aborted: request.signal.aborted, reports: program.speaks !== 'text' })
  const named = program.fresh.some(word => word.includes('{new_session}'))
  const session = told.session ?? request.session ?? (named ? run.newSession : null)
  return {
    ...end,
    answer: told.answer,
    durationMs: result.durationMs,
    exitCode: result.kind === 'exited' ? result.exitCode : null,
    session: program.resume === null ? null : session,
    usage: await usageOf(run.ledger.turnOf({ ...told, session }, request.session), model),
    tools: told.tools,
  }
}
