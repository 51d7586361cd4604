import type { NamedObject } from '../../criteria/task/named-object.ts'
import { lastPart } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { reachedSyntax } from '../../tools/syntax/identifiers.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { withoutClosing, withoutExport } from '../../tools/syntax/without-export.ts'
import { stillUsed } from './still-used.ts'
import {
  countsUses,
  dataWith,
  definitionsIn,
  escaped,
  inCommit,
  isOnlyCode,
  isUsed,
  searchedFor,
  type TreeCode,
  usedIn,
} from './tree-code.ts'

/** `in-part`: of several things with the name, some are as the task says. */
export type Holds = 'yes' | 'in-part' | 'no'

const when = (holds: boolean): Holds => (holds ? 'yes' : 'no')

/** Whether the tree is as the task says. What was never there contradicts nothing. */
export function holdsNow(object: NamedObject, code: TreeCode): Holds {
  const { kind, expect } = object
  if (expect === 'deprecated') return when(isDeprecated(object, code))
  if (kind === 'option') return when(isOptionGone(object, inCommit(code)))
  if (expect === 'changed') return when(kind === 'file' ? isFileChanged(object, code) : isChanged(object, code))
  if (expect === 'made') return when(isMade(object, code))
  if (expect === 'added')
    return isAdded(object, code) ? 'yes' : object.isWord && isTraced(object, code) ? 'in-part' : 'no'
  if (expect === 'moved') return when(isMoved(object, code))
  if (object.ifDeclared && definitionsIn({ kind, name: object.name, expect }, code.before, code).length === 0)
    return 'yes'
  if (kind === 'file') return when(fileHolds(object, code))
  if (kind === 'heading') return when(hasHeading(object, code) === (expect === 'present'))
  return expect === 'present' ? when(isPresent(object, code)) : isGone(object, inCommit(code))
}

/** The files in which a symbol or an option stands that is to go. */
export function stillIn(object: NamedObject, tree: TreeCode): string[] {
  const code = inCommit(tree)
  if (object.kind === 'option')
    return [...sourcesOf(code.now)].flatMap(([path, text]) => (occurrencesOf(object).test(text) ? [path] : []))
  if (object.kind !== 'symbol') return []
  return countsUses(object, code) ? usedIn(object, code) : declaringFiles(object, code.now, code)
}

function declaringFiles(object: NamedObject, files: TreeCode['now'], code: TreeCode): string[] {
  const places = definitionsIn(object, files, code).map(place => place.slice(0, place.indexOf(': ')))
  return [...new Set(places)]
}

function fileHolds({ name, expect }: NamedObject, { now, deleted, isNamed }: TreeCode): boolean {
  const isThere = [...now.keys()].some(path => isNamed(path, name))
  if (expect === 'present') return isThere
  // Of several files with a bare name, the task means one: that it is gone shows in what was deleted.
  return !isThere || (!name.includes('/') && deleted.some(path => isNamed(path, name)))
}

const isFileChanged = ({ name }: NamedObject, { before, changed, isNamed }: TreeCode): boolean => {
  const meant = [...before.keys()].filter(path => isNamed(path, name))
  return meant.length === 0 || meant.some(path => changed.has(path))
}

function hasHeading({ name, near }: NamedObject, { now, isNamed }: TreeCode): boolean {
  const pattern = new RegExp(`^(?:#+|=+)\\s*${escaped(name)}\\b|^${escaped(name)}\\s*\\n[-=~^]{3,}`, 'im')
  return [...now].some(([path, text]) => (near === undefined || isNamed(path, near)) && pattern.test(text))
}

/** A comment is not enough. A variable of a playbook is set in changed data. */
function isPresent(object: NamedObject, code: TreeCode): boolean {
  const pattern = new RegExp(`(?<![\\w$])${escaped(lastPart(object.name))}(?![\\w$])`)
  const isThere = searchedFor(object, code).some(([path, text]) =>
    pattern.test(withoutDocstrings(path, syntaxOf(path, text)?.spoken ?? text)),
  )
  if (isThere || object.near !== undefined) return isThere || isThereUnderOtherName(object, code)
  return dataWith(object.name, new Map([...code.now].filter(([path]) => code.changed.has(path)))).length > 0
}

/** Whether the code that had the name is in the new place under another name, such as `split_words` as `Splitter.split`. */
function isThereUnderOtherName({ name, near = '', ...object }: NamedObject, code: TreeCode): boolean {
  const own = lastPart(name)
  const bodies = (files: TreeCode['now']): string[] =>
    definitionsIn({ ...object, name }, files, code).map(place =>
      withoutClosing(place.slice(place.indexOf(own, place.indexOf(': ')) + own.length).trim()),
    )
  const left = bodies(code.now)
  const texts = [...code.now].flatMap(([path, text]) =>
    code.changed.has(path) && code.isNamed(path, near) ? (syntaxOf(path, text)?.spoken.replace(/\s+/g, ' ') ?? []) : [],
  )
  return bodies(code.before).some(
    body => body.length > SHORTEST_BODY && !left.includes(body) && texts.some(text => text.includes(body)),
  )
}

/** A name like `parse` occurs in other roles too, so only its definitions count. Of several, the task may mean one. */
function isGone(object: NamedObject, code: TreeCode): Holds {
  if (countsUses(object, code)) return when(!isUsed(object, code))
  const [before, now] = [definitionsIn(object, code.before, code), definitionsIn(object, code.now, code)]
  if (before.length === 0) return isMemberGone(object, code)
  if (now.length === 0) return isGoneEverywhere(object, code)
  return now.length < before.length ? 'in-part' : 'no'
}

/**
 * An option is a member of an object, without a declaration. Other objects may have one of the same name, so a changed file must have used
 * it. A method that is called, such as `trim`, belongs to any object, so it does not count.
 */
function isMemberGone({ name }: NamedObject, { before, now, changed }: TreeCode): Holds {
  const own = lastPart(name)
  if (KEYWORD.test(own)) return 'yes'
  const member = new RegExp(
    `(?<=[\\w$)\\]?!]\\.)${escaped(own)}(?![\\w$])(?!\\s*\\()|(?<![\\w$])${escaped(own)}\\??:(?!:)`,
    'g',
  )
  const countOf = (code: string): number =>
    [...code.matchAll(member)].filter(({ 0: found, index }) => !found.endsWith(':') || isKey(code, index)).length
  const count = (files: TreeCode['now'], only: (path: string) => boolean): number =>
    [...sourcesOf(files)].reduce(
      (sum, [path, text]) => sum + (only(path) && text.includes(own) ? countOf(syntaxOf(path, text)?.code ?? '') : 0),
      0,
    )
  const [old, left] = [count(before, path => changed.has(path)), count(now, () => true)]
  if (old === 0 || left === 0) return 'yes'
  return left >= count(before, () => true) ? 'no' : 'in-part'
}

/** Words that are no names of the code in most languages. `type` and `from` may be options. */
const KEYWORD =
  /^(?:await|break|case|catch|class|const|continue|default|delete|do|elif|else|enum|except|export|extends|finally|for|function|if|implements|import|in|instanceof|lambda|new|null|private|protected|public|return|static|super|switch|this|throw|try|typeof|var|void|while|yield)$/

/** Whether a name before a colon begins a member: `{ comma: 1 }`, and not `a ? comma : b` or the type of a variable. */
function isKey(code: string, index: number): boolean {
  let at = index - 1
  while (at >= 0 && /\s/.test(code[at] ?? '')) at--
  return !/[\w$.?:]/.test(code[at] ?? '')
}

function isGoneEverywhere({ kind, name, expect }: NamedObject, code: TreeCode): Holds {
  if (definitionsIn({ kind, name, expect }, code.now, code).length > 0) return 'yes'
  return ({ imported: 'no', used: 'in-part', no: 'yes' } as const)[stillUsed(name, code)]
}

function isChanged(object: NamedObject, code: TreeCode): boolean {
  const [before, now] = [definitionsIn(object, code.before, code), definitionsIn(object, code.now, code)]
  return before.length === 0 || (before.some(one => !now.includes(one)) && !isCopied(before, now))
}

/** Whether the code from before also stands in another file now, and still where it was: then nothing was moved. */
function isCopied(before: readonly string[], now: readonly string[]): boolean {
  const bodyOf = (place: string): string => withoutExport(place.slice(place.indexOf(': ') + 2)).replace(/\s+/g, '')
  const fileOf = (place: string): string => place.slice(0, place.indexOf(': '))
  const filesWith = (body: string, places: readonly string[]): Set<string> =>
    new Set(places.filter(place => bodyOf(place) === body).map(fileOf))
  return before.map(bodyOf).some(body => {
    const [old, current] = [filesWith(body, before), filesWith(body, now)]
    return body.length > SHORTEST_BODY && current.size > old.size && [...old].every(path => current.has(path))
  })
}

const SHORTEST_BODY = 40

/** Declared in a file that did not declare it. In some languages a module is a block of a file. */
function isMoved(object: NamedObject, code: TreeCode): boolean {
  const before = declaringFiles(object, code.before, code)
  return (
    before.length === 0 ||
    declaringFiles(object, code.now, code).some(path => !before.includes(path) || /\.(?:rs|rb|exs?)$/.test(path))
  )
}

/** Where no changed file can be read as code, the name in its text is enough. */
function isMade(object: NamedObject, code: TreeCode): boolean {
  const before = definitionsIn(object, code.before, code)
  if (definitionsIn(object, code.now, code).some(one => !before.includes(one))) return true
  const changed = [...code.now].filter(([path]) => code.changed.has(path))
  return changed.every(([path, text]) => reachedSyntax(path, text) === null) && isPresent(object, code)
}

const DOCUMENT = /\.(?:mdx?|rst|txt|adoc|html?)$|(?:^|\/)(?:CHANGELOG|README|HISTORY)\b[^/]*$/i

/** Counts the word in changed code, strings, and the names of new files; documents and tests show nothing. */
function isAdded({ name, near }: NamedObject, { before, now, changed, isNamed }: TreeCode): boolean {
  const word = wordOf(lastPart(name))
  const count = (path: string, text: string | undefined): number =>
    text === undefined
      ? 0
      : (path.match(word)?.length ?? 0) +
        (withoutDocstrings(path, syntaxOf(path, text)?.spoken ?? text).match(word)?.length ?? 0)
  return [...now].some(
    ([path, text]) =>
      changed.has(path) &&
      !DOCUMENT.test(path) &&
      (near === undefined ? kindOf(path) !== 'test' : isNamed(path, near)) &&
      count(path, text) > count(path, before.get(path)),
  )
}

const withoutDocstrings = (path: string, spoken: string): string =>
  path.endsWith('.py') ? spoken.replace(/^[ \t]*[rRuU]?("""|''')[\s\S]*?\1/gm, '') : spoken

/** Whether a change mentions the word anywhere, in any form: in tests, comments, documents, or the name of a file. */
function isTraced({ name }: NamedObject, { before, now, changed }: TreeCode): boolean {
  const stem = name.toLowerCase().replace(/s$/, '').slice(0, 4)
  const count = (path: string, text: string | undefined): number =>
    text === undefined ? 0 : `${path}\n${text}`.toLowerCase().split(stem).length - 1
  return [...now].some(([path, text]) => changed.has(path) && count(path, text) > count(path, before.get(path)))
}

/** `remove` is a part of `removeItem`, `on_remove`, and `Remove`, and no part of `removed`. */
function wordOf(name: string): RegExp {
  const [own, first, rest] = [escaped(name), escaped(name.slice(0, 1).toUpperCase()), escaped(name.slice(1))]
  return new RegExp(
    `(?<![A-Za-z])${own}(?![a-z])|${first}${rest}(?![a-z])|(?<![A-Z])${own.toUpperCase()}(?![A-Z])`,
    'g',
  )
}

const DEPRECATED = /deprecat|obsolet/i
/** How far a name may be from the word that says it of it. */
const NEAR = 5

function isDeprecated(object: NamedObject, code: TreeCode): boolean {
  const isKnown =
    object.kind !== 'symbol' || isOnlyCode(object.name) || definitionsIn(object, code.before, code).length > 0
  return !isKnown || deprecations(object, code.now, code) > deprecations(object, code.before, code)
}

/** Lines that say it, near one with the name or in the file of that name. */
function deprecations({ kind, name }: NamedObject, files: TreeCode['now'], { isNamed }: TreeCode): number {
  const own = lastPart(name).replace(/^-+/, '')
  const word = new RegExp(`(?<![\\w$])${escaped(kind === 'file' ? own.replace(/^.*\//, '') : own)}(?![\\w$])`)
  return [...files].reduce((sum, [path, text]) => {
    if (!DEPRECATED.test(text)) return sum
    const rows = text.split('\n')
    const isMeant = (at: number): boolean =>
      (kind === 'file' && isNamed(path, name)) ||
      rows.slice(Math.max(0, at - NEAR), at + NEAR + 1).some(row => word.test(row))
    return sum + rows.filter((row, at) => DEPRECATED.test(row) && isMeant(at)).length
  }, 0)
}

/** A flag or a command was a word of the command line, and fewer sources name it now. */
function isOptionGone({ name }: NamedObject, { before, now }: TreeCode): boolean {
  const bare = name.replace(/^-+/, '')
  const spoken = new RegExp(`(?:--?|["'\`])${escaped(bare)}(?=["'\`\\s=<,\\]]|$)|^\\s*${escaped(bare)}\\)`, 'm')
  const [old, own] = [sourcesOf(before), sourcesOf(now)]
  if (![...old.values()].some(text => spoken.test(text)) && !name.startsWith('-')) return true
  const occurrences = occurrencesOf({ name })
  const count = countIn(old, occurrences)
  return count === 0 || countIn(own, occurrences) < count
}

function occurrencesOf({ name }: Pick<NamedObject, 'name'>): RegExp {
  const word = escaped(name.replace(/^-+/, '')).replace(/-/g, '[-_]?')
  return new RegExp(`(?<![A-Za-z\\d])${word}(?![A-Za-z\\d])`, 'gi')
}

const sourcesOf = (files: TreeCode['now']): TreeCode['now'] =>
  new Map([...files].filter(([path]) => syntaxOf(path, '') !== null && kindOf(path) !== 'test'))

const countIn = (files: TreeCode['now'], pattern: RegExp): number =>
  [...files.values()].reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
