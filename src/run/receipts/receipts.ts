import type { EventOf, LoopEvent } from '../../loop/events.ts'
import type { LoopPorts } from '../../loop/run.ts'
import type { SavedLoop } from '../../store/store.ts'
import type { Ending, ReceiptParts } from './make-receipt.ts'

/** Saves events. The receipt of a verified loop is saved before its end, so that an end never names a missing receipt. */
export function savingReceipts(loop: SavedLoop, parts: ReceiptParts): LoopPorts['save'] {
  return async (events, state) => {
    const end = events.find(isGoodEnd)
    const receipt = end ? await keptReceipt(loop, parts, { events, state, end }) : null
    const saved = events.map(event => (event === end ? { ...event, receipt } : event))
    await loop.save(saved, state)
    return saved
  }
}

const isGoodEnd = (event: LoopEvent): event is EventOf<'loop-end'> =>
  event.kind === 'loop-end' && (event.status === 'verified' || event.status === 'claimed')

/** A loop without a receipt is still verified; the missing receipt is reported. */
async function keptReceipt(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
  try {
    // Most saves end no loop, so this is loaded when one does.
    const { makeReceipt } = await import('./make-receipt.ts')
    const receipt = await makeReceipt(loop, parts, ending)
    if (receipt !== null) return await loop.keepReceipt(receipt)
    parts.warn('no receipt was written: the git id of the checked tree is unknown')
  } catch (error) {
    parts.warn(`no receipt was written: ${error instanceof Error ? error.message : String(error)}`)
  }
  return null
}
