import { uptime } from 'node:os'
import { layoutFor } from '../../src/store/layout.ts'
import { claimSlot, releaseSlot } from '../../src/store/slots.ts'
import { nodeDisk } from '../../src/system/disk.ts'
import { identityOf } from '../../src/system/process-table.ts'

export interface Order {
  readonly home: string
  readonly loop: string
  readonly max: number
  readonly release?: boolean
}

/** Claims places when it is told to, as one of many processes that do so at once. */
const self = identityOf(process.pid)
process.on('message', async ({ home, loop, max, release }: Order) => {
  if (self === null) throw new Error('no /proc')
  const layout = layoutFor(home, '/tree', `/tree/${process.pid}`)
  const ports = { disk: nodeDisk('private'), layout, self, now: Date.now, sinceBoot: uptime, warn: () => {} }
  if (release) {
    await releaseSlot(ports, loop)
    return process.send?.({ released: true })
  }
  const claimed = await claimSlot(ports, { loop, task: `task of ${loop}`, max }).catch((error: unknown) =>
    String(error),
  )
  process.send?.(
    typeof claimed === 'string'
      ? { trouble: claimed }
      : claimed.ok
        ? { place: claimed.value.loop }
        : { refused: claimed.error },
  )
})
