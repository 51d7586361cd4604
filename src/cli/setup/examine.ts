import type { Probe, ProbeParts, Symptom } from './probe.ts'
import { gitProbe } from './probes/git.ts'
import { leasesProbe } from './probes/leases.ts'
import { loopsProbe } from './probes/loops.ts'
import { nodeProbe } from './probes/node.ts'
import { olderProbe } from './probes/older.ts'
import { registriesProbe } from './probes/registries.ts'
import { slotsProbe } from './probes/slots.ts'
import { stateHomeProbe } from './probes/state-home.ts'
import { worktreesProbe } from './probes/worktrees.ts'

export interface Examined {
  readonly name: string
  readonly symptoms: readonly Symptom[]
}

/** All probes; a new one is a file and a line here. */
const probesFor = (parts: ProbeParts): readonly Probe[] => [
  nodeProbe(process.versions.node),
  gitProbe(parts),
  stateHomeProbe(parts),
  registriesProbe(parts),
  loopsProbe(parts),
  leasesProbe(parts),
  slotsProbe(parts),
  worktreesProbe(parts),
  olderProbe(parts),
]

/** Runs all probes. A probe that throws counts as a symptom, and the others still run. */
export async function examine(parts: ProbeParts): Promise<readonly Examined[]> {
  const examined: Examined[] = []
  for (const { name, look } of probesFor(parts))
    examined.push({ name, symptoms: await look().catch((error: unknown) => [failedProbe(error)]) })
  return examined
}

const failedProbe = (error: unknown): Symptom => ({
  level: 'broken',
  says: `could not be examined: ${error instanceof Error ? error.message : String(error)}`,
  fix: 'Fix this, then run agent-loop doctor again.',
})
