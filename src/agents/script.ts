import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolResult } from '../check/completion/completion-check.ts'
import { parseDuration } from '../std/duration.ts'
import { unreachable } from '../std/unreachable.ts'
import type { Usage } from '../std/usage.ts'
import type { Agent, AgentPorts, Turn, TurnRequest } from './agent.ts'
import { lastWords } from './answer.ts'
import { type AgentScript, readScript, type ScriptStep } from './script-file.ts'

/** An agent that follows a file, turn by turn: for the demo, for tests, and to try a criterion without a model. */
export async function scriptAgent(path: string, ports: AgentPorts): Promise<Agent> {
  const script = await readScript(path)
  const tells = { tokens: tellsOf(script, 'tokens'), usd: tellsOf(script, 'usd') }
  const limited = new Set<number>()
  return { name: `script:${path}`, tells, turn: request => playTurn(script, { request, ports, limited }) }
}

const tellsOf = ({ turns }: AgentScript, what: keyof Usage): boolean =>
  turns.some(steps => steps.some(step => 'usage' in step && step.usage[what] !== undefined))

type StepEnd = { readonly kind: 'next' } | ({ readonly kind: 'end' } & Ending)

interface Ending {
  readonly ended: Turn['ended']
  readonly exitCode: number
  readonly error: string | null
}

/** What a turn has reported so far, besides its end. */
interface Told {
  session: string | null
  usage: Usage | null
  retryAfterMs: number | null
  readonly tools: ToolResult[]
}

async function playTurn(script: AgentScript, { request, ports, limited }: Omit<Stage, 'told'>): Promise<Turn> {
  const began = performance.now()
  let said = ''
  const onText = (text: string): void => {
    said = lastWords(said + text)
    request.onText(text)
  }
  const told: Told = { session: request.session, usage: null, retryAfterMs: null, tools: [] }
  const stage: Stage = { request: { ...request, onText }, ports, limited, told }
  const ending = await playSteps(stepsOf(script, request.iteration), stage)
  const facts = { ...told, answer: said, durationMs: performance.now() - began }
  if (request.signal.aborted) return { ...facts, ended: 'aborted', exitCode: null, error: 'stopped' }
  return { ...facts, ended: ending.ended, exitCode: ending.exitCode, error: ending.error }
}

interface Stage {
  readonly request: TurnRequest
  readonly ports: AgentPorts
  /** Turns whose rate limit was already reported. When the turn is repeated, the step is skipped. */
  readonly limited: Set<number>
  readonly told: Told
}

/** If a loop takes more turns than the script has, the last one is repeated. */
const stepsOf = ({ turns }: AgentScript, iteration: number): readonly ScriptStep[] =>
  turns[Math.min(iteration, turns.length) - 1] ?? []

async function playSteps(steps: readonly ScriptStep[], stage: Stage): Promise<Ending> {
  let claims = true
  const { request } = stage
  const deadline = performance.now() + request.timeoutMs
  try {
    for (const step of steps) {
      if ('claim' in step) claims = step.claim
      const left = deadline - performance.now()
      if (left <= 0) return tooLong(request)
      const end = await play(step, { ...stage, request: { ...request, timeoutMs: left } })
      if (end.kind === 'end') return end
    }
    return { ended: claims ? 'claims-done' : 'wants-more', exitCode: 0, error: null }
  } catch (error) {
    return { ended: 'failed', exitCode: 1, error: error instanceof Error ? error.message : String(error) }
  }
}

async function play(step: ScriptStep, stage: Stage): Promise<StepEnd> {
  const { request, ports } = stage
  const inside = (file: string): string => confined(request.workspace, file)
  if ('say' in step) request.onText(`${step.say}\n`)
  else if ('write' in step) await writeInto(inside(step.write.file), step.write.text)
  else if ('edit' in step) await edit(inside(step.edit.file), step.edit)
  else if ('remove' in step) await rm(inside(step.remove), { recursive: true, force: true })
  else if ('run' in step) return await runStep(step.run, request, ports)
  else if ('sleep' in step) return await pause(step.sleep, request)
  else if ('crash' in step)
    return { kind: 'end', ended: 'failed', exitCode: step.crash, error: `exit code ${step.crash}` }
  else if (!('claim' in step)) return tell(step, stage)
  return { kind: 'next' }
}

type TellingStep = Extract<
  ScriptStep,
  { ask: unknown } | { usage: unknown } | { session: unknown } | { rate_limit: unknown } | { tool: unknown }
>

/** Steps that change nothing: what a real agent would report about its turn. */
function tell(step: TellingStep, { request, limited, told }: Stage): StepEnd {
  if ('ask' in step) {
    request.onText(`${step.ask}\n`)
    return { kind: 'end', ended: 'asks', exitCode: 0, error: null }
  }
  if ('rate_limit' in step) {
    if (limited.has(request.iteration)) return { kind: 'next' }
    limited.add(request.iteration)
    const length = parseDuration(step.rate_limit)
    told.retryAfterMs = length.ok ? length.value : null
    return { kind: 'end', ended: 'rate-limited', exitCode: 1, error: `rate limited for ${step.rate_limit}` }
  }
  if ('usage' in step) told.usage = { tokens: step.usage.tokens ?? null, usd: step.usage.usd ?? null }
  else if ('session' in step) told.session = step.session
  else if ('tool' in step)
    told.tools.push({ tool: step.tool.name, is_error: step.tool.is_error ?? false, content: step.tool.content })
  else unreachable(step)
  return { kind: 'next' }
}

async function writeInto(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function edit(
  path: string,
  { find, replace }: { readonly find: string; readonly replace: string },
): Promise<void> {
  const before = await readFile(path, 'utf8')
  if (!before.includes(find)) throw new Error(`${path} does not contain: ${find}`)
  await writeFile(
    path,
    before.replaceAll(find, () => replace),
  )
}

async function runStep(command: string, request: TurnRequest, { shell, env, nonce }: AgentPorts): Promise<StepEnd> {
  const { workspace: cwd, timeoutMs, signal, onText: onOutput } = request
  const result = await shell.run({
    command,
    cwd,
    env: { ...env, ...request.variables },
    nonce,
    timeoutMs,
    signal,
    onOutput,
    stdin: request.prompt,
  })
  if (result.kind === 'not-started') throw new Error(result.because)
  return result.kind === 'timed-out' ? tooLong(request) : { kind: 'next' }
}

async function pause(text: string, request: TurnRequest): Promise<StepEnd> {
  const length = parseDuration(text)
  const ms = length.ok ? length.value : 0
  await sleep(Math.min(ms, request.timeoutMs), null, { signal: request.signal }).catch(() => {})
  return ms > request.timeoutMs && !request.signal.aborted ? tooLong(request) : { kind: 'next' }
}

const tooLong = ({ iteration }: TurnRequest) =>
  ({
    kind: 'end',
    ended: 'failed',
    exitCode: 1,
    error: `turn ${iteration} of the script took longer than its time limit`,
  }) as const

function confined(workspace: string, file: string): string {
  const path = resolve(workspace, file)
  const inner = relative(workspace, path)
  if (inner.startsWith('..') || isAbsolute(inner)) throw new Error(`${file} is outside the working directory`)
  return path
}
