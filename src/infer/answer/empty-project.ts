import type { Project } from '../../tools/manifests/project.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { Inference, Refusal } from '../proposal.ts'
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
const isEmptyProject = ({ tree }: Project): boolean =>
  [...tree].every(([folder, { files }]) => folder.startsWith('.') || files.every(name => NOT_CODE.test(name)))

/** In an empty project, "something changed" would lead nowhere: null, or the refusal that takes the place of the answer. */
export const refusedAsEmpty = (task: string, project: Project, inference: Inference): Refusal | null =>
  isEmptyProject(project) && !isSubstantial(inference) ? emptyProject(task) : null

/** A change of a document that the task names is more than some change. */
const isSubstantial = (inference: Inference): boolean =>
  inference.kind === 'proposed' &&
  (inference.proposal.class !== 'structural' || (inference.done.kind === 'changed' && inference.done.path !== null))

const emptyProject = (task: string): Refusal => ({
  because: 'The project has no code yet, so nothing in it says how the work is checked.',
  try: STARTERS.map(({ command }) => `agent-loop ${shellQuote(task)} -c ${shellQuote(command)}`),
})
