import { HOSTS } from '../../agents/hosts.ts'
import { currentHost } from '../../assistants/hooks/current-host.ts'
import { describeOutcome, exitCodeOf } from '../../loop/outcome.ts'
import type { Limits, LoopState } from '../../loop/state.ts'
import { statusWords } from '../../loop/status.ts'
import type { Host } from '../../run/adopt.ts'
import { type AgentLoop, createAgentLoop } from '../../run/agent-loop.ts'
import { loopAskedFor } from '../../run/request/loop-request.ts'
import { stateDirectoryHere } from '../../run/request/overview.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import type { SettingName } from '../../run/settings/settings.ts'
import { type Given, givenValues, limitsIn } from '../../run/settings/values.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext, Flags } from '../command.ts'
import { wholeId } from '../project-of-loop.ts'
import { taskArgument } from '../text-arguments.ts'

/** What `--resume` can change. */
const RESUME_SETTINGS = ['max-iterations', 'timeout', 'verify-timeout', 'state-dir'] as const satisfies SettingName[]
const HOST_FLAGS = ['host', 'session', 'subagent'] as const

export const adopt: Command = {
  summary:
    "Starts a loop in which this assistant's own session does the work. The Stop hook lets the session stop when the work is verified or a limit is reached.",
  usage: 'agent-loop adopt "<task>" [-c "<criterion>"] [--session ID] | adopt --resume <loop-id>',
  // Without the settings about agents that we start and about background loops.
  settings: [
    ...RESUME_SETTINGS,
    'completion',
    'auto-criteria',
    'no-infer-completion',
    'strategy',
    'check',
    'proof',
    'judge-cmd',
    'judge-model',
    'judge-agent',
    'model-url',
    'model-key',
    'may-change',
    'waive',
    'accept-claims',
    'proof-jobs',
    'restore',
    'on-verified',
    'post-iteration',
    'loop-id',
    'trust-config',
  ],
  flags: {
    host: { takes: 'text', placeholder: 'NAME', says: `the assistant: ${HOSTS.join(', ')} (default: detected)` },
    session: {
      takes: 'text',
      placeholder: 'ID',
      says: 'the id of its session, as its hooks report it (default: detected)',
    },
    subagent: { takes: 'text', placeholder: 'KIND', says: 'for subagents of this kind, not for the session itself' },
    'no-daemon': { takes: 'nothing', says: 'accepted for older scripts; adopting a loop never starts a daemon' },
    resume: { takes: 'text', placeholder: 'ID', says: 'resume this loop of an assistant in this session' },
  },

  async run(context) {
    const { env, cwd, flags, err } = context
    const part = flags.text('resume')
    const id = part === undefined ? undefined : await wholeId(context, part)
    const { stateDirectory, begin } = id === undefined ? await newLoop(context) : await knownLoop(context, id)
    const host = currentHost(env, givenHost(flags))
    const loops = createAgentLoop({
      cwd,
      env,
      stateDirectory,
      onWarning: message => err(`agent-loop: ${message}`),
    })
    const state = await begin(loops, host)
    await show(context, loops, state)
    return state.outcome ? exitCodeOf(state.outcome) : 0
  },
}

interface Asked {
  readonly stateDirectory: string | null
  readonly begin: (loops: AgentLoop, host: Host) => Promise<LoopState>
}

async function newLoop(context: CommandContext): Promise<Asked> {
  const settings = await trustedSettings(context, 'an assistant')
  const task = taskArgument(context, 'adopt')
  return {
    stateDirectory: settings.values['state-dir'],
    begin: async (loops, host) => loops.adopt(await loopAskedFor(context, task, settings), host, context.signal),
  }
}

const knownLoop = async (context: CommandContext, id: string): Promise<Asked> => ({
  stateDirectory: await stateDirectoryHere(context),
  begin: (loops, host) => loops.adoptAgain(id, { host, limits: resumeLimits(context) }, context.signal),
})

const givenHost = (flags: Flags): Partial<Record<(typeof HOST_FLAGS)[number], string>> =>
  Object.fromEntries(
    HOST_FLAGS.flatMap(name => {
      const value = flags.text(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function resumeLimits({ given, positionals }: CommandContext): Partial<Limits> {
  refuseUnused(given, positionals)
  return limitsIn(givenValues(given))
}

/** A loop that is resumed keeps everything else that it was started with. */
function refuseUnused(given: Given, [task]: readonly string[]): void {
  const used: readonly string[] = RESUME_SETTINGS
  const unused = task === undefined ? Object.keys(given).find(name => !used.includes(name)) : undefined
  if (task !== undefined || unused !== undefined)
    throw argumentProblem('resume-keeps-its-own', { what: unused === undefined ? 'a task' : `--${unused}` })
}

async function show({ json, out }: CommandContext, loops: AgentLoop, state: LoopState): Promise<void> {
  const { spec, outcome } = state
  const status = outcome?.kind ?? 'running'
  const prompt = outcome ? null : await loops.promptFor(state)
  if (json) return out(JSON.stringify({ loop_id: spec.id, status, ended: outcome && describeOutcome(outcome), prompt }))
  if (outcome) return out(`${spec.id}: ${statusWords(status)}: ${describeOutcome(outcome)}`)
  out(`${spec.id}: this session now takes its turns. The work is verified each time the session stops.\n`)
  out(prompt ?? spec.task)
}
