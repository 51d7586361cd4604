import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shellQuote } from '../../../tools/shell/shell-quote.ts'
import type { Probe, ProbeParts, Symptom } from '../probe.ts'

const OTHERS = 0o077

/** The folder with the state of all loops and the key that signs receipts. */
export const stateHomeProbe = ({ layout }: Pick<ProbeParts, 'layout'>): Probe => ({
  name: 'state home',
  async look() {
    const { home, keys } = layout
    const found = statSync(home, { throwIfNoEntry: false })
    if (!found) return unwritable(nearest(home))
    if (!found.isDirectory())
      return [
        {
          level: 'broken',
          says: `${home} is not a folder`,
          fix: `Move it away: mv ${shellQuote(home)} ${shellQuote(`${home}.old`)}`,
        },
      ]
    const open = [home, keys].filter(path => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0)
    return [
      ...unwritable(home),
      ...open.map(
        (path): Symptom => ({
          level: 'broken',
          says: `${path} can be accessed by other users`,
          fix: `chmod 700 ${shellQuote(path)}`,
        }),
      ),
    ]
  },
})

function unwritable(path: string): readonly Symptom[] {
  try {
    // Permissions alone do not tell: some file systems create nothing for anybody.
    rmdirSync(mkdtempSync(join(path, '.agent-loop-')))
    return []
  } catch {
    return [
      {
        level: 'broken',
        says: `${path} is not writable`,
        fix: 'Fix its permissions, or set XDG_STATE_HOME to a folder of yours.',
      },
    ]
  }
}

function nearest(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearest(dirname(path))
}
