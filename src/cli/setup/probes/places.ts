import { damagedSlots } from '../../../store/slots.ts'
import type { Probe, ProbeParts } from '../probe.ts'

/** The places of background loops. */
export const placesProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'places',
  look: async () =>
    (await damagedSlots(disk, layout)).map(({ path, field }) => ({
      level: 'warning',
      says: `${path} is damaged at ${field}`,
      fix: 'The next background loop moves it aside.',
    })),
})
