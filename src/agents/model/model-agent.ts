import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { ModelMessage, TextStreamPart, ToolSet } from 'ai'
import { formatDuration } from '../../std/duration.ts'
import { type Agent, type AgentPorts, type Turn, type TurnRequest, UNKNOWN_USAGE } from '../agent.ts'
import { describeAgent, type ModelAgentConfig } from '../config.ts'
import { doing, type Fact, toolFact } from '../fact.ts'
import { failureOf } from '../models/failure.ts'
import { type LoadedModel, loadModel } from '../models/load.ts'
import { hasPrice, tokensIn, usageWith } from '../models/used.ts'
import { asksSomething } from '../question.ts'
import { type AgentReport, openReport, type Report } from '../report.ts'
import { troubleOf } from '../trouble.ts'
import { inTrouble } from '../turn-end.ts'
import { type OpenTools, openTools } from './tools.ts'

/** The built-in coding agent, for people who have an API key or a model server and no agent. */
export async function modelAgent(config: ModelAgentConfig, ports: AgentPorts): Promise<Agent> {
  const loaded = await loadModel(config.model, ports.env)
  const memory: Memory = { latest: null }
  return {
    name: describeAgent(config),
    tells: { tokens: true, usd: await hasPrice(config.model) },
    async turn(request) {
      const began = performance.now()
      const turn = await takeTurn(request, { config, ports, loaded, memory })
      return { ...UNKNOWN_USAGE, answer: '', exitCode: null, ...turn, durationMs: performance.now() - began }
    },
  }
}

/** The conversation for `continue`. It ends with this process: a loop that another process resumes starts a new one. */
interface Memory {
  latest: { readonly session: string; readonly messages: readonly ModelMessage[] } | null
}

interface Means {
  readonly config: ModelAgentConfig
  readonly ports: AgentPorts
  readonly loaded: LoadedModel
  readonly memory: Memory
}

const STEPS = 100
const RETRIES = 1
const LONGEST = 8_000_000

const SYSTEM = [
  'You are a coding agent. You work in the working directory of your tools; give paths relative to it.',
  'Read the code before you change it, make the smallest change that does the task, and check your work if you can.',
  'Nobody can answer questions: decide and continue. When you are done, end with a short summary of what you did.',
].join('\n')

type Ended = Pick<Turn, 'ended' | 'error'> & Partial<Turn>

async function takeTurn(request: TurnRequest, means: Means): Promise<Ended> {
  if (request.signal.aborted) return { ended: 'aborted', error: 'stopped' }
  const there = await realpath(request.workspace).catch(() => null)
  if (there === null) return { ended: 'unusable', error: `the folder ${request.workspace} does not exist` }
  const late = AbortSignal.timeout(request.timeoutMs)
  const enough = new AbortController()
  const signal = AbortSignal.any([request.signal, late, enough.signal])
  const report = openReport(request)
  const tools = openTools(means.loaded.sdk, { ...means, request, signal })
  const heard = await converse(request, { ...means, tools, report, signal, stop: () => enough.abort() })
  // A stopped turn is over only when everything that it started has ended.
  await tools.idle()
  const told = report.told()
  const facts = {
    answer: told.answer,
    tools: told.tools,
    session: heard.session,
    usage: await usageWith(means.config.model, told.tokens),
  }
  if (request.signal.aborted) return { ...facts, ended: 'aborted', error: 'stopped' }
  if (late.aborted) return { ...facts, ended: 'failed', error: `took longer than ${formatDuration(request.timeoutMs)}` }
  if (enough.signal.aborted) return { ...facts, ended: 'failed', error: `its output exceeded ${LONGEST / 1e6} MB` }
  return { ...facts, ...endOf(told, heard.finish) }
}

interface Talk extends Means {
  readonly tools: OpenTools
  readonly report: Report
  readonly signal: AbortSignal
  readonly stop: () => void
}

interface Heard {
  readonly session: string | null
  /** Why the model's last answer ended; null when there was none. */
  readonly finish: string | null
}

async function converse(request: TurnRequest, talk: Talk): Promise<Heard> {
  const { loaded, memory, report, signal } = talk
  const before = memory.latest !== null && memory.latest.session === request.session ? memory.latest : null
  const session = before?.session ?? randomUUID()
  const messages: ModelMessage[] = [...(before?.messages ?? []), { role: 'user', content: request.prompt }]
  let [finish, length]: [string | null, number] = [null, 0]
  try {
    const stream = loaded.sdk.streamText({
      model: loaded.model,
      system: SYSTEM,
      messages,
      tools: talk.tools.tools,
      stopWhen: loaded.sdk.stepCountIs(STEPS),
      abortSignal: signal,
      maxRetries: RETRIES,
      // Errors come with the stream, and the library would also print them.
      onError: () => {},
    })
    for await (const part of stream.fullStream) {
      report.hear(factsOf(part))
      if (part.type === 'finish') finish = part.finishReason
      if (part.type === 'text-delta' || part.type === 'tool-input-delta' || part.type === 'reasoning-delta')
        length += part.type === 'tool-input-delta' ? part.delta.length : part.text.length
      if (length > LONGEST) talk.stop()
    }
    if (finish === null || finish === 'error' || signal.aborted) return { session: null, finish }
    memory.latest = { session, messages: [...messages, ...(await stream.response).messages] }
    return { session, finish }
  } catch (error) {
    report.hear([troubleFact(error)])
    return { session: null, finish }
  }
}

/** Converts one part of a model's stream to facts. */
function factsOf(part: TextStreamPart<ToolSet>): Fact[] {
  switch (part.type) {
    case 'text-delta':
      return [{ kind: 'text', text: part.text, part: true }]
    case 'text-end':
      return [{ kind: 'text', text: '\n', part: true }]
    case 'tool-call':
      return [doing(part.toolName, part.input)]
    case 'tool-result':
      return [toolFact(part.toolName, false, part.output)]
    case 'tool-error':
      return [toolFact(part.toolName, true, failureOf(part.error).message)]
    case 'finish-step':
      return [{ kind: 'used', by: 'step', tokens: tokensIn(part.usage), usd: null }]
    case 'error':
      return [troubleFact(part.error)]
    default:
      return []
  }
}

const troubleFact = (error: unknown): Fact => ({ kind: 'trouble', trouble: troubleOf(failureOf(error)) })

/** A model that stops calling tools claims to be done. One that was cut off, or ran out of steps, does not. */
function endOf(told: AgentReport, finish: string | null): Ended {
  if (told.trouble !== null) return inTrouble(told.trouble)
  if (finish === 'length' || finish === 'tool-calls') return { ended: 'wants-more', error: null }
  if (finish !== 'stop') return { ended: 'failed', error: `the model stopped: ${finish ?? 'without a reason'}` }
  return { ended: asksSomething(told.answer) ? 'asks' : 'claims-done', error: null }
}
