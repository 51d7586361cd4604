import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { LoopState } from '../../loop/state.ts'
import { stepName } from '../../proof/step-name.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { pageCommands } from '../page-commands.ts'
import { portFrom } from '../port.ts'
import { cliProblem } from '../problems.ts'
import { retypedFrom } from '../retype.ts'
import { nextSteps } from '../view/next-step.ts'

const USAGE = 'agent-loop ui [--port N] [--open]'

export const ui: Command = {
  summary:
    'Serves a page on this machine that shows the loops of all your projects while they run, and controls them. Prints a link that works once. Ctrl-C ends it; the loops continue.',
  usage: USAGE,
  settings: ['fleet'],
  fleet: 'journals',
  flags: {
    port: { takes: 'text', placeholder: 'N', says: 'the port of 127.0.0.1 (default: any free one)' },
    open: { takes: 'nothing', says: 'open the link in the browser' },
  },

  async run(context) {
    const [extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const port = portFrom(context.flags.text('port') ?? '0', 'agent-loop ui --port 4400')
    const { env, signal } = context
    const { servePage } = await import('../../web/server/serve.ts')
    const words = {
      stepName,
      commands: ({ state }: { readonly state: LoopState }) =>
        commandsFor(state, context.fleet === undefined ? null : `agent-loop fleet pull ${state.spec.id}`),
    }
    const served = await servePage({ port, env, signal, command: pageCommands(context), words }).catch(refused(port))
    tell(context, served.url)
    if (!signal.aborted) await once(signal, 'abort')
    await served.close()
    return 0
  },
}

const refused = (port: number) => (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE' || code === 'EACCES')
    throw cliProblem('port-taken', { port, because: code === 'EACCES' ? 'permission denied' : 'it is in use' })
  throw error
}

function tell({ json, out, err, flags }: CommandContext, url: string): void {
  if (json) out(JSON.stringify({ url }))
  else {
    out(url)
    err('The link works once. Ctrl-C ends the page, not the loops.')
  }
  if (flags.has('open')) openInBrowser(url)
}

/** A machine without a browser has the printed link. */
function openInBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(program, [url], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}

/** What no button does: a waiver, a higher limit, another try. */
function commandsFor(state: LoopState, pull: string | null): readonly string[] {
  if (state.outcome === null) return [`agent-loop attach ${state.spec.id}`]
  const paths = {
    progress: 'progress.md',
    handOff: 'hand-off.md',
    before: '',
    where: '',
    confirm: '',
    log: (turn: number, name: string) => `${name} of turn ${turn}`,
    changed: null,
    pull,
    git: state.spec.worktree !== null,
  }
  return nextSteps(state, state.outcome, paths, () => retypedFrom(state.spec))
}
