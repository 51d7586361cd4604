import { join } from 'node:path'
import { type Lease, readLease } from '../../../store/lease.ts'
import { carriersOf, isAlive } from '../../../system/process-table.ts'
import { shellQuote } from '../../../tools/shell/shell-quote.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

/** Leases of trees: processes that died holding one, and their child processes that still run. */
export const leasesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'leases',
  async look() {
    const names = (await disk.list(layout.leases)).filter(name => name.endsWith('.json'))
    const found: Symptom[] = []
    for (const path of names.map(name => join(layout.leases, name)))
      found.push(...(await readLease(disk, path).then(symptomsOf, () => [damaged(path)])))
    return found
  },
})

const damaged = (path: string): Symptom => ({
  level: 'broken',
  says: `${path} is damaged, so no loop can start: it is unknown which loop works in which tree`,
  fix: `If no loop runs on this machine: rm ${shellQuote(path)}`,
})

function symptomsOf(lease: Lease | null): readonly Symptom[] {
  if (lease === null || isAlive(lease.owner)) return []
  const { loop, tree, nonce } = lease
  const left = carriersOf(nonce)
  if (left.length === 0)
    return [
      {
        level: 'warning',
        says: `the process of ${loop} died in ${tree}`,
        fix: `No action needed: the next loop in that tree takes over. To end it now: agent-loop abort ${loop}`,
      },
    ]
  const pids = left.map(({ pid, command }) => `${pid} (${command})`).join(', ')
  return [
    {
      level: 'broken',
      says: `the process of ${loop} died in ${tree}, and processes that it started still run: ${pids}`,
      fix: `agent-loop abort ${loop} --cwd ${shellQuote(tree)}`,
    },
  ]
}
