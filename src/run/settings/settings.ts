import { PERMISSIONS } from '../../agents/permissions.ts'
import { CHECK_TIMES, COMMIT_TIMES, PROOF_LEVELS, STRATEGIES } from '../../loop/choices.ts'
import { MAX_CONCURRENT_LOOPS } from '../../store/registry/max-concurrent-loops.ts'
import {
  choice,
  command,
  duration,
  type Kind,
  list,
  money,
  moneyOrNone,
  names,
  onOff,
  text,
  textOrNone,
  wholeNumber,
} from './kinds.ts'
import type { Setting } from './setting.ts'

/** What a loop can be asked to do: every surface reads its flags, variables, keys, arguments, options, and defaults here. */
export const SETTINGS = {
  completion: {
    topic: 'What counts as done',
    kind: text('CRITERION'),
    short: 'c',
    says: 'the criterion: a command that exits 0 when the work is done, or a sentence such as "tests pass". Without it, agent-loop infers one',
    mcp: true,
    needsTrust: 'runs-commands',
  },
  'auto-criteria': {
    topic: 'What counts as done',
    kind: onOff,
    short: 'y',
    says: 'use the inferred criterion without asking, unless a person must confirm it',
    flagOnly: true,
  },
  'infer-with': {
    topic: 'What counts as done',
    kind: text('NAME'),
    says: 'an agent, or a model as provider/name, that chooses one of the criteria that agent-loop found; it cannot add one',
    needsTrust: 'runs-commands',
  },
  'no-infer-completion': {
    topic: 'What counts as done',
    kind: onOff,
    says: 'never infer a criterion; without -c, the command fails',
    flagOnly: true,
  },
  agent: {
    topic: 'Agent',
    kind: names,
    says: 'an agent by name (see agent-loop agents), or auto. A list such as claude,codex switches to the next one at a rate limit',
    defaultSays: 'the only one that is installed',
    mcp: true,
    group: 'agent',
    needsTrust: 'runs-commands',
  },
  'agent-cmd': {
    topic: 'Agent',
    kind: command('"claude -p"'),
    says: 'any command as the agent. It receives the prompt on standard input and in {prompt_file}',
    group: 'agent',
    needsTrust: 'runs-commands',
  },
  race: {
    topic: 'Agent',
    kind: names,
    says: 'agents that work on the same task at once, each in its own worktree; the first verified result wins, and the others stop. claude*3 starts one agent three times',
    flagOnly: true,
  },
  'race-cmd': {
    topic: 'Agent',
    kind: list('CMD'),
    says: 'a command as one of the agents of a race; can be repeated',
    flagOnly: true,
  },
  model: {
    topic: 'Agent',
    kind: text('MODEL'),
    says: 'the model, by the name that the agent uses; for --agent model: provider/name',
    needsTrust: 'sends-data',
  },
  permissions: {
    topic: 'Agent',
    kind: choice(PERMISSIONS),
    says: `what the agent may do: ${PERMISSIONS.join(', ')}`,
    defaultSays: 'auto-edit, or full with --sandbox',
    needsTrust: 'runs-commands',
    harmless: ['ask', 'deny'],
  },
  sandbox: {
    topic: 'Agent',
    kind: onOff,
    says: 'run the agent in a sandbox, where it can write only to the tree and to its own settings (bubblewrap)',
    option: 'sandbox',
    // An agent in the sandbox has full permissions unless it is told otherwise.
    needsTrust: 'runs-commands',
  },
  'max-iterations': {
    topic: 'Limits',
    kind: wholeNumber,
    alias: 'iterations',
    says: 'maximum number of turns',
    default: '10',
    mcp: true,
    option: 'limits.iterations',
    needsTrust: 'raises-limits',
    harmless: 'up to the default',
  },
  timeout: {
    topic: 'Limits',
    kind: duration,
    says: 'maximum time for all turns and checks together, such as 45m',
    default: '60m',
    mcp: true,
    option: 'limits.totalMs',
    needsTrust: 'raises-limits',
    harmless: 'up to the default',
  },
  'turn-timeout': {
    topic: 'Limits',
    kind: duration,
    says: 'maximum time for one turn',
    default: '30m',
    option: 'limits.turnMs',
    // `timeout` interrupts a turn as well.
    needsTrust: null,
  },
  'verify-timeout': {
    topic: 'Limits',
    kind: duration,
    says: 'maximum time for one run of the check',
    default: '10m',
    option: 'limits.checkMs',
    needsTrust: null,
  },
  'max-wait': {
    topic: 'Limits',
    kind: duration,
    says: 'maximum time to wait for rate limits',
    default: '6h',
    option: 'limits.waitMs',
    needsTrust: 'raises-limits',
    harmless: 'up to the default',
  },
  'max-tokens': {
    topic: 'Limits',
    kind: wholeNumber,
    says: 'maximum number of tokens; the agent must report its usage',
    defaultSays: 'no limit',
    option: 'limits.tokens',
    needsTrust: null,
  },
  'max-cost': {
    topic: 'Limits',
    kind: money,
    says: 'maximum cost in US dollars; the agent must report its cost',
    defaultSays: 'no limit',
    mcp: true,
    option: 'limits.usd',
    needsTrust: null,
  },
  'max-cost-per-day': {
    topic: 'Limits',
    kind: moneyOrNone,
    says: 'maximum cost in US dollars of all your loops on this machine together, for each calendar day; the agent must report its cost',
    defaultSays: 'no limit',
    option: 'limits.usdPerDay',
    // A repository could replace the lower limit of your own settings.
    needsTrust: 'raises-limits',
  },
  strategy: {
    topic: 'Agent',
    kind: choice(STRATEGIES),
    says: 'ralph: fresh context each turn; continue: one conversation; self-verifying: a judge reviews each passing check',
    default: 'ralph',
    option: 'strategy',
    needsTrust: null,
  },
  check: {
    topic: 'Proof',
    kind: choice(CHECK_TIMES),
    says: 'when to check the work: every-turn, or on-claim (only when the agent says it is done)',
    defaultSays: 'every-turn, or on-claim if a judge decides',
    option: 'checkWhen',
    needsTrust: null,
  },
  proof: {
    topic: 'Proof',
    kind: choice(PROOF_LEVELS),
    says: 'how thoroughly a passing check is verified: fast, standard, or strict',
    default: 'standard',
    option: 'proof',
    needsTrust: 'weakens-proof',
    harmless: ['standard', 'strict'],
  },
  'judge-cmd': {
    topic: 'Proof',
    kind: text('CMD'),
    says: 'a program as the judge: it answers question checks, and can veto a result with self-verifying or strict',
    group: 'judge',
    needsTrust: 'runs-commands',
  },
  'judge-model': {
    topic: 'Proof',
    kind: text('MODEL'),
    says: 'a language model as the judge, as provider/name: anthropic/…, openai/…, ollama/…',
    group: 'judge',
    needsTrust: 'sends-data',
  },
  'judge-agent': {
    topic: 'Proof',
    kind: text('NAME'),
    says: 'another agent as the judge, by name; it sees only the material to judge',
    group: 'judge',
    needsTrust: 'runs-commands',
  },
  'model-url': {
    topic: 'Agent',
    kind: text('URL'),
    says: 'the address of a model server with an OpenAI-compatible API, or of a gateway',
    needsTrust: 'sends-data',
  },
  'model-key': {
    topic: 'Agent',
    kind: text('VARIABLE'),
    says: 'the environment variable that holds the API key of the model',
    needsTrust: 'sends-data',
  },
  'may-change': {
    topic: 'Proof',
    kind: list('GLOB'),
    says: 'tests or configs that may change; can be repeated',
    option: 'mayChange',
    needsTrust: 'weakens-proof',
  },
  waive: {
    topic: 'Proof',
    kind: list('FINDING'),
    says: 'a finding to accept from the start, such as tests-gone or test:<id>; can be repeated',
    option: 'waive',
    needsTrust: 'weakens-proof',
  },
  'accept-claims': {
    topic: 'Proof',
    kind: onOff,
    says: 'accept a check that only reads a status that the agent sets itself; the loop then ends as claimed, not as verified',
    option: 'acceptClaims',
    needsTrust: 'weakens-proof',
  },
  'proof-jobs': {
    topic: 'Proof',
    kind: wholeNumber,
    says: 'maximum number of proof runs at the same time; 1 turns this off. By default 2, if a core is free and the check uses no ports or databases',
    option: 'proofJobs',
    needsTrust: null,
  },
  mutants: {
    topic: 'Proof',
    kind: onOff,
    says: 'after a verified result, report changed lines that no test notices, for at most 2 minutes; always with --proof strict',
    option: 'mutants',
    needsTrust: null,
  },
  'hold-out': {
    topic: 'Proof',
    kind: list('GLOB'),
    says: 'tests that the agent never sees: removed from the tree during its turns, restored for every check; can be repeated',
    option: 'holdOut',
    needsTrust: null,
  },
  restore: {
    topic: 'Proof',
    kind: onOff,
    says: 'restore tests and configs that the agent weakened',
    option: 'restore',
    needsTrust: null,
  },
  worktree: {
    topic: 'Execution',
    kind: onOff,
    says: 'work in a separate git worktree, on the branch agent-loop/<id>; agent-loop merge <id> brings the result back',
    mcp: true,
    needsTrust: null,
  },
  'max-loops': {
    topic: 'Limits',
    kind: wholeNumber,
    says: 'maximum number of background loops, over all projects',
    default: `${MAX_CONCURRENT_LOOPS}`,
    needsTrust: null,
  },
  'on-verified': {
    topic: 'Hooks',
    kind: text('CMD'),
    says: 'a command to run once the work is verified; skipped after a waiver',
    option: 'hooks.onVerified',
    needsTrust: 'runs-commands',
  },
  'post-iteration': {
    topic: 'Hooks',
    kind: text('CMD'),
    says: 'a command to run after every turn; it gets the verdict as JSON on standard input',
    option: 'hooks.postIteration',
    needsTrust: 'runs-commands',
  },
  commit: {
    topic: 'After a loop',
    kind: choice(COMMIT_TIMES),
    says: 'commit the work: end (once, when it is verified) or turn (after every turn). Files that had uncommitted changes before the loop are never committed',
    option: 'after.commit',
    needsTrust: 'writes-elsewhere',
  },
  push: {
    topic: 'After a loop',
    kind: onOff,
    says: 'push the verified commit to the upstream branch, never with force; needs --commit; skipped after a waiver',
    option: 'after.push',
    needsTrust: 'sends-data',
  },
  remote: {
    topic: 'After a loop',
    kind: text('REMOTE'),
    says: 'push to this remote instead of the upstream',
    option: 'after.remote',
    needsTrust: 'sends-data',
  },
  pr: {
    topic: 'After a loop',
    kind: onOff,
    says: 'open a pull request with the report as its description, through gh or glab; needs --push',
    option: 'after.pr',
    needsTrust: 'sends-data',
  },
  'pr-cmd': {
    topic: 'After a loop',
    kind: command('"./open-pr.sh"'),
    says: 'a command that opens the pull request for --pr; it gets the report on standard input',
    option: 'after.prCommand',
    needsTrust: 'runs-commands',
  },
  'trust-config': {
    topic: 'Execution',
    kind: onOff,
    says: "trust the values in this project's configuration that run commands, weaken the proof, write elsewhere, send data, or raise limits",
    flagOnly: true,
  },
  external: {
    topic: 'Execution',
    kind: onOff,
    says: 'run in the background, as agent-loop start does',
    flagOnly: true,
  },
  'dry-run': {
    topic: 'Execution',
    kind: onOff,
    says: 'show the criterion, the sealed files, the agent, and the cost of the proof; run nothing',
    flagOnly: true,
  },
  'loop-id': {
    topic: 'Execution',
    kind: text('ID'),
    says: 'the id of the new loop, such as ralph-fix-tests-a1b2c3d4',
    flagOnly: true,
    option: 'id',
  },
  fleet: {
    topic: 'Execution',
    kind: textOrNone('URL'),
    says: 'the PostgreSQL database of a fleet: start submits loops to its workers, and the other commands show and control its loops; none means this machine',
    defaultSays: 'this machine',
    needsTrust: 'sends-data',
  },
  'fleet-remote': {
    topic: 'Execution',
    kind: text('REMOTE'),
    says: 'the git remote that carries the code to the workers of a fleet and back: a name or an address that they can reach',
    default: 'origin',
    needsTrust: 'sends-data',
  },
  'fleet-setup': {
    topic: 'Execution',
    kind: command('"npm ci"'),
    says: 'a command that prepares a clone on a worker; its result is reused for the same files',
    needsTrust: 'runs-commands',
  },
  'fleet-labels': {
    topic: 'Execution',
    kind: list('LABEL'),
    says: 'only workers with this label take the loop; can be repeated',
    needsTrust: null,
  },
  'fleet-needs': {
    topic: 'Execution',
    kind: list('NAME'),
    says: 'an environment variable that a worker must have to take the loop; its value never leaves the worker; can be repeated',
    needsTrust: null,
  },
  'state-dir': {
    topic: 'General',
    kind: text('DIR'),
    says: 'where the project keeps its state view',
    defaultSays: '.aiwg/ralph',
    needsTrust: 'writes-elsewhere',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingTable = typeof SETTINGS
export type SettingName = keyof SettingTable

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const settingNamed = (name: SettingName): Setting => SETTINGS[name]

/** What it does, with its default; `unless` replaces the default. */
export function describeSetting(name: SettingName, unless?: string): string {
  const { kind, says, defaultSays, default: standard } = settingNamed(name)
  const otherwise = unless ?? defaultSays ?? standard
  return otherwise === undefined || kind.placeholder === null ? says : `${says} (default: ${otherwise})`
}

/** The settings that environment and configuration may give. */
export const LASTING_SETTINGS = SETTING_NAMES.filter(name => !settingNamed(name).flagOnly)

type ValueOf<S> = S extends { kind: Kind<infer T, infer A> } ? (S extends { default: string } ? T : T | A) : never

export type SettingValues = { readonly [Name in SettingName]: ValueOf<SettingTable[Name]> }

export type McpSettingName = {
  [Name in SettingName]: SettingTable[Name] extends { mcp: true } ? Name : never
}[SettingName]
