import type { PageCommand, RunPageCommand } from '../web/server/actions.ts'
import type { Command, CommandContext } from './command.ts'
import { errorReport } from './error-lines.ts'

/** The commands that the page runs: the same code as in a terminal, and nothing else. */
const COMMANDS: Readonly<Record<PageCommand['name'], () => Promise<Command>>> = {
  tell: async () => (await import('./commands/tell.ts')).tell,
  pause: async () => (await import('./commands/pause.ts')).pause,
  resume: async () => (await import('./commands/resume.ts')).resume,
  merge: async () => (await import('./commands/merge.ts')).merge,
  abort: async () => (await import('./commands/abort.ts')).abort,
  diff: async () => (await import('./commands/diff.ts')).diff,
  receipt: async () => (await import('./commands/receipt.ts')).receipt,
}

/** Arguments are passed as values, so that no text of a page can become a flag. */
export const pageCommands =
  (context: CommandContext): RunPageCommand =>
  async ({ name, positionals, flags, row }) => {
    const lines: string[] = []
    const say = (text: string): void => void lines.push(...text.split('\n'))
    // A terminal shows who speaks; the page is ours.
    const note = (text: string): void => say(text.replace(/^agent-loop: /, ''))
    try {
      const command = await COMMANDS[name]()
      const code = await command.run({
        ...context,
        cwd: row.directory,
        shellDirectory: () => row.directory,
        given: { 'state-dir': row.view },
        positionals,
        flags: { text: () => undefined, has: flag => flags.includes(flag) },
        json: false,
        terminal: false,
        out: say,
        err: note,
        person: { show: say },
      })
      return { ok: code === 0, lines }
    } catch (error) {
      for (const line of errorReport(error, false).err) note(line)
      return { ok: false, lines }
    }
  }
