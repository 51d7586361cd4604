import { join } from 'node:path'
import * as z from 'zod/mini'
import { carries, isAlive, listProcesses } from '../../host/process-table.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

const leaseShape = z.object({
  tree: z.string(),
  loop: z.string(),
  nonce: z.string(),
  owner: z.object({ pid: z.int(), started: z.string(), boot: z.string() }),
})

/** Who has which tree: processes that died holding one, and what they left running. */
export const leasesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'leases',
  async look() {
    const names = (await disk.list(layout.leases)).filter(name => name.endsWith('.json'))
    const found: Symptom[] = []
    for (const path of names.map(name => join(layout.leases, name))) {
      const text = await disk.read(path)
      if (text !== null) found.push(...symptomsOf(path, text))
    }
    return found
  },
})

function symptomsOf(path: string, text: string): readonly Symptom[] {
  const lease = parsed(text)
  if (lease === null)
    return [
      {
        level: 'broken',
        says: `${path} is damaged, so no loop can begin: who works where is not known`,
        fix: `When no loop runs on this machine: rm ${path}`,
      },
    ]
  const { loop, tree, nonce, owner } = lease
  if (isAlive(owner)) return []
  const left = listProcesses().filter(({ pid }) => carries(pid, nonce))
  if (left.length === 0)
    return [
      {
        level: 'warning',
        says: `the process of ${loop} died in ${tree}`,
        fix: `Nothing needs to be done: the next loop there takes over. To end it: agent-loop abort ${loop}`,
      },
    ]
  const pids = left.map(({ pid }) => pid).join(', ')
  return [
    {
      level: 'broken',
      says: `the process of ${loop} died in ${tree}, and what it started lives on: ${pids}`,
      fix: `agent-loop abort ${loop} --cwd ${tree}`,
    },
  ]
}

function parsed(text: string): z.infer<typeof leaseShape> | null {
  try {
    return leaseShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
