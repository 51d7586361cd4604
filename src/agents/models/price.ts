export interface Tokens {
  /** All input tokens, including cached ones. */
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** The cost of a number of tokens in US dollars; null for a model that is not in the price list. */
export type Price = (model: string, tokens: Tokens) => number | null

/** The list is half a megabyte, so it is loaded only when a price is needed. */
export async function loadPrices(): Promise<Price> {
  const { calcPrice } = await import('@pydantic/genai-prices')
  return (model, tokens) => {
    const usage = {
      input_tokens: tokens.input,
      cache_read_tokens: tokens.cacheRead,
      cache_write_tokens: tokens.cacheWrite,
      output_tokens: tokens.output,
    }
    // Some programs name a model as `provider/model`.
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

/** Whether the price of a model is known in advance. */
export const isPriced = async (model: string): Promise<boolean> =>
  (await loadPrices())(model, { input: 1_000, output: 1_000, cacheRead: 0, cacheWrite: 0 }) !== null
