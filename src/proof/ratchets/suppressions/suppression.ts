import type { CheckFamily, ErrorsIn, SuppressionScope } from '../../../tools/protection/protection.ts'

/** A place at which a tool is told to ignore something. */
export interface Suppression {
  readonly tool: string
  readonly family: CheckFamily
  /** `*` for all of them. */
  readonly rule: string
  readonly scope: SuppressionScope
  readonly path: string
  readonly line: number
  /** It has a reason. */
  readonly reasoned: boolean
  /** It counts only where errors were reported before. */
  readonly against?: ErrorsIn | undefined
  /** It silences the compiler. */
  readonly compiler?: true | undefined
}

const WIDTH: Readonly<Record<SuppressionScope, number>> = { line: 0, block: 1, file: 2 }

/** Whether one suppresses everything that the other does. */
export const covers = (wide: Suppression, narrow: Suppression): boolean =>
  wide.tool === narrow.tool && WIDTH[wide.scope] >= WIDTH[narrow.scope] && coversRule(wide.rule, narrow.rule)

export const isWider = (wide: Suppression, narrow: Suppression): boolean =>
  wide.scope !== narrow.scope || wide.rule !== narrow.rule

function coversRule(wide: string, narrow: string): boolean {
  if (wide === '*' || wide === narrow || lastPart(wide) === lastPart(narrow)) return true
  if (narrow === `${wide} (expected)`) return true
  if (/^clippy::(?:all|pedantic|nursery|restriction|style|complexity|correctness|suspicious|perf)$/.test(wide))
    return narrow.startsWith('clippy::')
  if (wide === 'warnings' || wide === 'unused') return true
  // Codes match by prefix: `E5` is all of `E501`, `E502`; `lint/a` is all of `lint/a/b`; `any` is worse than a cast.
  if (wide === 'any') return narrow === 'cast' || narrow === 'inner'
  return narrow.startsWith(wide) && /^(?:[A-Z]+\d*|\w+(?:\/\w+)*)$/.test(wide)
}

const lastPart = (rule: string): string => rule.slice(rule.lastIndexOf('/') + 1)
