import type { Person } from '../run/request/context.ts'
import type { CommandContext } from './command.ts'

/** The person at this terminal, if there is one. With JSON output, no agent is chosen interactively. */
export function personAt({
  json,
  out,
  err,
  terminal,
  columns,
}: Pick<CommandContext, 'json' | 'out' | 'err' | 'terminal' | 'columns'>): Person {
  const show = json ? err : out
  if (!terminal || !process.stdin.isTTY) return { show }
  const confirmCriterion: Person['confirmCriterion'] = async (...asked) =>
    (await import('./ask.ts')).askAboutProposal(...asked)
  const confirm: Person['confirm'] = async question => (await import('./ask.ts')).confirmed(question)
  if (json) return { show, confirmCriterion, confirm }
  return {
    show,
    explain: async text => {
      const { foldLines } = await import('./view/fold-lines.ts')
      for (const line of await foldLines([text], { terminal, columns })) show(line)
    },
    confirmCriterion,
    confirm,
    chooseCommand: async (...asked) => (await import('./ask.ts')).askForCommand(...asked),
    chooseAgent: async names => (await import('./ask.ts')).askWhichAgent(names),
  }
}

/** Whether a person can be asked during a turn. */
export const canAsk = ({ person }: Pick<CommandContext, 'person'>): boolean => person.chooseAgent !== undefined
