import type { LanguageModelUsage } from 'ai'
import type { Usage } from '../../std/usage.ts'
import type { ModelConfig } from './config.ts'
import { isPriced, loadPrices, type Tokens } from './price.ts'
import { PROVIDERS } from './providers.ts'

/** Null when the service did not say. */
export function tokensIn(usage: LanguageModelUsage | undefined): Tokens | null {
  const { inputTokens, outputTokens, inputTokenDetails: details } = usage ?? {}
  if (inputTokens === undefined || outputTokens === undefined) return null
  return {
    input: inputTokens,
    output: outputTokens,
    cacheRead: details?.cacheReadTokens ?? 0,
    cacheWrite: details?.cacheWriteTokens ?? 0,
  }
}

export async function usageWith({ provider, name }: ModelConfig, tokens: Tokens | null): Promise<Usage | null> {
  if (tokens === null) return null
  const usd = PROVIDERS[provider]?.hasPrices ? (await loadPrices())(name, tokens) : null
  return { tokens: tokens.input + tokens.output, usd }
}

/** Whether the cost of a model is known before it is used. */
export const hasPrice = async ({ provider, name }: ModelConfig): Promise<boolean> =>
  PROVIDERS[provider]?.hasPrices === true && (await isPriced(name))
