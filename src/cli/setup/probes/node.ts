import type { Probe } from '../probe.ts'

const OLDEST = [20, 19] as const

export const nodeProbe = (version: string): Probe => ({
  name: 'node',
  async look() {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return []
    return [
      {
        level: 'broken',
        says: `Node ${version} is older than ${OLDEST.join('.')}`,
        fix: 'Install Node 20.19 or newer.',
      },
    ]
  },
})
