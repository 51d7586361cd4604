import { findOlderLoops } from '../../../store/older/find-older.ts'
import type { Probe, ProbeParts } from '../probe.ts'

/** Loops of earlier tools in this project that could be imported. */
export const olderProbe = ({ disk, layout, tree }: Pick<ProbeParts, 'disk' | 'layout' | 'tree'>): Probe => ({
  name: 'older loops',
  async look() {
    const { loops, unreadable } = await findOlderLoops(disk, layout, tree)
    const fresh = loops.filter(({ known }) => !known).length
    return [
      ...(fresh === 0
        ? []
        : [
            {
              level: 'warning' as const,
              says: `${fresh} ${fresh === 1 ? 'loop' : 'loops'} of earlier tools in this project ${fresh === 1 ? 'is' : 'are'} not listed`,
              fix: 'agent-loop doctor --import',
            },
          ]),
      ...unreadable.map(({ path, why }) => ({
        level: 'warning' as const,
        says: `${path} ${why}, so that older loop cannot be listed`,
        fix: 'Fix the file, or ignore this: agent-loop never changes it.',
      })),
    ]
  },
})
