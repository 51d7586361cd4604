import type { Sensor } from '../loop/sensor.ts'

interface SensorPorts {
  readonly exists: (path: string) => Promise<boolean>
  /** Whether the journal on disk still ends where we left it. */
  readonly journalIntact: () => Promise<boolean>
}

/** The sensors of every loop, in addition to the standard policy. */
export function standardSensors({ exists, journalIntact }: SensorPorts): readonly Sensor[] {
  return [
    {
      name: 'tree-is-there',
      sense: async ({ spec }) =>
        (await exists(spec.workspace))
          ? null
          : { kind: 'gate_broken', error: `${spec.workspace} no longer exists, so nothing can be checked` },
    },
    {
      name: 'journal-is-intact',
      sense: async () =>
        (await journalIntact())
          ? null
          : { kind: 'tampered', says: "the loop's journal was changed by another process during the turn" },
    },
  ]
}
