import type { AskPerson } from '../agents/agent.ts'
import type { LoopEvent } from '../loop/events.ts'
import type { ProvingStep } from '../proof/proving-step.ts'
import { layoutOf } from '../store/layout.ts'
import type { StorePorts } from '../store/project.ts'
import { openStore } from '../store/store.ts'
import { viewDisk } from '../store/view/view-disk.ts'
import { nodeDisk } from '../system/disk.ts'
import { ownIdentity } from '../system/process-table.ts'
import { type Environment, nodeShell } from '../system/shell.ts'
import { treeOf } from '../system/tree.ts'
import type { BeginParts } from './begin.ts'
import { cleanDisk } from './clean-output.ts'
import type { AdoptParts } from './close-adopted.ts'

export interface AgentLoopOptions {
  /** The directory in which the loops work; the process's own by default. */
  readonly cwd?: string | undefined
  /** The environment of agents and checks, captured once; the process's own by default. */
  readonly env?: Environment | undefined
  /** The state directory; `.aiwg/ralph` in the tree when null or not given. */
  readonly stateDirectory?: string | null | undefined
  /** This process is the user's daemon, without a terminal. */
  readonly background?: boolean
  /** How many background loops are allowed, for the registry; unchanged when not given. */
  readonly maxLoops?: number | undefined
  readonly emit?: (event: LoopEvent) => void
  /** Called after every save, which waits for it. */
  readonly replicate?: () => Promise<void>
  readonly onWarning?: (message: string) => void
  /** Called when the proof of a passing check begins (null), and with each of its steps. There is no event for that, because nothing has happened yet. */
  readonly onProving?: (step: ProvingStep | null) => void
  /** Receives the function that kills the loop's processes immediately, for a second Ctrl-C. */
  readonly onKillSwitch?: (kill: () => void) => void
  /** Passes an agent's question to a person; without it, nobody can be asked. */
  readonly ask?: AskPerson | undefined
  /** Writes a notification to the person's terminal; without it, there is no terminal. */
  readonly onTerminalNotice?: (text: string) => void
}

/** Everything that work on the loops of one tree needs. */
export function loopParts(options: AgentLoopOptions): BeginParts & AdoptParts {
  const { cwd = process.cwd(), stateDirectory = null } = options
  const env = { ...(options.env ?? process.env) }
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, stateDirectory)
  const disk = nodeDisk('private')
  const storePorts: StorePorts = {
    disk,
    viewDisk: cleanDisk(viewDisk(layout), env),
    self: ownIdentity(),
    kind: options.background ? 'background' : 'foreground',
    maxLoops: options.maxLoops,
    replicate: options.replicate,
    warn: message => options.onWarning?.(message),
    onViewTrouble: once(message =>
      options.onWarning?.(`the state view in ${layout.view} could not be written: ${message}`),
    ),
  }
  return {
    ...{ cwd, env, tree, layout, disk, store: openStore(layout, storePorts), shell: nodeShell, self: ownIdentity() },
    emit: event => options.emit?.(event),
    warn: message => options.onWarning?.(message),
    onProving: options.onProving,
    onKillSwitch: options.onKillSwitch,
    ask: options.ask,
    onTerminalNotice: options.onTerminalNotice,
    storeFor: host => openStore(layout, { ...storePorts, host }),
  }
}

/** The same error at every save is reported once. */
function once(tell: (message: string) => void): (message: string) => void {
  let told = false
  return message => {
    if (!told) tell(message)
    told = true
  }
}
