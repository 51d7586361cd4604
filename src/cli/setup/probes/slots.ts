import { damagedSlots } from '../../../store/slots.ts'
import type { Probe, ProbeParts } from '../probe.ts'

/** The slots of background loops. */
export const slotsProbe = ({ disk, layout }: Pick<ProbeParts, 'disk' | 'layout'>): Probe => ({
  name: 'slots',
  look: async () =>
    (await damagedSlots(disk, layout)).map(({ path, field }) => ({
      level: 'warning',
      says: `${path} is damaged at ${field}`,
      fix: 'The next background loop moves it aside.',
    })),
})
