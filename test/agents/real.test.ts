import { describe, expect, test } from 'vitest'
import { installedBin } from '../../scripts/install-agents.mjs'
import { hookedHost } from '../rig/hooked-hosts.ts'
import { AN_HOUR, limitOf, realAgent } from '../rig/real-agents.ts'
import { ADOPTS, runHooked } from '../rig/real-hooks.ts'
import { ABORTED, eventsOf, FIXES, LIES, runReal, WRONG_FILE } from '../rig/real-scenarios.ts'

/** `.ci/e2e` fetches the programs and sets the variable; nothing is fetched here. */
function missing(...names: readonly string[]): string | null {
  if (process.env['AGENT_LOOP_E2E'] === undefined) return 'driven by .ci/e2e'
  const absent = names.filter(name => installedBin(name) === null)
  return absent.length === 0 ? null : `${absent.join(' and ')} not installed`
}

const FULL = ['--permissions', 'full']

describe.concurrent.each(['codex', 'goose'])('%s, the real program, with a scripted model', name => {
  const agent = realAgent(name)
  const real = (title: string, body: () => Promise<void>): void =>
    test(title, async context => {
      const because = missing(name)
      if (because !== null) context.skip(because)
      await body()
    }, 120_000)

  real('lies, then edits the wrong file, then fixes: refused twice, verified the third time', async () => {
    const model = ['--model', agent.model ?? '']
    const run = await runReal(agent, {
      script: [LIES, WRONG_FILE, FIXES],
      flags: [...FULL, ...model, '--strategy', 'continue', '--max-cost', '5'],
    })
    expect(run.err).toBe('')
    expect(run.code).toBe(0)
    expect(eventsOf(run, 'check-end').map(({ verdict }) => verdict)).toEqual(['not_yet', 'not_yet', 'verified'])
    const turns = eventsOf(run, 'turn-end')
    expect(turns).toMatchObject([1, 2, 2].map(asked => ({ ended: 'claims-done', usage: { tokens: 1_200 * asked } })))
    for (const { usage } of turns) expect((usage as { usd: number }).usd).toBeGreaterThan(0)
    // One conversation: what is asked in the third turn stands behind what was asked in the first two.
    expect(new Set(turns.map(({ session }) => session)).size).toBe(1)
    expect(
      run.model
        .conversations()
        .at(-1)
        ?.match(/make sum add/g)?.length,
    ).toBeGreaterThanOrEqual(3)
    expect(run.left).toEqual([])
  })

  real('is stopped in the middle of a turn, and nothing of it is left', async () => {
    const run = await runReal(agent, { ...ABORTED, flags: FULL })
    expect(run.code).toBe(130)
    expect(run.left).toEqual([])
  })

  real('meets a rate limit with its end: longer than the loop may wait is a pause', async () => {
    const run = await runReal(agent, { script: [limitOf(agent)], flags: [...FULL, '--max-wait', '1s'] })
    const [turn] = eventsOf(run, 'turn-end')
    expect(turn).toMatchObject({ ended: 'rate-limited' })
    // Some tell the minute in which it is over, no more.
    expect(Number(turn?.['retry_after_ms']) / 1_000).toBeLessThan(AN_HOUR + 120)
    expect(Number(turn?.['retry_after_ms']) / 1_000).toBeGreaterThan(AN_HOUR / 2)
    expect(run.code).toBe(9)
  })

  real('is not let in: the agent cannot be used', async () => {
    const run = await runReal(agent, { script: [{ kind: 'fails', status: 401, message: 'no such key' }], flags: FULL })
    expect(eventsOf(run, 'turn-end')).toMatchObject([{ ended: 'unusable' }])
    expect(run.code).toBe(7)
  })

  // The protocol for Codex is a program of its own, as large as itself.
  if (name === 'goose')
    real('speaks the protocol as well', async () => {
      const flags = [...FULL, '--model', agent.model ?? '']
      const run = await runReal(agent, { script: [LIES, FIXES], named: `${name}:acp`, flags })
      expect(run.code).toBe(0)
      expect(eventsOf(run, 'turn-end')).toMatchObject([{ ended: 'claims-done' }, { ended: 'claims-done' }])
      expect(run.left).toEqual([])
    })
})

test.concurrent('the next agent goes on when the first has reached its limit', async context => {
  const [codex, goose] = [realAgent('codex'), realAgent('goose')]
  const because = missing('codex', 'goose')
  if (because !== null) context.skip(because)
  const limited = { kind: 'fails', status: 429, message: 'Usage limit. Please try again in 2h.' } as const
  const run = await runReal(codex, { script: [FIXES], first: [limited], others: [goose], flags: FULL })
  expect(run.code).toBe(0)
  expect(eventsOf(run, 'turn-end')).toMatchObject([
    { agent: 'codex', ended: 'rate-limited', iteration: 1 },
    { agent: 'goose', ended: 'claims-done', iteration: 1 },
  ])
  expect(eventsOf(run, 'wait')).toMatchObject([{ agent: 'codex', wait_ms: 0 }])
}, 120_000)

describe.concurrent('our Stop hook in a session of Codex itself', () => {
  const inside = (title: string, body: () => Promise<void>): void =>
    test(title, async context => {
      const because = missing('codex')
      if (because !== null) context.skip(because)
      await body()
    }, 120_000)
  const codex = hookedHost('codex')

  inside('the first stop is told what is missing, the session goes on, the second is let go as verified', async () => {
    const run = await runHooked(codex, { script: [LIES, FIXES], adopts: ADOPTS })
    expect(run.answers).toMatchObject([
      { decision: 'block', reason: expect.stringContaining('expected 5, got -1') },
      { systemMessage: expect.stringContaining('verified after 2 turns') },
    ])
    expect(run.payloads).toMatchObject([{ stop_hook_active: false }, { stop_hook_active: true }])
    expect(new Set(run.payloads.map(payload => payload['session_id'])).size).toBe(1)
    expect(run.loop).toMatchObject({ status: 'verified', iteration: 2 })
    expect(run).toMatchObject({ code: 0, receipt: true, left: [] })
  })

  inside('a model that never fixes it is let go when the budget is spent, and nothing is verified', async () => {
    const run = await runHooked(codex, { script: [LIES], adopts: [...ADOPTS, '--max-iterations', '2'] })
    expect(run.answers).toMatchObject([
      { decision: 'block' },
      { systemMessage: expect.stringContaining('not verified') },
    ])
    expect(run).toMatchObject({ code: 0, receipt: false, loop: { status: 'limit_reached', iteration: 2 } })
  })

  inside('a session in another project is not touched', async () => {
    const run = await runHooked(codex, { script: [LIES], adopts: ADOPTS, elsewhere: true })
    expect(run.answers).toEqual([{}])
    expect(run.loop).toMatchObject({ status: 'running', iteration: 1 })
  })
})
