import { apply } from '../../src/loop/apply.ts'
import type { CheckFacts, LoopEvent } from '../../src/loop/events.ts'
import type { LoopSpec } from '../../src/loop/state.ts'
import type { Layout } from '../../src/store/layout.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { turnThat } from './loop-parts.ts'
import type { PowerCutDisk } from './power-cut-disk.ts'

const facts: CheckFacts = {
  verdict: 'not_yet',
  missing: 'a `test` fails',
  evidence: [],
  missing_key: 'k',
  findings: [],
  proof: null,
  duration_ms: 1,
}

function turn(common: { readonly loop: string; readonly at: string }, iteration: number): LoopEvent[] {
  const { ended, answer, exitCode, error, durationMs } = turnThat('claims-done')
  const told = { agent: 'agent', ended, answer, exit_code: exitCode, error, duration_ms: durationMs, claims_done: true }
  const rest = { tree: 't', tree_changed: true, session: null, usage: null, retry_after_ms: null, tools: [] }
  return [
    { kind: 'turn-start', ...common, iteration },
    { kind: 'turn-end', ...common, iteration, ...told, ...rest, blocked: [{ reason: 'it contradicts', test: 'x' }] },
    { kind: 'check-end', ...common, iteration, ...facts },
  ]
}

/** The store of a process that is gone. */
export function storeOn(disk: PowerCutDisk, layout: Layout, said: string[]): Store {
  const warn = (message: string): void => void said.push(message)
  const self = { pid: 1, started: 's', boot: 'b' }
  return openStore(layout, { disk, viewDisk: disk, self, warn, onViewTrouble: warn })
}

/** A loop after two turns, on disk and as it is. */
export async function livedLoop(disk: PowerCutDisk, layout: Layout, spec: LoopSpec) {
  const common = { loop: spec.id, at: spec.startedAt }
  const said: string[] = []
  const store = storeOn(disk, layout, said)
  const loop = await store.create(spec)
  let { state } = loop
  const events: LoopEvent[] = [
    { kind: 'baseline-end', ...common, ...facts, tree: 't', sealed: null },
    ...turn(common, 1),
    ...turn(common, 2),
  ]
  for (const event of events) {
    state = apply(state, event)
    await loop.save([event], state)
  }
  return { disk, said, store, state, loop }
}
