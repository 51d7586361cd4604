import type { LoopSpec } from '../../loop/state.ts'

/** Refuses globs that hold nothing out. Most loops have none, so the rest is loaded only where it is used. */
export async function refuseHoldOut(spec: LoopSpec, ours: string): Promise<void> {
  if (spec.holdOut.length > 0) (await import('./hold-out.ts')).refuseEmptyHoldOut(spec, ours)
}
