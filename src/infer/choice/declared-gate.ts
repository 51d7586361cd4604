import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import { hazardOf } from '../../tools/commands/hazards.ts'
import type { Project, SourceFile } from '../../tools/manifests/project.ts'
import { isBlocks } from '../documents/block.ts'
import { type Mention, mentions } from '../documents/mentions.ts'
import type { NamedCheck } from './named-check.ts'
import { resolves } from './resolve.ts'

/** What people call the requirements that a document in `.aiwg/` sets. */
const REQUIREMENTS =
  '(?:gates?|checks?|findings?|violations?|rules?|bars?|guide|guidelines?|audits?|scans?|vulnerabilit\\w+|requirements?|criteria)'

const SUBJECTS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.aiwg\/security\//, subject('security')],
  [/^\.aiwg\/architecture\//, subject('architectur(?:e|al)')],
  [/^\.aiwg\/quality\//, subject('(?:code )?(?:quality|reviews?)')],
]

function subject(words: string): RegExp {
  return new RegExp(`\\b${words}(?: \\w+)? ${REQUIREMENTS}\\b`, 'i')
}

const CONTINUES = /^\W*(?:please )?(?:finish|continue|complete|resume|carry on|wrap up|pick up|go on)\b/i

/** Layer 5. The commands by which a document in `.aiwg/` says when its subject is done, if the task is about that subject. */
export const declaredGates = (task: string, project: Project): NamedCheck[] =>
  [...project.files.values()]
    .filter(file => isMeant(file, task))
    .flatMap(file => (isBlocks(file.data) ? mentions(file.data).map(mention => ({ file, mention })) : []))
    .filter(({ file, mention }) => isRequired(file, mention) && isCommand(mention, project))
    .map(({ file, mention: { command, line } }) => ({
      command,
      layer: 5,
      source: file.path,
      line,
      name: file.path,
      isGeneral: false,
      isOwnName: true,
      isScript: false,
      isJudged: true,
    }))

function isMeant({ path }: SourceFile, task: string): boolean {
  if (!path.startsWith('.aiwg/working/'))
    return SUBJECTS.some(([folder, named]) => folder.test(path) && named.test(task))
  const said = new Set(task.toLowerCase().split(/[^a-z0-9]+/))
  const own = (path.split('/').at(-1) ?? '')
    .toLowerCase()
    .replace(/\.md$/, '')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== 'progress' && !isCommonWord(word))
  return CONTINUES.test(task) && own.length > 0 && own.every(word => said.has(word))
}

const isRequired = ({ path }: SourceFile, { headings }: Mention): boolean =>
  !path.startsWith('.aiwg/working/') || headings.some(heading => /completion criteri/i.test(heading))

const isCommand = ({ command }: Mention, project: Project): boolean =>
  /\s|^\.\//.test(command) &&
  hazardOf(command) === null &&
  resolves({ command, folder: '', layer: 5, fact: { code: 'documented-command', command } }, project)
