import type { CompletionCheck } from './completion-check.ts'
import type { CheckConfig } from './config.ts'

const known = new WeakMap<CompletionCheck, CheckConfig>()

/**
 * Remembers a built-in check as data, so that a loop can save it, prove it, and be resumed by another process. Null where the caller
 * passed an object of their own, which no data describes. By identity: a copy with a `check` of its own is not the same check.
 */
export function withData(check: CompletionCheck, data: CheckConfig | null): CompletionCheck {
  if (data !== null) known.set(check, data)
  return check
}

export const dataOf = (check: CompletionCheck): CheckConfig | null => known.get(check) ?? null
