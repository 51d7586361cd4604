import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idlePorts, specWith, steppingClock, turnThat } from '../../test/rig/loop-parts.ts'
import { type Agent, TURN_ENDS } from '../agents/agent.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import { fold } from './apply.ts'
import type { LoopEvent } from './events.ts'
import { standardPolicy } from './policy.ts'
import { type LoopPorts, runLoop } from './run.ts'
import { newLoop } from './state.ts'

/** What a check can do when it is asked, well or badly written. */
const answers = ['yes', 'no', 'throws', 'undefined', 'empty', 'aborts'] as const
type Answer = (typeof answers)[number]

interface Script {
  readonly turns: readonly (typeof TURN_ENDS)[number][]
  readonly answers: readonly Answer[]
  readonly changes: readonly boolean[]
  readonly iterations: number
  readonly totalMs: number
}

const scripts: fc.Arbitrary<Script> = fc.record({
  turns: fc.array(fc.constantFrom(...TURN_ENDS), { minLength: 1, maxLength: 12 }),
  answers: fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 14 }),
  changes: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  iterations: fc.integer({ min: 1, max: 8 }),
  totalMs: fc.integer({ min: 1, max: 400 }),
})

/** Plays a loop and writes down what happened in which order. */
async function play(script: Script) {
  const log: string[] = []
  const saved: LoopEvent[] = []
  const abort = new AbortController()
  const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  let [asked, taken] = [0, 0]
  const check: CompletionCheck = {
    description: () => 'done',
    async check() {
      const answer = pick(script.answers, asked++)
      log.push(`check ${answer}`)
      if (answer === 'aborts') abort.abort()
      if (answer === 'throws') throw new Error('the check broke')
      // A check is written by others; the compiler does not stop them from forgetting to return.
      return (
        answer === 'yes' || answer === 'aborts'
          ? null
          : answer === 'no'
            ? `work ${asked}`
            : answer === 'empty'
              ? ''
              : undefined
      ) as string | null
    },
  }
  const agent: Agent = {
    name: 'agent',
    tells: { tokens: false, usd: false },
    async turn({ iteration }) {
      log.push(`turn ${iteration}`)
      return turnThat(pick(script.turns, taken++))
    },
  }
  const ports: LoopPorts = {
    check,
    done: 'done',
    policy: standardPolicy,
    clock: steppingClock(),
    ...idlePorts,
    keepPrompt: async () => '/prompt',
    isStateReached: async () => true,
    keepTree: async () => (pick(script.changes, taken) ? String(log.length) : 'same'),
    save: async events => {
      saved.push(...events)
      return events
    },
    emit: () => {},
    agent: () => agent,
  }
  const start = newLoop(specWith({ iterations: script.iterations, totalMs: script.totalMs }))
  const end = await runLoop(start, ports, abort.signal)
  return { end, log, saved, start, aborted: abort.signal.aborted }
}

/** `npm run bench:mutants` tries few inputs: nearly every change of the loop shows in the first ones. */
const runs = (usual: number): number => Math.ceil(usual * Number(process.env['PROPERTY_SHARE'] ?? 1))

test('no success unless the check passes after the last turn', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async script => {
      const { end, log } = await play(script)
      const succeeded = end.outcome?.kind === 'verified'
      expect(succeeded).toBe(succeeded && log.at(-1) === 'check yes')
    }),
    { numRuns: runs(500) },
  )
})

test('every loop ends, within its limits, and an abort is never a success', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async script => {
      const { end, log, aborted } = await play(script)
      expect(end.phase).toBe('ended')
      expect(end.spent.waitMs).toBeLessThanOrEqual(end.spec.limits.waitMs)
      expect(end.iteration).toBeLessThanOrEqual(script.iterations)
      // A turn that met a rate limit is taken again, under its own number; no other is.
      const taken = log.filter(entry => entry.startsWith('turn'))
      expect([...new Set(taken)]).toEqual(
        Array.from({ length: taken.length }, (_, n) => `turn ${n + 1}`).slice(0, new Set(taken).size),
      )
      expect(taken.length - new Set(taken).size).toBeLessThanOrEqual(
        taken.filter((_, n) => script.turns[n % script.turns.length] === 'rate-limited').length,
      )
      if (aborted) expect(end.outcome?.kind).toBe('aborted')
    }),
    { numRuns: runs(300) },
  )
})

test('what was saved adds up to the state that was lived', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async script => {
      const { end, saved, start } = await play(script)
      const first: LoopEvent = { kind: 'loop-start', loop: start.spec.id, at: start.spec.startedAt, spec: start.spec }
      expect(fold([first, ...saved])).toEqual(end)
    }),
    { numRuns: runs(200) },
  )
})

const base: Script = { turns: ['claims-done'], answers: ['no'], changes: [true], iterations: 3, totalMs: 60_000 }

test('the turn that was paid for is checked, also the last one', async () => {
  const { log } = await play(base)
  expect(log).toEqual(['check no', 'turn 1', 'check no', 'turn 2', 'check no', 'turn 3', 'check no'])
})

test('a check that breaks is asked once more, and then the gate is broken', async () => {
  const { end, log } = await play({ ...base, answers: ['no', 'throws', 'throws'] })
  expect(log).toEqual(['check no', 'turn 1', 'check throws', 'check throws'])
  expect(end.outcome).toMatchObject({ kind: 'gate_broken' })
})

test('a check that recovers counts', async () => {
  const { end } = await play({ ...base, answers: ['no', 'throws', 'yes'] })
  expect(end.outcome).toEqual({ kind: 'verified', because: 'criterion_holds' })
})

test('a state stays small, however long the loop', async () => {
  const { end } = await play({ ...base, iterations: 500 })
  expect(end.iteration).toBe(500)
  expect(JSON.stringify(end).length).toBeLessThan(10_000)
})
