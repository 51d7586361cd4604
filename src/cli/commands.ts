import { nearest } from '../std/nearest.ts'
import type { Command } from './command.ts'

/** In the order in which `--help` lists them. */
export const COMMAND_GROUPS = ['Work', 'Results', 'Criteria', 'Setup', 'For assistants and agents'] as const

type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface CommandEntry {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Where `--help` lists it; a command without one is for internal use and repair. */
  readonly group?: CommandGroup
  /** Loads a command only when it is typed, to keep the start fast. */
  readonly load: () => Promise<Command>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    group: 'Work',
    summary: 'run an agent in a loop until the criterion is verified',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'start',
    group: 'Work',
    summary: 'run an agent in a loop in the background; it survives a closed terminal and crashes',
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'resume',
    group: 'Work',
    aliases: ['ralph-resume'],
    summary: 'resume a loop that was interrupted, paused, or ended on a limit',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'abort',
    group: 'Work',
    aliases: ['ralph-abort'],
    summary: 'abort a loop from any terminal; --revert restores the tree as the loop found it',
    load: async () => (await import('./commands/abort.ts')).abort,
  },
  {
    name: 'pause',
    group: 'Work',
    summary: 'pause a loop after the current turn',
    load: async () => (await import('./commands/pause.ts')).pause,
  },
  {
    name: 'tell',
    group: 'Work',
    summary: 'give the agent of a loop a hint for its next turn',
    load: async () => (await import('./commands/tell.ts')).tell,
  },
  {
    name: 'attach',
    group: 'Work',
    aliases: ['ralph-attach'],
    summary: 'watch a running loop',
    load: async () => (await import('./commands/attach.ts')).attach,
  },
  {
    name: 'logs',
    group: 'Work',
    summary: 'show the output of the agent of a loop, or of its check',
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'verify',
    group: 'Criteria',
    summary: 'run a criterion once, and say what to fix if it fails',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'criteria',
    group: 'Criteria',
    summary: 'show how a criterion is understood, and what would run',
    load: async () => (await import('./commands/criteria.ts')).criteria,
  },
  {
    name: 'infer',
    group: 'Criteria',
    summary: 'propose the command that proves a task done here, with evidence, or refuse',
    load: async () => (await import('./commands/infer.ts')).infer,
  },
  {
    name: 'route',
    group: 'Criteria',
    summary: 'show how a sentence to an assistant is understood, and where it would run',
    load: async () => (await import('./commands/route.ts')).route,
  },
  {
    name: 'status',
    group: 'Work',
    aliases: ['ralph-status'],
    summary: 'show the loops of this project and their state',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'list',
    group: 'Work',
    summary: 'list the loops of this project, one per line',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'diff',
    group: 'Results',
    summary: 'show what a loop changed, in total or between two turns',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'merge',
    group: 'Results',
    summary: 'merge the verified work of a loop from its worktree into its branch',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    name: 'restore',
    group: 'Results',
    summary: 'restore the files as they were before a loop, or after one of its turns',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'clean',
    group: 'Setup',
    summary: 'show and remove what dead loops left: damaged records, interrupted loops, old snapshots',
    load: async () => (await import('./commands/clean.ts')).clean,
  },
  {
    name: 'agents',
    group: 'Setup',
    summary: 'list the installed coding agents, and how they are called',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'gate',
    group: 'Criteria',
    summary: "gate doctor: can this project's checks fail at all?",
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  {
    name: 'receipt',
    group: 'Results',
    summary: 'show the receipt of a loop, or check one: receipt verify <file>',
    load: async () => (await import('./commands/receipt.ts')).receipt,
  },
  {
    name: 'waive',
    group: 'Results',
    summary: 'accept a finding of a loop; for people only',
    load: async () => (await import('./commands/waive.ts')).waive,
  },
  {
    name: 'explain',
    group: 'Results',
    summary: 'explain a finding',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'reflections',
    group: 'Results',
    summary: 'show what the loops of this project learned, and what recurs',
    load: async () => (await import('./commands/reflections.ts')).reflections,
  },
  {
    name: 'blocked',
    group: 'For assistants and agents',
    summary: 'for the agent inside a turn: report what blocks it',
    load: async () => (await import('./commands/blocked.ts')).blocked,
  },
  {
    name: 'daemon',
    summary: 'the process that runs background loops',
    load: async () => (await import('./commands/daemon.ts')).daemon,
  },
  {
    name: 'doctor',
    group: 'Setup',
    summary: 'diagnose the setup and suggest fixes',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'service',
    group: 'Setup',
    summary: 'service install | uninstall: start the daemon of background loops at login',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    name: 'adopt',
    group: 'For assistants and agents',
    summary: "inside an assistant: start a loop whose turns that assistant's session takes",
    load: async () => (await import('./commands/adopt.ts')).adopt,
  },
  {
    name: 'hook',
    group: 'For assistants and agents',
    summary: 'hook stop: for the Stop hook of an assistant; verifies the turn of the loop that its session adopted',
    load: async () => (await import('./commands/hook.ts')).hook,
  },
  {
    name: 'mcp',
    group: 'For assistants and agents',
    summary: 'serve the Model Context Protocol to an assistant',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'install',
    group: 'Setup',
    summary: 'add skills, commands, hook, and MCP server to the files of an assistant',
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    name: 'uninstall',
    group: 'Setup',
    summary: 'remove from the files of an assistant what install added',
    load: async () => (await import('./commands/uninstall.ts')).uninstall,
  },
  {
    name: 'demo',
    group: 'Setup',
    summary: 'watch a loop refuse a lying agent, on a small example project',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
]

export const commandNamed = (name: string): CommandEntry | undefined =>
  commands.find(command => command.name === name || command.aliases?.includes(name))

/** Words of other programs for what one of ours does. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ stop: 'abort', cancel: 'abort', kill: 'abort', end: 'abort', quit: 'abort' },
  ...{ continue: 'resume', restart: 'resume', retry: 'resume', undo: 'restore', revert: 'restore', reset: 'restore' },
  ...{ ls: 'list', ps: 'status', history: 'list', log: 'logs', watch: 'attach', follow: 'attach', show: 'status' },
  ...{ check: 'verify', test: 'verify', accept: 'waive', hint: 'tell', say: 'tell', prune: 'clean', rm: 'clean' },
  ...{ init: 'install', setup: 'install', background: 'start', apply: 'merge' },
}

/** The command that an unknown word most likely means; null when none is near. */
export const commandMeant = (word: string): string | null =>
  MEANT[word.toLowerCase()] ??
  nearest(
    word,
    commands.map(({ name }) => name),
  )
