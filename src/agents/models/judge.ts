import { randomBytes } from 'node:crypto'
import {
  type Judge,
  JudgeFailure,
  type JudgeRequest,
  type JudgeVerdict,
  verdictIn,
} from '../../check/completion/judge.ts'
import { judgePrompt } from '../../check/completion/judge-prompt.ts'
import { formatDuration } from '../../std/duration.ts'
import { NO_USAGE, type Usage } from '../../std/usage.ts'
import type { Environment } from '../../system/shell.ts'
import { describeModel, type ModelConfig } from './config.ts'
import { failureOf } from './failure.ts'
import { type LoadedModel, loadModel, type Sdk } from './load.ts'
import { hasPrice, tokensIn, usageWith } from './used.ts'

export interface ModelJudgeOptions {
  readonly env: Environment
  /** For one judgment. */
  readonly timeoutMs: number
  /** How often a busy service is called again; twice by default. */
  readonly retries?: number
}

const RETRIES = 2

/** A judge that is a language model. Rejects with a `UsageError` when its package or its key is missing. */
export async function modelJudge(config: ModelConfig, options: ModelJudgeOptions): Promise<Judge> {
  const loaded = await loadModel(config, options.env)
  return {
    tells: { tokens: true, usd: await hasPrice(config) },
    judge: (request, signal) => judgement(request, { ...options, config, loaded, signal }),
  }
}

interface Asking extends ModelJudgeOptions {
  readonly config: ModelConfig
  readonly loaded: LoadedModel
  readonly signal: AbortSignal
}

async function judgement(request: JudgeRequest, asking: Asking): Promise<JudgeVerdict> {
  const { config, loaded, timeoutMs, retries = RETRIES } = asking
  const { sdk, model } = loaded
  const late = AbortSignal.timeout(timeoutMs)
  const fence = randomBytes(12).toString('hex')
  try {
    const answer = await sdk.generateText({
      model,
      ...judgePrompt(request, fence),
      output: sdk.Output.object({ schema: verdictSchema(sdk), name: 'verdict' }),
      abortSignal: AbortSignal.any([asking.signal, late]),
      maxRetries: retries,
    })
    return { ...verdictIn(answer.output), usage: await usageWith(config, tokensIn(answer.totalUsage)) }
  } catch (error) {
    const { message } = failureOf(error)
    const because = late.aborted ? `no answer within ${formatDuration(timeoutMs)}` : message
    throw new JudgeFailure(`the judge ${describeModel(config)}: ${because}`, await usageOfFailure(error, asking))
  }
}

const VERDICT = {
  type: 'object',
  // The reason comes first, so that the model reasons before it decides.
  properties: { reason: { type: 'string' }, verdict: { type: 'string', enum: ['yes', 'no'] } },
  required: ['reason', 'verdict'],
  additionalProperties: false,
} satisfies Parameters<Sdk['jsonSchema']>[0]

const verdictSchema = (sdk: Sdk) =>
  sdk.jsonSchema<Pick<JudgeVerdict, 'verdict' | 'reason'>>(VERDICT, {
    validate(value) {
      try {
        return { success: true, value: verdictIn(value) }
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) }
      }
    },
  })

/** An answer without a verdict was paid for; a refused request was not. For anything else the usage is unknown. */
async function usageOfFailure(error: unknown, { config, loaded: { sdk } }: Asking): Promise<Usage | null> {
  if (sdk.NoObjectGeneratedError.isInstance(error)) return await usageWith(config, tokensIn(error.usage))
  return failureOf(error).status === null ? null : NO_USAGE
}
