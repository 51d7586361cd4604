export interface Tokens {
  /** All that was read, what came from a cache included. */
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

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
