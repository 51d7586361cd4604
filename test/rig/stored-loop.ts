import { standardPolicy } from '../../src/loop/policy.ts'
import type { LoopPorts } from '../../src/loop/run.ts'
import { savingReceipts } from '../../src/run/receipts/receipts.ts'
import type { Layout } from '../../src/store/layout.ts'
import type { SavedLoop } from '../../src/store/store.ts'
import { idlePorts, steppingClock } from './loop-parts.ts'
import type { PowerCutDisk } from './power-cut-disk.ts'

/** The ports of a loop whose state is kept on such a disk, and which is done after so much work. */
export const portsOnDisk = (
  { disk, layout, loop }: { readonly disk: PowerCutDisk; readonly layout: Layout; readonly loop: SavedLoop },
  needed: number,
  work: () => number,
): Omit<LoopPorts, 'agent' | 'emit'> => ({
  ...idlePorts,
  check: {
    description: () => 'enough work',
    check: async () => (work() >= needed ? null : `${work()} of ${needed}`),
  },
  done: 'enough work',
  policy: standardPolicy,
  clock: steppingClock(),
  isStateReached: async () => true,
  keepTree: async () => String(work()).padStart(40, '0'),
  keepPrompt: loop.keepPrompt,
  save: savingReceipts(loop, {
    disk,
    keys: layout.keys,
    git: async () => null,
    warn: () => {},
    treeNow: async () => '0'.repeat(40),
    clean: idlePorts.clean,
  }),
})
