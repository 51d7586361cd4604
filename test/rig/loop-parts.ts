import { type Turn, UNKNOWN_USAGE } from '../../src/agents/agent.ts'
import type { LoopPorts } from '../../src/loop/run.ts'
import type { LoopSpec } from '../../src/loop/state.ts'
import { acceptingGate } from '../../src/proof/accepting-gate.ts'

/** A loop that never touches the machine: for tests of the core and of storage. */
export const specWith = (limits: Partial<LoopSpec['limits']> = {}): LoopSpec => ({
  id: 'ralph-a-task-00000001',
  task: 'a task',
  tree: '/tree',
  workspace: '/tree',
  done: 'check',
  check: { kind: 'criterion', criterion: { kind: 'exit_code', command: 'check', expect: 0, said: 'check' } },
  expectNow: 'failing',
  taskClass: null,
  rationale: [],
  acceptance: [],
  agent: { kind: 'command', command: 'agent' },
  otherAgents: [],
  limits: {
    iterations: 5,
    totalMs: 60_000,
    turnMs: 30_000,
    checkMs: 10_000,
    waitMs: 60_000,
    tokens: null,
    usd: null,
    usdPerDay: null,
    ...limits,
  },
  strategy: 'ralph',
  checkWhen: 'every-turn',
  proof: 'fast',
  mayChange: [],
  free: [],
  waive: [],
  quarantine: [],
  acceptClaims: false,
  proofJobs: null,
  restore: false,
  judge: null,
  sandbox: false,
  hooks: { postIteration: null, onVerified: null },
  worktree: null,
  proves: null,
  forkOf: null,
  race: null,
  after: null,
  holdOut: [],
  mutants: false,
  nonce: 'nonce',
  startedAt: '2026-11-15T00:00:00.000Z',
})

export const turnThat = (ended: Turn['ended'], durationMs = 10): Turn => ({
  ...UNKNOWN_USAGE,
  ended,
  answer: 'done!',
  exitCode: ended === 'failed' ? 1 : 0,
  error: ended === 'failed' ? 'exit code 1' : null,
  durationMs,
})

/** Ticks once a look, so that every event has a time of its own. */
export function steppingClock() {
  let time = 0
  return { now: () => 1_763_164_800_000 + time++, elapsed: () => time++ }
}

/** The ports of a loop that are the same in every test of the core. */
export const idlePorts = {
  gate: acceptingGate,
  markTree: async () => ({ tree: null, changed: async () => [] }),
  recall: async () => [],
  variables: () => ({}),
  blockedIn: async () => [],
  changed: async () => null,
  spentToday: async () => null,
  lostMs: () => 0,
  newFence: () => 'fence',
  clean: value => value,
  waitUntil: async () => {},
  afterTurn: async () => {},
  heard: async () => ({ hints: [], pause: null }),
} satisfies Partial<LoopPorts>
