// A process that holds a loop and saves one step of it when it is told to. Says what it has done; whoever kills it in between looks
// at what is on the disk then.
import { createInterface } from 'node:readline'
import { apply } from '../../src/loop/apply.ts'
import type { LoopEvent } from '../../src/loop/events.ts'
import { layoutFor } from '../../src/store/layout.ts'
import { openStore } from '../../src/store/store.ts'
import { nodeDisk } from '../../src/system/disk.ts'
import { identityOf } from '../../src/system/process-table.ts'
import { specWith } from '../../test/rig/loop-parts.ts'

const [folder = '', purpose = 'save'] = process.argv.slice(2)
const spec = { ...specWith(), tree: folder, workspace: folder }
const layout = layoutFor(`${folder}/state`, folder, `${folder}/.aiwg/ralph`)
const self = identityOf(process.pid)
if (!self) throw new Error('this machine does not tell who its processes are')
const ports = {
  disk: nodeDisk('private'),
  viewDisk: nodeDisk('shared'),
  self,
  warn: () => {},
  onViewTrouble: () => {},
}
const store = openStore(layout, ports)
const loop = (await store.open(spec.id)) ?? (await store.create(spec))
let state = loop.state
if (purpose === 'open') {
  console.log(JSON.stringify({ iteration: state.iteration, phase: state.phase }))
  await loop.close()
} else {
  console.log('ready')
  for await (const word of createInterface({ input: process.stdin })) {
    const event: LoopEvent = { kind: 'turn-start', loop: spec.id, at: spec.startedAt, iteration: state.iteration + 1 }
    const next = apply({ ...state, phase: 'ready' }, event)
    const began = performance.now()
    const done = await loop.save([event], next).then(
      () => 'saved',
      (error: unknown) => `refused ${String(error)}`,
    )
    if (done === 'saved') state = next
    console.log(`${done} ${(performance.now() - began).toFixed(2)}`)
    if (word === 'last') break
  }
  process.exit(0)
}
