import { codeBlocks, type Page } from './markdown.ts'

export interface DocumentedCommand {
  readonly page: string
  readonly line: string
  readonly words: readonly string[]
  /** What the page shows as its output; null where it shows none. */
  readonly shown: readonly string[] | null
}

/** Every command line of ours in the code blocks of a page. */
export const commandsOf = (page: Page): readonly DocumentedCommand[] =>
  codeBlocks(page).flatMap(({ language, lines }) =>
    language === 'console' ? [transcript(page, lines)] : lines.flatMap(line => typed(page, line)),
  )

function transcript(page: Page, [first = '', ...shown]: readonly string[]): DocumentedCommand {
  const [command] = typed(page, first.replace(/^\$ /, ''))
  if (command === undefined) throw new Error(`${page.path}: a console block must begin with "$ agent-loop": ${first}`)
  return { ...command, shown }
}

const typed = ({ path }: Page, line: string): readonly DocumentedCommand[] => {
  const command = /^(?:\s*- run: )?agent-loop (.+)/.exec(line)?.[1]
  return command === undefined ? [] : [{ page: path, line, words: wordsOf(command), shown: null }]
}

const QUOTED = /"((?:\\.|[^"\\])*)"|'([^']*)'/g

/** The words as a shell would pass them on, up to a comment, a redirection, or the next command. `<id>` is a word. */
export function wordsOf(command: string): readonly string[] {
  const words = [...command.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|<[\w-]+>|[^\s"'<>;|&])+|[;|&>]/g)].map(
    ([word]) => word,
  )
  const end = words.findIndex(word => /^[;|&>#]/.test(word))
  return (end === -1 ? words : words.slice(0, end)).map(word =>
    word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''),
  )
}
