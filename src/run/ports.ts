import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import type { LoopEvent } from '../loop/events.ts'
import { standardPolicy } from '../loop/policy.ts'
import type { LoopPorts } from '../loop/run.ts'
import type { Sensor } from '../loop/sensor.ts'
import { STANDSTILL } from '../loop/stuck.ts'
import type { Gate } from '../proof/gate.ts'
import type { SavedLoop } from '../store/store.ts'
import { systemClock } from '../system/clock.ts'
import type { Environment, Shell } from '../system/shell.ts'
import { callHooks, type Hooks } from './hooks.ts'
import { standardSensors } from './sensors.ts'
import type { LoopControl } from './steer/control.ts'
import { INBOX_VARIABLE, readWords } from './steer/inbox.ts'
import { pathWithOwnCommand } from './steer/own-command.ts'

interface LoopParticipants {
  readonly loop: SavedLoop
  readonly check: CompletionCheck
  readonly gate: Gate
  /** The first works; the others take over, in order, when it makes no progress. */
  readonly agents: readonly [Agent, ...Agent[]]
  /** Takes the turn before them; null when it is their turn. */
  readonly before: () => Agent | null
  /** The caller's sensors, in addition to ours. */
  readonly sensors: readonly Sensor[]
  readonly hooks: Hooks
  readonly control: LoopControl
}

export interface Stage {
  readonly shell: Shell
  readonly env: Environment
  readonly exists: (path: string) => Promise<boolean>
  readonly keepTree: (iteration: number) => Promise<string | null>
  readonly markTree: LoopPorts['markTree']
  readonly changed: LoopPorts['changed']
  readonly recall: LoopPorts['recall']
  readonly save: LoopPorts['save']
  readonly clean: LoopPorts['clean']
  readonly lostMs: LoopPorts['lostMs']
  readonly spentToday: LoopPorts['spentToday']
  readonly emit: (event: LoopEvent) => void
  readonly warn: (message: string) => void
}

/** Everything through which a loop has side effects. */
export function loopPorts(
  { loop, check, gate, agents, before, sensors, hooks, control }: LoopParticipants,
  stage: Stage,
): LoopPorts {
  const { spec } = loop.state
  const { shell, env, warn } = stage
  const ours = standardSensors({ exists: stage.exists, journalIntact: loop.intact })
  return {
    check,
    gate,
    agent: (standstillTurns, limited) => before() ?? agentFor(agents, standstillTurns, limited),
    // A judge adds its own words; otherwise they are those of the start.
    done: spec.judge === null ? spec.done : check.description(),
    policy: { ...standardPolicy, sensors: [...standardPolicy.sensors, ...ours, ...sensors] },
    clock: systemClock,
    newFence: () => randomBytes(6).toString('hex'),
    recall: stage.recall,
    keepTree: stage.keepTree,
    isStateReached: async verifications => {
      const { isStateReached } = await import('../check/verify/reached-state.ts')
      return isStateReached({ task: spec.task, cwd: spec.workspace, verifications })
    },
    markTree: stage.markTree,
    changed: stage.changed,
    keepPrompt: loop.keepPrompt,
    variables: (iteration, promptFile) => ({
      AGENT_LOOP_ID: spec.id,
      AGENT_LOOP_PROMPT_FILE: promptFile,
      [INBOX_VARIABLE]: loop.inbox(iteration),
      ...pathWithOwnCommand(join(dirname(loop.inbox(iteration)), 'bin'), env),
    }),
    blockedIn: iteration => readWords(loop.inbox(iteration)),
    save: stage.save,
    clean: stage.clean,
    lostMs: stage.lostMs,
    spentToday: stage.spentToday,
    emit: stage.emit,
    heard: control.heard,
    waitUntil: control.waitUntil,
    afterTurn: state => callHooks(hooks, state, { shell, env, nonce: spec.nonce, warn }),
  }
}

/** After a long standstill the next agent takes over, and after another one the agent after that. */
function agentFor(agents: LoopParticipants['agents'], standstillTurns: number, limited: readonly string[]): Agent {
  const index = Math.min(Math.max(0, standstillTurns - STANDSTILL.otherAgent + 1), agents.length - 1)
  const inTurn = [...agents.slice(index), ...agents.slice(0, index)]
  return inTurn.find(({ name }) => !limited.includes(name)) ?? inTurn[0] ?? agents[0]
}
