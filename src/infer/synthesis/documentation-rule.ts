import type { Criterion, FileRule } from '../../criteria/criterion.ts'
import { isCommonWord, scopeTerms } from '../../criteria/task/scope-terms.ts'
import { exists, folderAt, type Project } from '../../tools/manifests/project.ts'
import { declarationsOf, reachedSyntax } from '../../tools/syntax/identifiers.ts'
import { projectNames } from '../task/project-names.ts'
import { documentedName } from '../task/task-names.ts'
import { changed } from './changed-files.ts'
import { documentAt, fileRule } from './document-goals.ts'
import type { CriterionDraft } from './draft.ts'
import type { Material } from './material.ts'

/** Rules of our own about what is to be documented: declarations in the source, or the text of a document. */
export function docsDraft(material: Material): CriterionDraft | null {
  const declared = declarationGoal(material)
  if (declared !== null) return draft(material, [declared], { score: MEDIUM, unusual: false })
  const path = documentIn(material)
  if (path === null) return null
  const goals = contentGoals(path, material)
  if (goals.length > 0) return draft(material, goals, {})
  return {
    ...draft(material, [], { class: 'structural', warnings: [{ code: 'only-change-proven' }] }),
    clauses: [changed(path)],
    reasons: [{ code: 'must-change', files: [path] }],
  }
}

const MEDIUM = 40

const draft = ({ reading }: Material, goals: readonly Criterion[], more: Partial<CriterionDraft>): CriterionDraft => ({
  class: reading.class,
  clauses: goals.map(goal => ({ goal })),
  commands: [],
  checks: [],
  named: [],
  rejected: [],
  reasons: [{ code: 'no-documentation-linter' }],
  warnings: [{ code: 'documentation-content-unchecked' }],
  score: 0,
  unusual: true,
  ...more,
})

const STYLE =
  /\b(jsdocs?|tsdocs?|docstrings?|doc[- ]?comments?|javadocs?|rustdocs?|godocs?|doc ?blocks?|phpdocs?|kdocs?)\b/i
const DECLARATIONS =
  /\b(?:all|every|each|the|any|public|exported|our|missing)\b[^.;]*?\b(functions?|methods?|exports?|class(?:es)?|public api|api|modules?|types|symbols|components|hooks)\b/i

/** "document src/api/": nothing but the place is named, so all that it exports is meant. */
const DOCUMENTS_PLACE =
  /^\W*(?:please )?(?:document|add (?:docs|documentation) (?:to|for))(?: (?:all of|everything in))? [`'"]?[\w@.-]*\/[\w./@-]*[`'"]?\W*$/i

/** "add JSDoc to all exported functions in src/api": every such declaration has a doc comment. */
function declarationGoal({ task, project, scope }: Material): Criterion | null {
  const style = STYLE.exec(task)?.[1]
  const noun = DECLARATIONS.exec(task)?.[0]
  const one = documentedName(task)
  const isAsked = noun !== undefined || DOCUMENTS_PLACE.test(task)
  if (style === undefined && (!isAsked || documentIn({ task, project }) !== null)) return null
  const kind =
    style === undefined
      ? 'any'
      : /^(?:js|ts)doc/i.test(style)
        ? 'jsdoc'
        : /^docstring/i.test(style)
          ? 'docstring'
          : 'any'
  const file = one === null ? null : fileDeclaring(one, project)
  if (one !== null && file !== null) return fileRule(file, { kind: 'documented', what: 'all', style: kind, name: one })
  const what: Documented['what'] = /\bexport|\bpublic\b|\bapi\b/i.test(noun ?? (isAsked ? 'exports' : ''))
    ? 'exports'
    : /\bclass/i.test(noun ?? '')
      ? 'classes'
      : 'functions'
  const place = placeOf(task, project, scope.folder)
  const extension = place === null ? null : extensionIn(project, place)
  if (place === null || extension === null) return null
  const glob =
    /\.\w+$/.test(place) && !project.tree.has(place) ? place : `${place === '' ? '' : `${place}/`}**/*${extension}`
  return fileRule(glob, { kind: 'documented', what, style: kind })
}

type Documented = Extract<FileRule, { kind: 'documented' }>

function fileDeclaring(name: string, { named }: Project): string | null {
  const found = [...(named?.texts ?? [])].filter(([path, text]) => {
    const syntax = reachedSyntax(path, text)
    return syntax !== null && declarationsOf(name, syntax).length > 0
  })
  return found.length === 1 ? (found[0]?.[0] ?? null) : null
}

/** The file or folder that the task names, else where sources usually are. */
function placeOf(task: string, project: Project, folder: string | null): string | null {
  const file = scopeTerms(task).find(
    term => /\.\w+$/.test(term) && exists(project, term) && EXTENSIONS.some(([ending]) => ending.test(term)),
  )
  return (
    file ??
    folder ??
    scopeTerms(task).find(term => project.tree.has(term)) ??
    ['src', 'lib', 'app'].find(name => exists(project, name)) ??
    (folderAt(project, '').files.some(name => EXTENSIONS.some(([ending]) => ending.test(name))) ? '' : null)
  )
}

const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/\.tsx?$/, '.{ts,tsx}'],
  [/\.[cm]?jsx?$/, '.{js,mjs,cjs,jsx}'],
  [/\.py$/, '.py'],
  [/\.rs$/, '.rs'],
  [/\.go$/, '.go'],
  [/\.java$/, '.java'],
  [/\.kt$/, '.kt'],
  [/\.php$/, '.php'],
  [/\.exs?$/, '.ex'],
  [/\.rb$/, '.rb'],
  [/\.swift$/, '.swift'],
  [/\.cs$/, '.cs'],
]

/** The language of most files in a place, as the end of a glob. */
function extensionIn(project: Project, place: string): string | null {
  const names =
    /\.\w+$/.test(place) && !project.tree.has(place)
      ? [place]
      : [...project.tree]
          .filter(([path]) => place === '' || path === place || path.startsWith(`${place}/`))
          .flatMap(([, { files }]) => files)
  const counted = EXTENSIONS.map(([ending, glob]) => ({ glob, count: names.filter(name => ending.test(name)).length }))
  const [most] = counted.sort((a, b) => b.count - a.count)
  return most === undefined || most.count === 0 ? null : most.glob
}

const PATH = /[\w./@-]+\.(?:mdx?|rst|adoc|txt)\b/i

/** The document that the task is about, whether it is there or not. */
function documentIn({ task, project }: Pick<Material, 'task' | 'project'>): string | null {
  const written = PATH.exec(task)?.[0]
  if (written !== undefined) return documentAt(project, written) ?? written
  const name = (/\breadme\b/i.exec(task) ?? /\b(?:changelog|contributing)\b/i.exec(task))?.[0]
  return name === undefined ? null : (documentAt(project, name) ?? `${name.toUpperCase()}.md`)
}

/** What a document must say for this task, as far as it does not say it yet. */
function contentGoals(path: string, { task, project }: Material): Criterion[] {
  const isNew = documentAt(project, path) === null
  const text = project.named?.texts.get(path) ?? ''
  const mentions = mentionsIn(task, path).filter(({ pattern }) => !new RegExp(pattern, 'i').test(text))
  const rules = mentions.map(({ pattern }) => fileRule(path, { kind: 'matches', pattern, flags: 'i', negated: false }))
  if (!isNew) return rules
  // A manifest's name says more than that of the folder.
  const names = projectNames(project).filter(name => /^[\w.@/-]{2,}$/.test(name))
  const own = names.find(name => name !== project.name) ?? names[0]
  const heading = /\.mdx?$/i.test(path) ? [fileRule(path, matches(String.raw`^#+\s+\S`, 'm'))] : []
  const about =
    rules.length > 0 || own === undefined || !/^readme/i.test(path)
      ? rules
      : [fileRule(path, matches(escaped(own), 'i'))]
  return [...heading, fileRule(path, matches(String.raw`(\S+\s+){20}`, '')), ...about]
}

const matches = (pattern: string, flags: string): FileRule => ({ kind: 'matches', pattern, flags, negated: false })

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const CODE =
  /`([^`]+)`|"([^"]+)"|(?<=\s|^)(--[a-z][\w-]+|[A-Z][A-Z\d]*_[A-Z\d_]+|[a-z]\w*_\w+|[A-Za-z]+[a-z][A-Z]\w*|\/[a-z][\w/{}:-]*|[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w+)+(?:\(\))?)(?=[\s,.;)]|$)/g
const TOPIC =
  /\b(?:about|on|explain(?:ing|s)?|describ(?:e|es|ing)|cover(?:ing|s)?|for|how to|with|document|of)\s+((?:(?!\b(?:in|to|into|at|inside|under|from|so|that|which|using|by|without)\b)[\w'-]+[\s,]*){1,6})/gi
const PEOPLE =
  /^(?:users?|people|contributors?|developers?|beginners?|newcomers?|everyone|team|others|humans?|readers?|maintainers?|instructions?|information|details?|section|sections|docs?|documentation|guide|examples?|file|page|readme|changelog|contributing|project|repo|repository|library|package|this|each|basic|short|brief|full|complete|proper|some|more|notes?|steps|overview)$/i

/** "the public API": the noun means all of the code, and its adjective alone is no topic. */
const GENERAL =
  /\b(?:apis?|interfaces?|code|codebase|functions?|methods?|class(?:es)?|modules?|exports?|types?|symbols?|names?|things?|stuff|features?|parts?|files?|parameters?|arguments?)$/i

/** Code and topics that the task names, each as a pattern that a text about it matches. */
function mentionsIn(task: string, path: string): { readonly pattern: string }[] {
  const code = [...task.matchAll(CODE)]
    .map(([, ticked, quoted, bare]) => ticked ?? quoted ?? bare?.replace(/\(\)$/, '') ?? '')
    .filter(name => !PATH.test(name))
  const topics = [...task.matchAll(TOPIC)]
    .flatMap(([, words = '']) => words.split(/,|\band\b/))
    .filter(phrase => !GENERAL.test(phrase.trim()))
    .flatMap(phrase => phrase.split(/\s+/))
    .filter(
      word =>
        /^[a-z][\w-]{3,}$/i.test(word) &&
        !code.includes(word) &&
        !isCommonWord(word.toLowerCase()) &&
        !PEOPLE.test(word),
    )
    .map(stem)
  const found = [...code.map(escaped), ...topics].filter(
    pattern => pattern !== '' && !path.toLowerCase().includes(pattern.toLowerCase()),
  )
  return [...new Set(found)].slice(0, 4).map(pattern => ({ pattern }))
}

/** "installation" is met by "Install". */
const stem = (word: string): string => {
  const cut = word.toLowerCase().replace(/(?:ations?|itions?|ings?|ments?|ed|es|s|e)$/, '')
  return cut.length >= 4 ? cut : word.toLowerCase()
}
