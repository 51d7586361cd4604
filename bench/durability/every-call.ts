import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holder } from './holder.ts'

/** What a save is made of, as the kernel sees it. */
const CALLS = ['openat', 'pwrite64', 'write', 'fsync', 'rename', 'link', 'unlink', 'close'] as const
/** More than any save has; a call that never comes to an end is a fault of this measurement. */
const MOST = 60

export interface CallReport {
  readonly points: number
  readonly troubles: readonly string[]
}

export const hasStrace = (): boolean => spawnSync('strace', ['-V']).status === 0

/** Dies at the first, the second, … call of each kind within a save: what was acknowledged must be there, and all must be readable. */
export async function crashAtEveryCall(saver: string, calls: readonly string[] = CALLS): Promise<CallReport> {
  const troubles: string[] = []
  let points = 0
  for (const call of calls) {
    for (let when = 1; when <= MOST; when++) {
      const folder = mkdtempSync(join(tmpdir(), 'agent-loop-crash-'))
      try {
        const end = await crash(saver, folder, `inject=${call}:signal=SIGKILL:when=${when}`)
        const after = look(saver, folder)
        if (after === null) troubles.push(`${call} ${when}: the loop cannot be read any more`)
        else if (after < end.acknowledged) troubles.push(`${call} ${when}: a step that was acknowledged is gone`)
        if (!end.died) break
        points += 1
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
  return { points, troubles }
}

/** One step is saved undisturbed, the next under the eyes of whoever kills. */
async function crash(saver: string, folder: string, inject: string): Promise<{ died: boolean; acknowledged: number }> {
  const held = holder(saver, folder)
  await held.line()
  held.say('first')
  const first = await held.line()
  const trace = spawn('strace', ['-f', '-p', String(held.process.pid), '-e', inject, '-o', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>(resolve =>
    trace.stderr.on('data', (text: Buffer) => String(text).includes('attached') && resolve()),
  )
  held.say('last')
  const second = await held.line()
  await held.over
  trace.kill()
  const acknowledged = [first, second].filter(line => line?.startsWith('saved')).length
  return { died: held.process.signalCode === 'SIGKILL', acknowledged }
}

/** How many steps another process finds; null when it cannot read them. */
function look(saver: string, folder: string): number | null {
  const { status, stdout } = spawnSync(process.execPath, [saver, folder, 'open'], { encoding: 'utf8' })
  return status === 0 ? (JSON.parse(stdout) as { iteration: number }).iteration : null
}
