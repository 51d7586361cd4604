import type { CommandContext } from '../command.ts'
import { liveView } from './live-view.ts'
import { plainView } from './plain-view.ts'
import { standardTerminal } from './terminal.ts'
import type { LoopView } from './view.ts'

/** JSON events with `--json`, a live view at a terminal, plain lines otherwise. */
export function viewFor(context: CommandContext): LoopView {
  const { json, terminal, env, out, err, clogged, signal } = context
  if (json) {
    return {
      show: event => {
        if (event.kind !== 'turn-text' || !clogged()) out(JSON.stringify(event))
      },
      recall: () => {},
      proving: () => {},
      note: err,
      aside: work => work(),
      end: async () => {},
    }
  }
  const colored = isColored(context)
  return terminal && !env['CI'] && env['TERM'] !== 'dumb'
    ? liveView(standardTerminal, colored, signal)
    : plainView({ out, colored, clogged })
}

export const isColored = ({ terminal, env }: CommandContext): boolean =>
  terminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
