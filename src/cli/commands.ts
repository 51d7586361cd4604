import { nearest } from '../std/nearest.ts'
import type { Command } from './command.ts'

/** In the order in which `--help` lists them. */
export const COMMAND_GROUPS = ['Start here', 'Loops', 'Proof', 'Inside assistants', 'Setup'] as const

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
    group: 'Start here',
    summary: 'run an agent until the check passes and its proof holds',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'start',
    group: 'Start here',
    summary: 'the same in the background; survives a closed terminal and crashes',
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'status',
    group: 'Start here',
    aliases: ['ralph-status'],
    summary: 'show the active loops of this project, and the latest one',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'resume',
    group: 'Start here',
    aliases: ['ralph-resume'],
    summary: 'resume the latest loop, or another one that was interrupted, paused, or ended on a limit',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'demo',
    group: 'Start here',
    summary: 'watch a loop refuse a cheating agent; needs no agent, key, or network',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'list',
    group: 'Loops',
    summary: 'list the loops of this project with date, duration, turns, and cost',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'attach',
    group: 'Loops',
    aliases: ['ralph-attach'],
    summary: 'watch a running loop; leaving does not stop it',
    load: async () => (await import('./commands/attach.ts')).attach,
  },
  {
    name: 'logs',
    group: 'Loops',
    summary: 'show what the agent printed, or what the check printed',
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'tell',
    group: 'Loops',
    summary: 'give the agent a hint for its next turn',
    load: async () => (await import('./commands/tell.ts')).tell,
  },
  {
    name: 'pause',
    group: 'Loops',
    summary: 'pause a loop after the current turn',
    load: async () => (await import('./commands/pause.ts')).pause,
  },
  {
    name: 'abort',
    group: 'Loops',
    aliases: ['ralph-abort'],
    summary: 'abort a loop; --revert restores the files as the loop found them',
    load: async () => (await import('./commands/abort.ts')).abort,
  },
  {
    name: 'diff',
    group: 'Loops',
    summary: 'show what a loop changed, in total or between two turns',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'merge',
    group: 'Loops',
    summary: 'merge the verified work of a loop from its worktree',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    name: 'restore',
    group: 'Loops',
    summary: 'restore the files from before a loop, or after one of its turns',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'reflections',
    group: 'Loops',
    summary: 'show what earlier loops of this project learned',
    load: async () => (await import('./commands/reflections.ts')).reflections,
  },
  {
    name: 'clean',
    group: 'Loops',
    summary: 'show and remove what dead loops left behind',
    load: async () => (await import('./commands/clean.ts')).clean,
  },
  {
    name: 'verify',
    group: 'Proof',
    summary: 'run a check once, and say what to fix if it fails',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'infer',
    group: 'Proof',
    summary: 'propose a check for a task, with evidence; starts nothing',
    load: async () => (await import('./commands/infer.ts')).infer,
  },
  {
    name: 'criteria',
    group: 'Proof',
    summary: 'show how a criterion is understood, and what would run',
    load: async () => (await import('./commands/criteria.ts')).criteria,
  },
  {
    name: 'gate',
    group: 'Proof',
    summary: "gate doctor: find out whether this project's checks can fail",
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  {
    name: 'explain',
    group: 'Proof',
    summary: 'explain a finding',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'waive',
    group: 'Proof',
    summary: 'accept a finding of a loop; for people only',
    load: async () => (await import('./commands/waive.ts')).waive,
  },
  {
    name: 'receipt',
    group: 'Proof',
    summary: 'show the signed receipt of a loop, or check one: receipt verify <file>',
    load: async () => (await import('./commands/receipt.ts')).receipt,
  },
  {
    name: 'install',
    group: 'Inside assistants',
    summary: "add skills, commands, hook, and MCP server to an assistant's files",
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    name: 'uninstall',
    group: 'Inside assistants',
    summary: 'remove what install added',
    load: async () => (await import('./commands/uninstall.ts')).uninstall,
  },
  {
    name: 'adopt',
    group: 'Inside assistants',
    summary: "start a loop whose turns the assistant's own session takes",
    load: async () => (await import('./commands/adopt.ts')).adopt,
  },
  {
    name: 'route',
    group: 'Inside assistants',
    summary: 'show how a sentence to an assistant is understood; starts nothing',
    load: async () => (await import('./commands/route.ts')).route,
  },
  {
    name: 'hook',
    group: 'Inside assistants',
    summary: "hook stop: called by an assistant's Stop hook",
    load: async () => (await import('./commands/hook.ts')).hook,
  },
  {
    name: 'mcp',
    group: 'Inside assistants',
    summary: 'serve the Model Context Protocol',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'blocked',
    group: 'Inside assistants',
    summary: 'for the agent inside a turn: report what blocks it',
    load: async () => (await import('./commands/blocked.ts')).blocked,
  },
  {
    name: 'doctor',
    group: 'Setup',
    summary: 'diagnose the setup and suggest fixes',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'agents',
    group: 'Setup',
    summary: 'list the coding agents that are installed, and how they are called',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'service',
    group: 'Setup',
    summary: 'service install | uninstall: start the daemon at login',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    name: 'daemon',
    summary: 'the process that runs background loops',
    load: async () => (await import('./commands/daemon.ts')).daemon,
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
