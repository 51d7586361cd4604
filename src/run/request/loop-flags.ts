import { describeAgent } from '../../agents/config.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { SETTING_NAMES } from '../settings/sources.ts'
import { COMMON_FLAGS, type Flag, type Flags } from './command.ts'
import { STATE_DIR_FLAG } from './overview.ts'

/** The flags of everything that starts a loop. */
export const LOOP_FLAGS: Readonly<Record<string, Flag>> = {
  completion: { takes: 'text', short: 'c', says: 'what "done" means: a command that exits 0 when the work is done' },
  'auto-criteria': {
    takes: 'nothing',
    short: 'y',
    says: 'use the inferred criterion unasked, unless it needs a person',
  },
  'no-infer-completion': { takes: 'nothing', says: 'never infer a criterion; without -c that is an error' },
  'agent-cmd': {
    takes: 'text',
    says: 'the agent: any command; it gets the prompt on its standard input and in {prompt_file}',
  },
  agent: {
    takes: 'text',
    says: 'the agent by name, see agent-loop agents; auto, or several with commas: the next takes over at a limit',
  },
  model: {
    takes: 'text',
    says: 'the model that the agent shall use, as the agent names it; for --agent model: provider/name',
  },
  permissions: {
    takes: 'text',
    says: 'what the agent may do: ask, auto-edit, full or deny (auto-edit; with --sandbox full)',
  },
  'max-iterations': { takes: 'text', alias: 'iterations', says: 'turns at most (10)' },
  strategy: {
    takes: 'text',
    says: 'ralph: fresh context each turn; continue: one conversation; self-verifying (ralph)',
  },
  check: {
    takes: 'text',
    says: 'every-turn, or on-claim: check only when the agent says it is done (every-turn; a judge: on-claim)',
  },
  proof: { takes: 'text', says: 'how hard a yes is doubted: fast, standard or strict (standard)' },
  'judge-cmd': {
    takes: 'text',
    says: 'a program that judges: question checks, and the veto of self-verifying and strict',
  },
  'judge-model': {
    takes: 'text',
    says: 'a language model that judges, as provider/name: anthropic/…, openai/…, ollama/…',
  },
  'judge-agent': { takes: 'text', says: 'another agent that judges, by name; it sees only what it is shown' },
  'model-url': {
    takes: 'text',
    says: 'the address of a server for models that speaks as OpenAI does, or of a gateway',
  },
  'model-key': { takes: 'text', says: 'the environment variable that holds the key of the model' },
  timeout: { takes: 'text', says: 'time at most for turns and checks together (60m)' },
  'turn-timeout': { takes: 'text', says: 'time at most for one turn (30m)' },
  'verify-timeout': { takes: 'text', says: 'time at most for one run of the check (10m)' },
  'max-wait': { takes: 'text', says: 'time at most for waiting on rate limits (6h)' },
  'max-cost': { takes: 'text', says: 'US dollars at most; the agent must tell what it costs' },
  'max-tokens': { takes: 'text', says: 'tokens at most; the agent must tell what it uses' },
  'may-change': { takes: 'text', many: true, says: 'a glob of tests or configs that may change; may be given again' },
  waive: {
    takes: 'text',
    many: true,
    says: 'a finding that is accepted from the start, as tests-gone or test:<id>; may be given again',
  },
  restore: { takes: 'nothing', says: 'put checks back that were weakened beside real work' },
  sandbox: { takes: 'nothing', says: 'run the agent in a sandbox that can write only into the tree (bubblewrap)' },
  worktree: {
    takes: 'nothing',
    says: 'work in a git worktree of its own, on the branch agent-loop/<id>; agent-loop merge <id> brings it back',
  },
  'max-loops': { takes: 'text', says: 'loops in the background at most, over all projects (4)' },
  'on-verified': { takes: 'text', says: 'a command to run once the work is verified' },
  'post-iteration': {
    takes: 'text',
    says: 'a command to run after every turn; it gets the verdict as JSON on its input',
  },
  external: { takes: 'nothing', says: 'in the background, as agent-loop start does' },
  'dry-run': { takes: 'nothing', says: 'show criterion, seal, agent and cost of the proof; run and start nothing' },
  'loop-id': { takes: 'text', says: 'the name of the loop, as in ralph-fix-tests-a1b2c3d4' },
  ...STATE_DIR_FLAG,
}

export const givenSettings = (flags: Flags): Record<string, string> =>
  Object.fromEntries(
    SETTING_NAMES.flatMap(name => {
      const value = flags.text(name) ?? (flags.has(name) ? 'true' : undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Of one loop only: the next needs another. */
const NOT_AGAIN = ['loop-id', 'help']
/** How the criterion was to be found; whoever gives one has no use for it. */
const FINDING_ONE = ['auto-criteria', 'no-infer-completion']

/** The command that starts such a loop anew, from what is written down about it. */
export function retypedFrom({ task, done, agent, otherAgents }: LoopSpec): string {
  if (agent.kind === 'host') return `agent-loop adopt ${shellQuote(task)} -c ${shellQuote(done)}`
  const names = [agent, ...otherAgents].map(describeAgent).join(',')
  const who = agent.kind === 'command' ? `--agent-cmd ${shellQuote(agent.command)}` : `--agent ${shellQuote(names)}`
  return `agent-loop run ${shellQuote(task)} -c ${shellQuote(done)} ${who}`
}

/** The command that starts such a loop again, with these flags changed, ready for a shell. */
export function retyped(task: string, flags: Flags, changes: Readonly<Record<string, string>>): string {
  const words = Object.entries({ ...LOOP_FLAGS, ...COMMON_FLAGS }).flatMap(([name, { takes, many, short }]) => {
    if (NOT_AGAIN.includes(name) || (changes['completion'] !== undefined && FINDING_ONE.includes(name))) return []
    const spelled = short ? `-${short}` : `--${name}`
    if (takes === 'nothing') return flags.has(name) ? [spelled] : []
    const value = changes[name] ?? flags.text(name)
    if (value === undefined) return []
    return (many ? value.split('\n') : [value]).map(each => `${spelled} ${shellQuote(each)}`)
  })
  return ['agent-loop run', shellQuote(task), ...words].join(' ')
}
