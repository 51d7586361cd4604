import { scopeTerms } from '../../criteria/task/scope-terms.ts'
import { exists, folderAt, type Project } from '../../tools/manifests/project.ts'
import { BASELINE } from './changed-files.ts'
import { type CriterionDraft, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'

/** No doc linter in the project: a rule of our own about the files to document. */
export function docsDraft({ task, project, reading, scope }: Material): CriterionDraft | null {
  const readme = /\b(readme|changelog|contributing)\b/i.exec(task)?.[0]
  const file =
    readme === undefined
      ? undefined
      : folderAt(project, '').files.find(name => name.toLowerCase().startsWith(readme.toLowerCase()))
  const rule =
    file === undefined
      ? everyFile(project, scope.folder ?? folderIn(task, project))
      : `! cmp -s ${file} ${BASELINE}/${file}`
  if (rule === null) return null
  const command = file === undefined ? `agent-loop verify '${rule}'` : rule
  return {
    class: reading.class,
    clauses: [file === undefined ? { rule } : exitsWithZero(rule)],
    commands: [command],
    checks: [],
    rejected: [],
    reasons: [{ code: 'no-documentation-linter' }],
    warnings: [{ code: 'documentation-content-unchecked' }],
    score: 0,
    unusual: true,
  }
}

const folderIn = (task: string, project: Project): string | null =>
  scopeTerms(task).find(term => project.tree.has(term)) ??
  ['src', 'lib', 'app'].find(name => exists(project, name)) ??
  null

const MARKS: readonly (readonly [RegExp, string, string])[] = [
  [/\.tsx?$/, 'ts', '/**'],
  [/\.[cm]?jsx?$/, 'js', '/**'],
  [/\.py$/, 'py', '"""'],
  [/\.rs$/, 'rs', '///'],
  [/\.java$/, 'java', '/**'],
  [/\.kt$/, 'kt', '/**'],
  [/\.php$/, 'php', '/**'],
  [/\.exs?$/, 'ex', '@doc'],
  [/\.go$/, 'go', '// '],
  [/\.rb$/, 'rb', '# '],
  [/\.swift$/, 'swift', '///'],
  [/\.cs$/, 'cs', '///'],
]

/** Each source file in the folder has the language's mark of a doc comment. */
function everyFile(project: Project, folder: string | null): string | null {
  if (folder === null) return null
  const names = [...project.tree]
    .filter(([path]) => path === folder || path.startsWith(`${folder}/`))
    .flatMap(([, { files }]) => files)
  const mark = MARKS.find(([pattern]) => names.some(name => pattern.test(name)))
  return mark === undefined ? null : `every file in ${folder}/**/*.${mark[1]} contains ${JSON.stringify(mark[2])}`
}
