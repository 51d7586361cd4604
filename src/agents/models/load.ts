import type { LanguageModel } from 'ai'
import type { UsageError } from '../../std/usage-error.ts'
import type { Environment } from '../../system/shell.ts'
import { agentProblem } from '../problems.ts'
import { describeModel, type ModelConfig } from './config.ts'
import { PROVIDERS } from './providers.ts'

export type Sdk = typeof import('ai')

export interface LoadedModel {
  readonly sdk: Sdk
  readonly model: LanguageModel
}

// Not a literal type, so that the bundler leaves the import alone and it is resolved where it is installed.
const SDK: string = 'ai'

/** Both packages are optional: they are needed, and loaded, only when a model is used. */
export async function loadModel(config: ModelConfig, env: Environment): Promise<LoadedModel> {
  const row = PROVIDERS[config.provider]
  if (!row) throw new Error(`no provider ${config.provider}`)
  const apiKey = keyOf(config, env)
  const sdk = (await loaded(SDK, row.package, config)) as Sdk
  // The library would print its warnings between our lines.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const create = (await loaded(row.package, row.package, config))[row.create]
  if (typeof create !== 'function') throw missing(row.package, config)
  const provider: unknown = create({
    name: config.provider,
    baseURL: config.url.replace(/\/+$/, ''),
    ...(apiKey === null ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    includeUsage: true,
  })
  if (typeof provider !== 'function') throw missing(row.package, config)
  return { sdk, model: provider(config.name) as LanguageModel }
}

function keyOf(config: ModelConfig, env: Environment): string | null {
  if (config.keyVariable === null) return null
  const key = env[config.keyVariable]
  if (key) return key
  throw agentProblem('model-key-missing', { model: describeModel(config), variable: config.keyVariable })
}

async function loaded(name: string, needed: string, config: ModelConfig): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(name)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') throw missing(needed, config)
    throw error
  }
}

const missing = (needed: string, config: ModelConfig): UsageError =>
  agentProblem('model-packages-missing', { model: describeModel(config), needed })

/** Whether models can be used here. */
export const isSdkHere = async (): Promise<boolean> =>
  await import(SDK).then(
    () => true,
    () => false,
  )
