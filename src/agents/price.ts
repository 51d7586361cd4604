import type { Usage } from './agent.ts'
import type { Tokens } from './fact.ts'
import type { Told } from './report.ts'

/** What a number of tokens costs with a model, in US dollars; null for a model that the list of prices does not know. */
export type Price = (model: string, tokens: Tokens) => number | null

/** The list is half a megabyte, so it is read only where somebody asks for a price. */
export async function loadPrices(): Promise<Price> {
  const { calcPrice } = await import('@pydantic/genai-prices')
  return (model, tokens) => {
    const usage = {
      input_tokens: tokens.input,
      cache_read_tokens: tokens.cacheRead,
      cache_write_tokens: tokens.cacheWrite,
      output_tokens: tokens.output,
    }
    // `provider/model` is how some programs name what they call.
    const names = [model, model.slice(model.lastIndexOf('/') + 1)]
    for (const name of names) {
      const found = priced(() => calcPrice(usage, name)?.total_price ?? null)
      if (found !== null) return found
    }
    return null
  }
}

function priced(calculate: () => number | null): number | null {
  try {
    return calculate()
  } catch {
    return null
  }
}

/** Whether the price of a model is known before anything was used. */
export const isPriced = async (model: string): Promise<boolean> =>
  (await loadPrices())(model, { input: 1_000, output: 1_000, cacheRead: 0, cacheWrite: 0 }) !== null

/** What a turn used: the program's own word first, else its tokens at the price of its model. Unknown stays unknown. */
export async function usageOf(told: Told, model: string | null): Promise<Usage | null> {
  const { tokens, usd } = told
  const count = tokens === null ? null : tokens.input + tokens.output
  // Programs write 0 for a model whose price they do not know.
  if (usd !== null && (usd > 0 || count === 0)) return { tokens: count, usd }
  if (tokens === null || count === null) return null
  const name = told.model ?? model
  return { tokens: count, usd: name === null ? null : (await loadPrices())(name, tokens) }
}
