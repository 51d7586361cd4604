import { type Order, ordersIn } from '../../criteria/task/orders.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { definitionsOf } from '../../tools/syntax/definitions.ts'
import { declaredNames, reachedSyntax } from '../../tools/syntax/identifiers.ts'
import type { Syntax } from '../../tools/syntax/syntax.ts'
import { withoutClosing, withoutExport } from '../../tools/syntax/without-export.ts'
import { isNegated } from '../seal/free/clauses.ts'
import { definitionsIn, escaped, type TreeCode } from './tree-code.ts'

/**
 * For a task that moves code: definitions that are in a new file and still unchanged in the old one. If the task does not name them, they
 * count only if no code was moved at all, because both files may need some helpers.
 */
export function copiedCode(task: string, code: TreeCode): string[] {
  if (!ordersIn(task).some(order => movesCode(order, code)) || wantsCopy(task)) return []
  const gained = gainedCode(task, code)
  const copied = gained.filter(({ stays }) => stays !== null)
  const named = copied.filter(({ name }) => isNamedIn(task, name))
  const found = copied.length === gained.length ? copied : named
  return found
    .slice(0, MOST_SHOWN)
    .map(({ name, path, stays }) => `\`${name}\` was copied to \`${path}\` and is still in \`${stays}\``)
}

const MOST_SHOWN = 5

const isNamedIn = (task: string, name: string): boolean =>
  task.includes(name) && new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`).test(task)

/** "Put", "take", and "merge" have other uses: they move code out of a named file or class, or into a new file. */
function movesCode({ action, isSplit, words }: Order, code: TreeCode): boolean {
  if (isSplit || /^(?:move|extract)$/.test(action)) return true
  if (!/^(?:put|take|merge)$/.test(action)) return false
  const named = words.map(word => word.replace(/[`"']/g, ''))
  return named.some(
    (word, at) =>
      (isSource(word, code) && FROM.test(named.slice(0, at).join(' '))) ||
      (!NEW_CODE.test(words[0] ?? '') && INTO.test(named[at - 1] ?? '') && isNewFile(word, code)),
  )
}

const FROM = /\b(?:from|out of)(?: (?:the|our|class|struct|module|file|type)){0,3}$/i
const INTO = /^(?:into|in|to)$/i
const NEW_CODE = /^(?:an?|another|new)$/i

const isSource = (word: string, code: TreeCode): boolean =>
  [...code.before.keys()].some(path => word.includes('.') && code.isNamed(path, word)) ||
  (/^[A-Z]\w*$/.test(word) &&
    definitionsIn({ kind: 'symbol', name: word, expect: 'present' }, code.before, code).length > 0)

const isNewFile = (word: string, { changed, before, isNamed }: TreeCode): boolean =>
  word.includes('.') && [...changed].some(path => !before.has(path) && isNamed(path, word))

/** "copy the helpers", "keep the original in place for now". */
const wantsCopy = (task: string): boolean =>
  ordersIn(task).some(({ action }) => action === 'copy') ||
  task.split(/[.;,\n]\s/).some(clause => COPY.test(clause) && !isNegated(clause.replace(KEEPS, '')))

const KEEPS = /\b(?:keep|leave|retain)\b/gi
const COPY =
  /\b(?:keep|leave|retain)\b[^.;]{0,80}\b(?:cop(?:y|ies)|originals?|old (?:ones?|code|functions?|implementations?|versions?)|in place|both)\b|\b(?:vendor|duplicate|mirror|clone)\s(?:the|our|it|them|these|those)\b/i

interface Gained {
  readonly name: string
  readonly path: string
  /** A file that had the same code before and still has it; null if the code was moved. */
  readonly stays: string | null
}

/** Each name takes a search of a whole file. */
const MOST_NAMES = 200

/**
 * Definitions in changed files that another file had before, with the same code. Files outside the change are compared for names of the
 * task, and for all names if the task names the file or if only new files were changed.
 */
function gainedCode(task: string, code: TreeCode): Gained[] {
  const { before, now, changed, isNamed } = code
  const bodiesIn = bodyReader()
  const compact = new Map<string, string>()
  /** Whether the body may be in the old version of a file. */
  const mayHave = (path: string, text: string, body: string): boolean => {
    const own = compact.get(path) ?? (reachedSyntax(path, text)?.spoken ?? '').replace(/\s+/g, '')
    compact.set(path, own)
    return own.includes(body)
  }
  const sources = [...before].filter(([path]) => kindOf(path) === null)
  const files = [...changed].filter(path => kindOf(path) === null && now.has(path))
  const places = task.match(/[\w./-]+\.\w+/g) ?? []
  const isOnlyNew = !sources.some(([path]) => changed.has(path))
  const near = sources.filter(([path]) => isOnlyNew || changed.has(path) || places.some(place => isNamed(path, place)))
  const names = files.flatMap(path => {
    const syntax = reachedSyntax(path, now.get(path) ?? '')
    return syntax === null ? [] : [...new Set(declaredNames(syntax))].map(name => ({ path, name }))
  })
  const others = names.flatMap(({ path, name }) => {
    const compared = isNamedIn(task, name) ? sources : near
    return compared.some(([other, text]) => other !== path && text.includes(name)) ? [{ path, name, compared }] : []
  })
  const first = others.filter(({ compared }) => compared === sources)
  const later = others.filter(({ compared }) => compared !== sources)
  return [...first, ...later].slice(0, MOST_NAMES).flatMap(({ path, name, compared }) => {
    const old = bodiesIn(path, before, name)
    return bodiesIn(path, now, name).flatMap(body => {
      if (old.includes(body)) return []
      const from = compared.flatMap(([other, text]) =>
        other !== path &&
        text.includes(name) &&
        mayHave(other, text, body) &&
        bodiesIn(other, before, name).includes(body)
          ? [other]
          : [],
      )
      if (from.length === 0) return []
      const stays = from.every(other => bodiesIn(other, now, name).includes(body)) ? (from[0] ?? null) : null
      return [{ name, path, stays }]
    })
  })
}

const SHORTEST = 40

/** Finds the code of definitions, and reads each version of a file once. */
function bodyReader(): (path: string, files: TreeCode['now'], name: string) => string[] {
  const read = new Map<string, Syntax | null>()
  return (path, files, name) => {
    const text = files.get(path) ?? ''
    const key = `${path}\n${text}`
    const syntax = read.has(key) ? (read.get(key) ?? null) : reachedSyntax(path, text)
    read.set(key, syntax)
    if (syntax === null) return []
    return definitionsOf(name, syntax)
      .map(body => withoutClosing(withoutExport(body)).replace(/\s+/g, ''))
      .filter(body => body.length > SHORTEST)
  }
}
