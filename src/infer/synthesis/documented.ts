import { scopeTerms } from '../../criteria/task/scope-terms.ts'
import { exists, folderAt, type Project } from '../../tools/project.ts'
import type { CriterionDraft } from './draft.ts'
import type { Material } from './material.ts'
import { BASELINE } from './structural.ts'

/** No doc linter in the project: a rule of our own about the files that shall be documented. */
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
    clauses: [file === undefined ? rule : `${rule} exits 0`],
    commands: [command],
    checks: [],
    alternatives: [],
    reasons: ['The project has no documentation linter that we could find; this is a rule about its files.'],
    warnings: ['The rule sees that documentation is there, not whether it is right.'],
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
