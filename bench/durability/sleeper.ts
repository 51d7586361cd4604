import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holder } from './holder.ts'

/** One holds a loop and is stopped; another takes it over and goes on; the first wakes up and wants to go on too. */
export async function sleeperIsRefused(saver: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-sleeper-'))
  const troubles: string[] = []
  try {
    const sleeper = holder(saver, folder)
    await sleeper.line()
    sleeper.say('step')
    await sleeper.line()
    sleeper.process.kill('SIGSTOP')
    const heir = holder(saver, folder)
    await heir.line()
    heir.say('step')
    if (!(await heir.line())?.startsWith('saved')) troubles.push('who took over could not save')
    sleeper.process.kill('SIGCONT')
    sleeper.say('last')
    const answer = await sleeper.line()
    if (!answer?.startsWith('refused')) troubles.push(`who slept was not refused: ${answer}`)
    heir.say('last')
    if (!(await heir.line())?.startsWith('saved')) troubles.push('who took over could not go on')
    await Promise.all([sleeper.over, heir.over])
    const { stdout } = spawnSync(process.execPath, [saver, folder, 'open'], { encoding: 'utf8' })
    if ((JSON.parse(stdout) as { iteration: number }).iteration !== 3) troubles.push(`the loop stands at ${stdout}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return troubles
}

/** How long a save takes, early and late. */
export async function manySaves(
  saver: string,
  count: number,
): Promise<{ readonly early: number; readonly late: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-saves-'))
  try {
    const held = holder(saver, folder)
    await held.line()
    const times: number[] = []
    for (let step = 1; step <= count; step++) {
      held.say(step === count ? 'last' : 'step')
      times.push(Number((await held.line())?.split(' ')[1]))
    }
    await held.over
    const middle = (part: readonly number[]): number => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0
    return { early: middle(times.slice(0, 100)), late: middle(times.slice(-100)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
