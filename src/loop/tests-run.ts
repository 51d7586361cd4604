import type { Evidence } from './events.ts'

/** How many tests ran, skipped ones left out; null when the output does not say. */
export function testsRun(evidence: readonly Evidence[]): number | null {
  const counted = evidence.flatMap(({ tests }) => (tests ? [tests.total - tests.skipped] : []))
  return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0)
}
