import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** What must be refused at every instant, and changes nothing: with the words of whoever was let in. */
export interface Intrusions {
  /** A second agent for a tree in which a loop is at work. */
  intoTree(tree: string): Promise<void>
  /** One loop more than are allowed; also while nobody is there who runs the others. */
  intoFleet(allowed: number): Promise<void>
  /** A loop that has ended is not taken up again. */
  intoEnded(id: string): Promise<void>
}

const BUSY = 8

export function intrusions(stage: Stage, trouble: (says: string) => void): Intrusions {
  const asked = ['break in', '-c', 'false', '--agent-cmd', 'intruder', '--max-iterations', '1']
  const refused = async (args: readonly string[], cwd: string, codes: readonly number[]): Promise<void> => {
    const { code, out, err } = await stage.cli(args, cwd)
    if (code === null || !codes.includes(code)) trouble(`${args[0]} in ${cwd} was not refused: ${code} ${out}${err}`)
  }
  return {
    intoTree: tree => refused(['run', ...asked], tree, [BUSY]),
    intoFleet: allowed => refused(['start', ...asked, '--max-loops', String(allowed)], stage.folder, [BUSY]),
    async intoEnded(id) {
      const journal = join(stage.loopFolder(id), 'events.jsonl')
      const before = readFileSync(journal, 'utf8')
      await refused(['resume', id, '--max-iterations', '200000', '-y'], stage.folder, [2])
      if (readFileSync(journal, 'utf8') !== before) trouble(`${id} had ended, and goes on`)
    },
  }
}
