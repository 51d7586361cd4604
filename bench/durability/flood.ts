import { readFileSync } from 'node:fs'
import { holds, makeStage, strike } from './stage.ts'

/** Four agents print a hundred megabytes each, in one daemon; resolves to the most that it had resident, in megabytes. */
export async function flood(cli: string): Promise<number> {
  const stage = makeStage(cli, 4)
  let most = 0
  const agent = 'head -c 100000000 /dev/zero | tr "\\0" "x" | fold -w 120; touch done'
  try {
    const ids = await Promise.all(
      stage.projects.map(async tree => {
        const { out, err } = await stage.cli(
          ['start', 'print much', '-c', 'test -f done', '--agent-cmd', agent, '--json'],
          tree,
        )
        const { loop_id } = JSON.parse(out) as { loop_id?: string }
        if (loop_id === undefined) throw new Error(`a loop did not start: ${out}${err}`)
        return loop_id
      }),
    )
    const over = async (): Promise<boolean> => {
      most = Math.max(most, resident(stage.daemonPid()))
      const texts = ids.map(id => readFileSync(`${stage.loopFolder(id)}/events.jsonl`, 'utf8'))
      return texts.every(text => text.includes('"kind":"loop-end"'))
    }
    if (!(await holds(over, 300_000))) throw new Error('the loops did not end')
    return most
  } finally {
    await strike(stage)
  }
}

function resident(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
