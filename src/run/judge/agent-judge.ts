import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent, Turn } from '../../agents/agent.ts'
import { type AgentConfig, describeAgent } from '../../agents/config.ts'
import { createAgent } from '../../agents/create.ts'
import {
  type Judge,
  JudgeFailure,
  type JudgeRequest,
  type JudgeVerdict,
  verdictIn,
} from '../../check/completion/judge.ts'
import { judgePrompt } from '../../check/completion/judge-prompt.ts'
import type { CheckPorts } from '../../check/completion/ports.ts'

/**
 * Another agent as judge. It sees what it is shown and nothing else: it works in an empty folder, where no file of the project can
 * tell it what to answer, and there is nothing that it could change.
 */
export async function agentJudge(config: AgentConfig, ports: CheckPorts): Promise<Judge> {
  const agent = await createAgent(config, ports)
  return { tells: agent.tells, judge: (request, signal) => judgement(agent, request, { config, ports, signal }) }
}

interface Asking {
  readonly config: AgentConfig
  readonly ports: CheckPorts
  readonly signal: AbortSignal
}

async function judgement(agent: Agent, request: JudgeRequest, asking: Asking): Promise<JudgeVerdict> {
  const turn = await askedIn(agent, request, asking)
  const trouble = (because: string): JudgeFailure =>
    new JudgeFailure(`the judge ${describeAgent(asking.config)}: ${because}`, turn.usage)
  if (turn.error !== null) throw trouble(turn.error)
  try {
    return { ...verdictIn(documentAtEnd(turn.answer)), usage: turn.usage }
  } catch (error) {
    throw trouble(error instanceof Error ? error.message : String(error))
  }
}

async function askedIn(agent: Agent, request: JudgeRequest, { ports, signal }: Asking): Promise<Turn> {
  const workspace = await mkdtemp(join(tmpdir(), 'agent-loop-judge-'))
  try {
    const { system, prompt } = judgePrompt(request, randomBytes(12).toString('hex'))
    const promptFile = join(workspace, 'question.md')
    const whole = `${system}\n\n${prompt}\n\nUse no tools. End with the JSON document, and write nothing behind it.\n`
    await writeFile(promptFile, whole)
    return await agent.turn({
      loop: 'judge',
      iteration: 1,
      prompt: whole,
      promptFile,
      workspace,
      variables: {},
      session: null,
      timeoutMs: ports.timeoutMs,
      signal,
      onText: () => {},
    })
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** The JSON document at the end of an answer. A document that is quoted elsewhere in it is not the verdict. */
function documentAtEnd(answer: string): unknown {
  const text = answer
    .trim()
    .replace(/\n?```$/, '')
    .trimEnd()
  if (!text.endsWith('}')) throw new Error('it did not end with a verdict')
  for (let from = text.lastIndexOf('{'); from >= 0; from = text.lastIndexOf('{', from - 1)) {
    try {
      return JSON.parse(text.slice(from))
    } catch {
      if (from === 0) break
    }
  }
  throw new Error('it did not end with a verdict')
}
