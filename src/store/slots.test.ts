import { expect, test } from 'vitest'
import { livedLoop } from '../../test/rig/lived-loop.ts'
import { specWith } from '../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../test/rig/power-cut-disk.ts'
import { apply } from '../loop/apply.ts'
import { loopEnd } from '../loop/loop-end.ts'
import type { Outcome } from '../loop/outcome.ts'
import { identityOf, type ProcessIdentity } from '../system/process-table.ts'
import { writeBeat } from './heartbeat.ts'
import { daemonPaths, layoutFor, loopPaths } from './layout.ts'
import {
  claimSlot,
  handBackSlot,
  keepSlotPaused,
  noFreeSlot,
  releaseSlot,
  type SlotPorts,
  takeOverSlot,
  withdrawSlot,
} from './slots.ts'

const layout = layoutFor('/home', '/tree', '/tree/view')
const spec = specWith()
const OTHER = 'ralph-other-00000000'
/** Nobody on this machine: its process has died. */
const dead = { pid: 1, started: 's', boot: 'b' }

const BEAT = 5_000

function portsOn(disk: PowerCutDisk, self: ProcessIdentity, minutes = 0): SlotPorts {
  const sinceBoot = (): number => BEAT + minutes * 60
  return { disk, layout, self, now: () => Date.parse(spec.startedAt), sinceBoot, warn: () => {} }
}

/** A loop that had a place until its daemon died, and somebody who asks some minutes later. */
async function after(minutes: number, outcome: Outcome | null = null): Promise<SlotPorts> {
  const disk = new PowerCutDisk()
  const ports = portsOn(disk, dead, minutes)
  await disk.makeDirectory(daemonPaths(layout.home).directory)
  await writeBeat(disk, daemonPaths(layout.home).heartbeat, dead.boot, BEAT)
  const { loop, state } = await livedLoop(disk, layout, spec)
  expect(await claimSlot(ports, { loop: spec.id, task: spec.task, max: 1 })).toMatchObject({ ok: true })
  if (outcome) {
    const end = loopEnd(state, outcome, spec.startedAt)
    await loop.save([end], apply(state, end))
  }
  return ports
}

const another = (ports: SlotPorts) => claimSlot(ports, { loop: OTHER, task: 'other', max: 1 })

test('an interrupted loop keeps its slot while it may resume by itself, and is named', async () => {
  const ports = await after(9)
  const active = [{ loop_id: spec.id, iteration: 2, task: spec.task }]
  expect(await noFreeSlot(ports, 1)).toEqual({ kind: 'full', max: 1, active })
  expect(await another(ports)).toEqual({ ok: false, error: { kind: 'full', max: 1, active } })
  expect(await noFreeSlot(ports, 2)).toBeNull()
})

test('ten minutes later, or after another boot, it does not', async () => {
  expect(await noFreeSlot(await after(11), 1)).toBeNull()
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
  expect((await claimSlot(ports, { loop: spec.id, task: spec.task, max: 1 })).ok).toBe(true)
  await releaseSlot(ports, spec.id)
  expect((await another(ports)).ok).toBe(true)
})

/** This process, as one that lives. */
const alive = identityOf(process.pid) ?? dead

test('a loop that rests for the next daemon keeps its place, for as long as that may take', async () => {
  const rest = async (minutes: number) => {
    const ports = await after(minutes, { kind: 'paused', because: 'x' })
    await keepSlotPaused(ports, spec.id)
    return (await another(ports)).ok
  }
  expect(await rest(9)).toBe(false)
  expect(await rest(11)).toBe(true)
})

test('between who asks and who drives nobody gets it: while the first lives, when the second dies, when it refuses', async () => {
  const disk = new PowerCutDisk()
  const [asker, driver, third] = [alive, dead, { ...dead, pid: 2 }].map(self => portsOn(disk, self)) as [
    SlotPorts,
    SlotPorts,
    SlotPorts,
  ]
  const claim = { loop: spec.id, task: spec.task, max: 1 }
  expect((await claimSlot(asker, claim)).ok).toBe(true)
  expect(await takeOverSlot(driver, claim)).toMatchObject({ value: { owner: dead, asker: alive } })
  expect((await another(third)).ok).toBe(false)
  await handBackSlot(driver, spec.id)
  expect(await claimSlot(third, claim)).toMatchObject({ value: { owner: alive } })
  await withdrawSlot(third, spec.id)
  expect((await another(third)).ok).toBe(false)
  await withdrawSlot(asker, spec.id)
  expect((await another(third)).ok).toBe(true)
})

test('who asks in vain for a loop that somebody drives takes nothing from it', async () => {
  const disk = new PowerCutDisk()
  const claim = { loop: spec.id, task: spec.task, max: 1 }
  await takeOverSlot(portsOn(disk, alive), claim)
  const asker = portsOn(disk, dead)
  expect(await claimSlot(asker, claim)).toMatchObject({ value: { owner: alive } })
  await withdrawSlot(asker, spec.id)
  expect((await another(asker)).ok).toBe(false)
})

test('a slot that was lost meanwhile is counted again, also for the process that is to drive the loop', async () => {
  const disk = new PowerCutDisk()
  expect((await another(portsOn(disk, alive))).ok).toBe(true)
  expect((await takeOverSlot(portsOn(disk, alive), { loop: spec.id, task: spec.task, max: 1 })).ok).toBe(false)
})

test('a saved loop that is not in the registry yet keeps its slot while it resumes by itself', async () => {
  const written = async (minutes: number) => {
    const disk = new PowerCutDisk()
    const ports = portsOn(disk, dead, minutes)
    const { heartbeat, directory } = daemonPaths(layout.home)
    const { journal, directory: folder } = loopPaths(layout, spec.id)
    for (const each of [directory, folder]) await disk.makeDirectory(each)
    await writeBeat(disk, heartbeat, dead.boot, BEAT)
    await claimSlot(ports, { loop: spec.id, task: spec.task, max: 1 })
    await disk.write(journal, '')
    return (await another(ports)).ok
  }
  expect(await written(9)).toBe(false)
  expect(await written(11)).toBe(true)
})
