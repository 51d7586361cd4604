import { expect, test } from 'vitest'
import { livedLoop } from '../../test/rig/lived-loop.ts'
import { specWith } from '../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../test/rig/power-cut-disk.ts'
import { apply } from '../loop/apply.ts'
import { loopEnd } from '../loop/end.ts'
import type { Outcome } from '../loop/outcome.ts'
import { type CapacityPorts, claimPlace, noRoom, releasePlace } from './capacity.ts'
import { layoutFor } from './layout.ts'

const layout = layoutFor('/home', '/tree', '/tree/view')
const spec = specWith()
const OTHER = 'ralph-other-00000000'
const MINUTE = 60_000
/** Nobody on this machine: its process has died. */
const dead = { pid: 1, started: 's', boot: 'b' }

/** A loop that had a place until its process died, and somebody who asks some minutes later. */
async function after(minutes: number, outcome: Outcome | null = null): Promise<CapacityPorts> {
  const disk = new PowerCutDisk()
  const now = (): number => Date.parse(spec.startedAt) + minutes * MINUTE
  const ports = { disk, layout, self: dead, now, warn: () => {} }
  const { loop, state } = await livedLoop(disk, layout, spec)
  expect(await claimPlace(ports, { loop: spec.id, task: spec.task, max: 1 })).toMatchObject({ ok: true })
  if (outcome) {
    const end = loopEnd(state, outcome, spec.startedAt)
    await loop.save([end], apply(state, end))
  }
  return ports
}

const another = (ports: CapacityPorts) => claimPlace(ports, { loop: OTHER, task: 'other', max: 1 })

test('an interrupted loop keeps its place while it may be taken up by itself, and is named', async () => {
  const ports = await after(9)
  const active = [{ loop_id: spec.id, iteration: 2, task: spec.task }]
  expect(await noRoom(ports, 1)).toEqual({ kind: 'full', max: 1, active })
  expect(await another(ports)).toEqual({ ok: false, error: { kind: 'full', max: 1, active } })
  expect(await noRoom(ports, 2)).toBeNull()
})

test('ten minutes later, or after another boot, it does not', async () => {
  expect(await noRoom(await after(11), 1)).toBeNull()
  expect((await another(await after(11))).ok).toBe(true)
  const ports = await after(1)
  expect((await another({ ...ports, self: { ...dead, boot: 'c' } })).ok).toBe(true)
})

test('a loop that has ended, or rests, holds none', async () => {
  for (const outcome of [{ kind: 'aborted' }, { kind: 'paused', because: 'x' }] as const)
    expect((await another(await after(1, outcome))).ok).toBe(true)
})

test('the loop that has a place claims it again without a second one; given back it is free', async () => {
  const ports = await after(1)
  expect((await claimPlace(ports, { loop: spec.id, task: spec.task, max: 1 })).ok).toBe(true)
  await releasePlace(ports, spec.id)
  expect((await another(ports)).ok).toBe(true)
})
