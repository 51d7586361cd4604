import { findLoop } from '../../run/find-loop.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { iterationDirectory } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { tailFile } from '../../system/tail-file.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { type Following, followLoop } from '../follow-loop.ts'
import { lineWriter } from '../line-writer.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'

const USAGE = 'agent-loop logs [loop-id] [-f] [--iteration N] [--verify]'

export const logs: Command = {
  summary: 'Shows what the agent printed in the latest turn, or in another one; with --verify, what the check printed.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'wait',
  flags: {
    follow: { takes: 'nothing', short: 'f', says: 'keep printing new output until the loop ends' },
    iteration: { takes: 'text', says: 'the number of the turn; 0 is the check before the first turn' },
    verify: { takes: 'nothing', says: "the output of the check instead of the agent's" },
  },

  async run(asked) {
    const context = await inProjectOfLatest(asked)
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const { flags, signal } = context
    const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
    const { paths, state } = await findLoop(disk, layout, id)
    const log = flags.has('verify') ? ('verify.log' as const) : ('agent.log' as const)
    if (flags.has('follow')) {
      if (flags.text('iteration') !== undefined)
        throw argumentProblem('flags-conflict', { flags: ['--follow', '--iteration'], usage: USAGE })
      const comesBack = await disk.exists(paths.background)
      await follow(context, { disk, layout, paths, id, log, last: null, comesBack, signal })
      return 0
    }
    const iteration = iterationFrom(flags.text('iteration')) ?? state.iteration
    const path = `${iterationDirectory(paths, iteration)}/${log}`
    if (!(await disk.exists(path))) {
      const isSilent = log === 'agent.log' && iteration > 0 && iteration <= state.iteration
      if (!isSilent) throw cliProblem('no-log', { iteration, log, turns: state.iteration })
      if (!context.json) context.out(`The agent printed nothing in turn ${iteration}.`)
      return 0
    }
    await print(context, iteration, path)
    return 0
  },
}

function iterationFrom(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Number(text)
  throw argumentProblem('not-a-turn', { text, usage: USAGE })
}

async function print(context: CommandContext, iteration: number, path: string): Promise<void> {
  const say = writer(context)
  const tail = tailFile(path)
  for (let bytes = await tail.next(); bytes.length > 0 && !context.signal.aborted; bytes = await tail.next())
    say.text(iteration, bytes.toString())
  say.end()
}

async function follow(context: CommandContext, following: Following): Promise<void> {
  const say = writer(context)
  await followLoop(following, {
    past: () => {},
    event: event => {
      if (event.kind === 'turn-start') say.turn(event.iteration)
    },
    text: say.text,
  })
  say.end()
}

function writer({ json, out }: CommandContext) {
  const lines = lineWriter(out)
  return {
    turn(iteration: number): void {
      lines.end()
      if (!json) out(`── turn ${iteration}`)
    },
    text(iteration: number, text: string): void {
      if (json) out(JSON.stringify({ iteration, text }))
      else lines.write(text)
    },
    end: lines.end,
  }
}
