import type { Command } from './command.ts'

interface CommandEntry {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** For programs of ours, and for repair: not in the list that people read. */
  readonly hidden?: true
  /** Each command is loaded only when it is typed: starting up costs what that command needs. */
  readonly load: () => Promise<Command>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'run an agent in a loop, here, until the criterion holds',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'start',
    summary: 'run an agent in a loop in the background; it survives this terminal, and crashes',
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'resume',
    aliases: ['ralph-resume'],
    summary: 'take up a loop that was interrupted, paused or ended on a limit',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'abort',
    aliases: ['ralph-abort'],
    summary: 'end a loop from any terminal; --revert puts the tree back as it found it',
    load: async () => (await import('./commands/abort.ts')).abort,
  },
  {
    name: 'pause',
    summary: 'have a loop rest after the turn in flight',
    load: async () => (await import('./commands/pause.ts')).pause,
  },
  {
    name: 'tell',
    summary: 'say something to the agent of a loop, for its next turn',
    load: async () => (await import('./commands/tell.ts')).tell,
  },
  {
    name: 'attach',
    aliases: ['ralph-attach'],
    summary: 'watch a loop that another terminal runs',
    load: async () => (await import('./commands/attach.ts')).attach,
  },
  {
    name: 'logs',
    summary: 'show what the agent, or the check, of a loop printed',
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'verify',
    summary: 'run a criterion once: does it hold, and if not, what is to fix?',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'criteria',
    summary: 'show how a criterion is understood, and what would be run',
    load: async () => (await import('./commands/criteria.ts')).criteria,
  },
  {
    name: 'infer',
    summary: 'say which command would prove a task done here, with evidence, or refuse',
    load: async () => (await import('./commands/infer.ts')).infer,
  },
  {
    name: 'route',
    summary: 'say how a sentence said to an assistant would be understood, and where it would run',
    load: async () => (await import('./commands/route.ts')).route,
  },
  {
    name: 'status',
    aliases: ['ralph-status'],
    summary: 'show the loops of this project and where they stand',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'list',
    summary: 'list the loops of this project, one a line',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'diff',
    summary: 'show what a loop changed, in all or between two iterations',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'merge',
    summary: 'bring the verified work of a loop in its own worktree back to its branch',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    name: 'restore',
    summary: 'put the files back as they were before a loop, or after one of its iterations',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'agents',
    summary: 'list the coding agents that are installed here, and how they would be called',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'gate',
    summary: "gate doctor: can this project's checks fail at all?",
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  {
    name: 'receipt',
    summary: 'show the proof of a loop, or check one: receipt verify <file>',
    load: async () => (await import('./commands/receipt.ts')).receipt,
  },
  {
    name: 'waive',
    summary: 'accept a finding of a loop; for people only',
    load: async () => (await import('./commands/waive.ts')).waive,
  },
  {
    name: 'explain',
    summary: 'say what a finding of the gate means',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'reflections',
    summary: 'show what the loops of this project taught, and what keeps coming back',
    load: async () => (await import('./commands/reflections.ts')).reflections,
  },
  {
    name: 'blocked',
    summary: 'for the agent inside a turn: say what keeps it from going on',
    load: async () => (await import('./commands/blocked.ts')).blocked,
  },
  {
    name: 'daemon',
    hidden: true,
    summary: 'the process that runs background loops',
    load: async () => (await import('./commands/daemon.ts')).daemon,
  },
  {
    name: 'doctor',
    summary: 'look at the set-up, and say what is wrong and what mends it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'service',
    summary: 'service install | uninstall: have background loops taken care of from login on',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    name: 'adopt',
    summary: "inside an assistant: begin a loop whose turns that assistant's session takes",
    load: async () => (await import('./commands/adopt.ts')).adopt,
  },
  {
    name: 'hook',
    summary: 'hook stop: for the Stop hook of an assistant; closes the turn of the loop that its session adopted',
    load: async () => (await import('./commands/hook.ts')).hook,
  },
  {
    name: 'mcp',
    summary: 'serve the Model Context Protocol to an assistant',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'install',
    summary: 'put skills, commands, hook and MCP server into the files of an assistant',
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    name: 'uninstall',
    summary: 'take out of the files of an assistant what install put into them',
    load: async () => (await import('./commands/uninstall.ts')).uninstall,
  },
  {
    name: 'demo',
    summary: 'watch a loop refuse a lying agent, on a small project made for it',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
]

export const commandNamed = (name: string): CommandEntry | undefined =>
  commands.find(command => command.name === name || command.aliases?.includes(name))
