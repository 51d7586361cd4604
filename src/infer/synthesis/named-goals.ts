import type { Criterion, LeafOf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { isDistinctive } from '../../criteria/task/code-names.ts'
import { keepsOldName } from '../../criteria/task/keeps-old-name.ts'
import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { lastPart } from '../../criteria/task/renames.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'
import { definedAt } from '../../tools/syntax/definitions.ts'
import {
  declarationsOf,
  isDataWithNames,
  isMember,
  reachedSyntax,
  usesOf,
  wordPattern,
} from '../../tools/syntax/identifiers.ts'
import type { Syntax } from '../../tools/syntax/syntax.ts'
import type { ProposalWarning } from '../decision.ts'
import { changedFile } from './changed-files.ts'
import { documentAt, fileRule } from './document-goals.ts'

/** What the task names and the tree contradicts, as clauses; what holds already would prove nothing. */
interface NamedGoals {
  readonly goals: readonly Criterion[]
  readonly named: readonly NamedObject[]
  readonly warnings: readonly ProposalWarning[]
}

export function namedGoals(task: string, project: Project): NamedGoals {
  const objects = namedObjects(task).filter(
    ({ kind, expect, doubtful }) =>
      !doubtful &&
      (expect === 'present' ||
        (expect === 'absent' && !keepsOldName(task)) ||
        (expect === 'changed' && kind === 'file')),
  )
  const read = objects.map(object => ({ object, ...goalsFor(object, project, objects) }))
  const used = read.filter(({ goals }) => goals.length > 0)
  return {
    goals: unique(used.flatMap(({ goals }) => goals)),
    named: used.map(({ object }) => object),
    warnings: read.flatMap(({ warnings }) => warnings),
  }
}

interface Goals {
  readonly goals: readonly Criterion[]
  readonly warnings: readonly ProposalWarning[]
}

const goalsOf = (...goals: readonly Criterion[]): Goals => ({ goals, warnings: [] })
const NONE = goalsOf()

function goalsFor(object: NamedObject, project: Project, all: readonly NamedObject[]): Goals {
  if (object.kind === 'file') return fileGoals(object, project)
  if (object.kind === 'heading') return headingGoals(object, project)
  if (object.kind === 'option') return NONE
  return symbolGoals(object, project, all)
}

function fileGoals({ name, expect }: NamedObject, project: Project): Goals {
  const path = expect === 'present' ? newPath(name) : pathNamed(project, name)
  if (path === null) return NONE
  if (expect === 'changed') return goalsOf(changedFile(path))
  if (expect === 'absent') return goalsOf({ kind: 'not', part: fileRule(path, { kind: 'exists' }) })
  return isThere(project, path) ? NONE : goalsOf(fileRule(path, { kind: 'exists' }))
}

/** README without an extension is written as Markdown. */
const newPath = (name: string): string =>
  /^(?:readme|changelog|contributing|authors)$/i.test(name) ? `${name.toUpperCase()}*` : name.replace(/\/$/, '')

const isThere = (project: Project, path: string): boolean =>
  /\*$/.test(path)
    ? documentAt(project, path.slice(0, -1)) !== null
    : exists(project, path) || (project.named?.paths.some(one => one === path || one.startsWith(`${path}/`)) ?? false)

/** The file that a name means: a path, or the only file of that name. Null when there is none. */
function pathNamed(project: Project, name: string): string | null {
  const path = name.replace(/\/$/, '')
  if (isThere(project, path)) return path
  if (path.includes('/')) return null
  const found = project.named?.paths.filter(one => one.endsWith(`/${path}`)) ?? []
  return found.length === 1 ? (found[0] ?? null) : documentAt(project, path)
}

function headingGoals({ name, expect, near = '' }: NamedObject, project: Project): Goals {
  const path = documentAt(project, near)
  const words = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, String.raw`\s+`)
  const pattern = `^${/\.(?:rst|txt)$/i.test(path ?? near) ? '.{0,20}' : String.raw`(#+|=+|\*\*|<h[1-6])[^\n]*`}${words}`
  const each = { kind: 'matches', pattern, flags: 'im', negated: expect === 'absent' } as const
  const holds =
    path !== null && new RegExp(pattern, 'im').test(project.named?.texts.get(path) ?? '') === (expect === 'present')
  if (holds || (path === null && expect === 'absent')) return NONE
  return goalsOf(fileRule(path ?? newPath(near), each))
}

function symbolGoals(object: NamedObject, project: Project, all: readonly NamedObject[]): Goals {
  const name = lastPart(object.name)
  const data = dataGoals(object, project, all)
  if (data !== null) return data
  const code = codeWith(project, name)
  if (code === null) return NONE
  return object.expect === 'present' ? madeGoals(object, name, code) : goneGoals(object, name, { code, all })
}

/**
 * A name that only data and templates have, such as a variable of a playbook. It must be gone from all files of those kinds; its new name
 * must be in the file that sets it. Null for names in code.
 */
function dataGoals({ name, expect }: NamedObject, project: Project, all: readonly NamedObject[]): Goals | null {
  const old = expect === 'absent' ? name : all.find(one => one.kind === 'symbol' && one.expect === 'absent')?.name
  if (old === undefined || !isDistinctive(old) || (codeWith(project, old)?.size ?? 1) > 0) return null
  const word = new RegExp(wordPattern(old), 'm')
  const paths = [...(project.named?.texts ?? [])]
    .filter(([path, text]) => isDataWithNames(path) && word.test(text))
    .map(([path]) => path)
  const setting = new RegExp(`^[ \\t-]*["']?${old}["']?[ \\t]*[:=]`, 'm')
  const home = paths.find(path => setting.test(project.named?.texts.get(path) ?? '')) ?? paths[0]
  if (home === undefined) return null
  const rule = { kind: 'matches', pattern: wordPattern(name), flags: 'm' } as const
  if (expect !== 'absent') return goalsOf(fileRule(home, { ...rule, negated: false }))
  const kinds = [...new Set(paths.map(path => path.slice(path.lastIndexOf('.') + 1)))].sort()
  const glob = kinds.length === 1 ? `**/*.${kinds[0]}` : `**/*.{${kinds.join(',')}}`
  return goalsOf(fileRule(glob, { ...rule, negated: true }))
}

/** A new name is used somewhere; moved code is declared in its new place and no longer in the old one. */
function madeGoals({ near, name: written }: NamedObject, name: string, code: ReadonlyMap<string, Syntax>): Goals {
  const isName = isDistinctive(written)
  const before = [...code].filter(([, syntax]) => isDeclared(name, syntax, !isName)).map(([path]) => path)
  if (near !== undefined && /\.\w+$/.test(near)) {
    if (before.includes(near) || (before.length === 0 && !isName)) return NONE
    const gone = before.length === 1 ? before.map(path => symbol(name, path, 'undeclared')) : []
    return goalsOf(symbol(name, near, 'declared'), ...gone)
  }
  const isUsed = [...code.values()].some(syntax => usesOf({ name, member: true }, syntax, () => true).length > 0)
  return isUsed ? NONE : goalsOf(symbol(name, '**/*', 'used'))
}

/** A common word is also the name of local variables, so for it only the outermost declarations count. */
function isDeclared(name: string, syntax: Syntax, outermost: boolean): boolean {
  const rows = syntax.code.split('\n')
  return declarationsOf(name, syntax).some(line => !outermost || /^\S/.test(rows[line - 1] ?? ''))
}

interface Surroundings {
  readonly code: ReadonlyMap<string, Syntax>
  readonly all: readonly NamedObject[]
}

/** An identifier that only code uses must be gone everywhere; for a common word, its declaration must be gone. */
function goneGoals({ near, name: written }: NamedObject, name: string, { code, all }: Surroundings): Goals {
  const declared = [...code].filter(([, syntax]) => declarationsOf(name, syntax).length > 0)
  const member = declared.some(([, syntax]) => isMember(name, syntax))
  const uses = [...code].filter(([, syntax]) => usesOf({ name, member }, syntax, () => true).length > 0)
  const place = near !== undefined && code.has(near) ? near : null
  const others = declared.filter(([path]) => path !== place && !isToGo(path, all))
  if (place !== null && (others.length > 0 || !declared.some(([path]) => path === place)))
    return goalsOf(symbol(member ? `.${name}` : name, place, 'unused'))
  if (isDistinctive(written) && declared.length <= MOST_DECLARATIONS)
    return uses.length === 0 ? NONE : goalsOf(symbol(member ? `.${name}` : name, '**/*', 'unused'))
  const defined = declared.filter(([, syntax]) => definedAt(name, syntax).length > 0)
  if (defined.length === 0) return NONE
  if (defined.length > 1 && place === null) return { goals: [], warnings: [{ code: 'declared-elsewhere', name }] }
  return goalsOf(symbol(name, place ?? defined[0]?.[0] ?? '**/*', 'undeclared'))
}

/** Types, implementations, and tests of one thing may declare it; a dozen files declare something else each. */
const MOST_DECLARATIONS = 12

const isToGo = (path: string, all: readonly NamedObject[]): boolean =>
  all.some(({ kind, name, expect }) => kind === 'file' && expect === 'absent' && path === name)

const symbol = (name: string, glob: string, is: LeafOf<'symbol'>['is']): Criterion => {
  const leaf = { kind: 'symbol', name, glob, is, said: '' } as const
  return { ...leaf, said: describeCriterion(leaf) }
}

/** The code that contains a name; null when the project was not read for it. */
function codeWith(project: Project, name: string): ReadonlyMap<string, Syntax> | null {
  if (project.named === undefined) return null
  const found = new Map<string, Syntax>()
  for (const [path, text] of project.named.texts) {
    const syntax = text.includes(name) ? reachedSyntax(path, text) : null
    if (syntax !== null) found.set(path, syntax)
  }
  return found
}

function unique(goals: readonly Criterion[]): Criterion[] {
  return [...new Map(goals.map(goal => [describeCriterion(goal), goal])).values()]
}
