import { isDistinctive } from '../../criteria/task/code-names.ts'
import type { NamedObject } from '../../criteria/task/named-object.ts'
import { lastPart } from '../../criteria/task/renames.ts'
import { findFiles } from '../../system/find-files.ts'
import { definitionsOf } from '../../tools/syntax/definitions.ts'
import { folded } from '../../tools/syntax/folded.ts'
import { isDataWithNames, reachedSyntax, wordPattern } from '../../tools/syntax/identifiers.ts'
import { type Syntax, syntaxOf } from '../../tools/syntax/syntax.ts'
import { ignoredFiles } from '../../workspace/snapshots/ignored-files.ts'
import type { GateOptions } from '../options.ts'
import { isNamed } from './named-path.ts'

/** The files of the tree, before the first turn and now. */
export interface TreeCode {
  /** Content by path. */
  readonly before: ReadonlyMap<string, string>
  readonly now: ReadonlyMap<string, string>
  readonly changed: ReadonlySet<string>
  readonly deleted: readonly string[]
  /** Unchanged files that git ignores: no commit contains them. */
  readonly ignored: ReadonlySet<string>
  readonly isNamed: (path: string, name: string) => boolean
}

const GENERATED =
  /(?:^|\/)(?:dist|build|out|target|vendor|coverage|\.next)\/|\.min\.\w+$|\.map$|(?:^|\/)(?:package-lock\.json|\S+\.lock)$/

export async function readTreeCode(options: GateOptions): Promise<TreeCode> {
  const changes = (await options.changes()).filter(({ path }) => !GENERATED.test(path))
  const now = new Map<string, string>()
  for (const path of await findFiles(options.tree, '**/*'))
    if (!GENERATED.test(path)) now.set(path, textOf(await options.readNow(path)))
  const before = new Map(now)
  for (const { path } of changes) {
    const text = await options.readBefore(path)
    if (text === null) before.delete(path)
    else before.set(path, textOf(text))
  }
  const changed = new Set(changes.map(({ path }) => path))
  const unchanged = [...now.keys()].filter(path => !changed.has(path))
  return {
    before,
    now,
    changed,
    deleted: changes.filter(({ status }) => status === 'deleted').map(({ path }) => path),
    ignored: new Set(await ignoredFiles(options.tree, options.env, unchanged)),
    isNamed: (path, name) => isNamed(path, name, options),
  }
}

/** A program may contain the names of the code that it was built from. */
const textOf = (content: string | null): string => (content === null || content.includes('\0') ? '' : content)

/** What a commit would contain: a name that is to go can stand in other files. */
export function inCommit(code: TreeCode): TreeCode {
  const kept = (files: TreeCode['now']): TreeCode['now'] =>
    code.ignored.size === 0 ? files : new Map([...files].filter(([path]) => !code.ignored.has(path)))
  return { ...code, before: kept(code.before), now: kept(code.now) }
}

/** The places and the code of everything that is defined under a name. */
export function definitionsIn({ name, near }: NamedObject, files: TreeCode['now'], { isNamed }: TreeCode): string[] {
  const own = lastPart(name)
  return [...files].flatMap(([path, text]) => {
    if (!text.includes(own) || (near !== undefined && !isNamed(path, near))) return []
    const syntax = reachedSyntax(path, text)
    return syntax === null ? [] : definitionsOf(own, syntax).map(code => `${path}: ${code}`)
  })
}

/** A changelog may name what is gone. */
const PROSE = /\.(?:mdx?|rst|txt|adoc|html?|svg|json|ya?ml|toml)$|(?:^|\/)(?:CHANGELOG|README|LICENSE|HISTORY)\b[^/]*$/i

/** Files in which a symbol is searched. */
export const searchedFor = ({ near }: NamedObject, { now, isNamed }: TreeCode): [string, string][] =>
  [...now].filter(([path]) => (near === undefined ? !PROSE.test(path) : isNamed(path, near)))

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Only code uses such a name, so that every occurrence outside of comments and strings is a use. A name that no code used before the first
 * turn is searched in data and templates.
 */
export const isUsed = (object: NamedObject, code: TreeCode): boolean => usedIn(object, code).length > 0

/** The files that use it. */
export function usedIn(object: NamedObject, code: TreeCode): string[] {
  const pattern = new RegExp(`(?<![\\w$])${escaped(object.name)}(?![\\w$])`)
  const among = (files: TreeCode['now']): string[] =>
    searchedFor(object, { ...code, now: files }).flatMap(([path, text]) =>
      isInCode(syntaxOf(path, text), text, object.name, pattern) ? [path] : [],
    )
  const found = among(code.now)
  if (found.length > 0 || object.near !== undefined || among(code.before).length > 0) return found
  return dataWith(object.name, code.now)
}

/** As a word of the code, or as the name of a member in quotes: `exports['legacy' + 'Total']`. */
function isInCode(syntax: Syntax | null, text: string, name: string, pattern: RegExp): boolean {
  if (syntax === null || pattern.test(syntax.code)) return pattern.test(syntax?.code ?? text)
  return new RegExp(`\\[\\s*(["'\`])${escaped(name)}\\1\\s*\\]`).test(folded(syntax).spoken)
}

/** Files of data that contain the name. */
export function dataWith(name: string, files: TreeCode['now']): string[] {
  const word = new RegExp(wordPattern(name), 'm')
  return [...files].flatMap(([path, text]) => (isDataWithNames(path) && word.test(text) ? [path] : []))
}

/** Written like code, or with its owner: `parseDate`, `req.accepts`. */
export const isOnlyCode = (name: string): boolean => isDistinctive(name) || /\.|::|#/.test(name)

/**
 * Whether the uses of a name show that it is there, and not only its definitions. A member that no code wrote with its owner was used with
 * a variable: `Version.Core` as `v.Core()`.
 */
export const countsUses = (object: NamedObject, code: TreeCode): boolean =>
  isOnlyCode(object.name) && (lastPart(object.name) === object.name || isUsed(object, { ...code, now: code.before }))

/** Whether a symbol is gone. Of a name that is an ordinary word, a definition must have been there and be gone. */
export function isRemoved(object: NamedObject, code: TreeCode): boolean {
  if (countsUses(object, code)) return !isUsed(object, code)
  return definitionsIn(object, code.now, code).length < definitionsIn(object, code.before, code).length
}
