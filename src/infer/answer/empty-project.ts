import type { Project } from '../../tools/manifests/project.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { Refusal } from '../proposal.ts'
import type { CommandChoice } from '../route/question.ts'

/** What a new project may be checked with: the usual test command of each language. The work brings the rest. */
export const STARTERS: readonly CommandChoice[] = [
  { command: 'npm test', use: 'For JavaScript and TypeScript' },
  { command: 'pytest', use: 'For Python' },
  { command: 'go test ./...', use: 'For Go' },
  { command: 'cargo test', use: 'For Rust' },
]

/** Documents and settings alone say nothing about a check. */
const NOT_CODE = /^(?:\..*|LICEN[CS]E.*|.*\.(?:md|txt|rst|adoc))$/i

/** Nothing in it shows which language the work will be in, so that only a person can say what checks it. */
export const isEmptyProject = ({ tree }: Project): boolean =>
  [...tree].every(([folder, { files }]) => folder.startsWith('.') || files.every(name => NOT_CODE.test(name)))

export const emptyProject = (task: string): Refusal => ({
  because: 'The project is empty, so nothing in it says how the work is checked.',
  try: STARTERS.map(({ command }) => `agent-loop ${shellQuote(task)} -c ${shellQuote(command)}`),
})
