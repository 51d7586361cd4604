import { nearest } from '../std/nearest.ts'
import type { CommandEntry } from './command-entry.ts'

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    group: 'Start here',
    summary: 'run an agent until its work is verified',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'start',
    group: 'Start here',
    summary: 'run an agent in the background; survives a closed terminal and crashes',
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'status',
    group: 'Start here',
    aliases: ['ralph-status'],
    summary: 'show the active loops of this project, or the latest one that ended',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'resume',
    group: 'Start here',
    aliases: ['ralph-resume'],
    summary: 'resume the latest loop, or another one that was interrupted, paused, or ended at a limit',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'demo',
    group: 'Start here',
    summary: 'watch a loop refuse a cheating agent; needs no agent, key, or network',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'plan',
    group: 'Loops',
    summary: 'work through a list of tasks, several at once, and merge verified results',
    load: async () => (await import('./commands/plan.ts')).plan,
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
    name: 'ui',
    group: 'Loops',
    summary: 'watch and control the loops of all projects in a browser',
    load: async () => (await import('./commands/ui.ts')).ui,
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
    summary: 'abort a loop; --revert restores the files from before the loop',
    load: async () => (await import('./commands/abort.ts')).abort,
  },
  {
    name: 'diff',
    group: 'Loops',
    summary: 'show what a loop changed, in total or between two turns',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'report',
    group: 'Loops',
    summary: 'write a report of a loop as Markdown, HTML, or JSON, for a pull request or a CI job',
    load: async () => (await import('./commands/report.ts')).report,
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
    name: 'fork',
    group: 'Loops',
    summary: 'start a new loop from any turn of another one, with the same or another agent',
    load: async () => (await import('./commands/fork.ts')).fork,
  },
  {
    name: 'history',
    group: 'Loops',
    summary: 'show statistics of all your loops: verified share, turns, time, cost, and findings',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'reflections',
    group: 'Loops',
    summary: 'show lessons from earlier loops of this project',
    load: async () => (await import('./commands/reflections.ts')).reflections,
  },
  {
    name: 'clean',
    group: 'Loops',
    summary: 'list and remove leftovers of dead loops',
    load: async () => (await import('./commands/clean.ts')).clean,
  },
  {
    name: 'verify',
    group: 'Proof',
    summary: 'run a check once, and say what to fix if it fails',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'prove',
    group: 'Proof',
    summary: 'prove a branch, a range of commits, or the working tree, without an agent',
    load: async () => (await import('./commands/prove.ts')).prove,
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
    summary: 'show how agent-loop understands a criterion, and which commands it would run',
    load: async () => (await import('./commands/criteria.ts')).criteria,
  },
  {
    name: 'gate',
    group: 'Proof',
    summary: "gate doctor: test whether this project's checks can fail",
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
    summary: "start a loop in which the assistant's own session does the work",
    load: async () => (await import('./commands/adopt.ts')).adopt,
  },
  {
    name: 'route',
    group: 'Inside assistants',
    summary: 'show how agent-loop understands a sentence to an assistant; starts nothing',
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
    name: 'worker',
    group: 'Fleet',
    summary: 'run loops of a fleet on this machine',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  {
    name: 'fleet',
    group: 'Fleet',
    summary: 'fetch results of fleet loops, and manage workers, limits, and trusted keys',
    load: async () => (await import('./commands/fleet.ts')).fleet,
  },
  {
    name: 'init',
    group: 'Setup',
    summary: 'write a configuration for this project: check, agent, and limits',
    load: async () => (await import('./commands/init.ts')).init,
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
    summary: 'list the coding agents that are installed, and how agent-loop starts them',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'notify',
    group: 'Setup',
    summary: 'notify test: send a test message through every configured notification',
    load: async () => (await import('./commands/notify.ts')).notify,
  },
  {
    name: 'completion',
    group: 'Setup',
    summary: 'print a completion script for bash, zsh, or fish',
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
  {
    name: 'service',
    group: 'Setup',
    summary: 'service install | uninstall: start the daemon at login',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    name: 'fleet-loop',
    summary: 'the process of one loop of a worker',
    load: async () => (await import('./commands/fleet-processes.ts')).fleetLoop,
  },
  {
    name: 'fleet-watchdog',
    summary: 'the process that ends the agents of a worker whose lease expired',
    load: async () => (await import('./commands/fleet-processes.ts')).fleetWatchdog,
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
  ...{ ls: 'list', ps: 'status', log: 'logs', watch: 'attach', follow: 'attach', show: 'status' },
  ...{ check: 'verify', test: 'verify', accept: 'waive', hint: 'tell', say: 'tell', prune: 'clean', rm: 'clean' },
  ...{ setup: 'init', configure: 'init', config: 'init', background: 'start', apply: 'merge' },
}

/** The command that an unknown word most likely means; null when none is near. */
export const commandMeant = (word: string): string | null =>
  MEANT[word.toLowerCase()] ??
  nearest(
    word,
    commands.map(({ name }) => name),
  )
