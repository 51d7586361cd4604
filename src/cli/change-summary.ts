import type { Outcome } from '../loop/outcome.ts'
import { plain } from '../tools/reading/plain.ts'
import { savedSnapshots } from '../workspace/snapshots/saved-snapshots.ts'
import { wholeRange } from '../workspace/snapshots/whole-range.ts'
import type { CommandContext } from './command.ts'

const NAMED = 3

/** How much a loop changed and where, for the person who must decide about a waiver. Null when unknown or not needed. */
export async function changeSummary(
  outcome: Outcome,
  snapshots: string,
  { env }: CommandContext,
): Promise<string | null> {
  if (outcome.kind !== 'blocked' || outcome.because !== 'needs_waiver') return null
  const saved = savedSnapshots(snapshots, env)
  const range = await wholeRange(saved)
  if (range === null) return null
  const stat = await saved.diff(range.from, range.to, { stat: true })
  const lines = stat.ok ? stat.value.trimEnd().split('\n') : []
  const total = lines.pop()?.trim() ?? ''
  if (total === '') return null
  const files = lines.slice(0, NAMED).map(line => (line.split('|')[0] ?? '').trim())
  return plain(`${total} in ${files.join(', ')}${lines.length > NAMED ? ', …' : ''}`)
}
