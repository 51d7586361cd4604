import { mainClause } from '../../criteria/task/clauses.ts'
import { isCodeFile, isDistinctive, isFileName } from '../../criteria/task/code-names.ts'
import { findFiles } from '../../system/find-files.ts'
import { declarationsOf, reachedSyntax } from '../../tools/syntax/identifiers.ts'
import type { GateOptions } from '../options.ts'
import { isNamed } from '../task/named-path.ts'

export interface Change {
  readonly path: string
  readonly before: string | null
  readonly now: string | null
  readonly isNew: boolean
  /** A link to another file. */
  readonly isLink: boolean
}

/** Words that also name folders of most projects, and say nothing about the place of the work. */
const GENERAL =
  /^(?:src|source|lib|tests?|specs?|docs?|app|apps|index|main|code|modules?|files?|packages?|scripts?|utils?|helpers?|common|core|config\w*|types?|build|dist|bin|cmd|pkg|internal|public|assets|examples?|class(?:es)?|functions?|the|and|for|with|from|into|use|using|all|new|old|unused|dead|make|setup|version|license|readme|changelog)$/i

const MOST_READ = 2_000

/**
 * What the task names in the tree, if no changed file belongs to it: files and folders by their name, which a changed file is part of,
 * uses, or serves, and declared identifiers, which it uses. Empty when the task names nothing, or the work is there.
 */
export async function unrelatedTo(
  options: GateOptions,
  work: readonly Change[],
  by: 'any-name' | 'identifiers',
): Promise<string[]> {
  const words = [...new Set(mainClause(options.task).match(/[\p{L}\p{N}_$]{3,}/gu) ?? [])].filter(
    word => !GENERAL.test(word),
  )
  const files = await findFiles(options.tree, '**/*')
  const missed = by === 'any-name' ? missedFiles(options, [...files, ...work.map(({ path }) => path)], work) : []
  if (missed.length > 0) return missed
  const places = (by === 'identifiers' ? [] : words).filter(word =>
    [...files, ...work.map(({ path }) => path)].some(path => isPartOf(path, word)),
  )
  const names = words.filter(isDistinctive)
  if (work.some(change => [...places, ...names].some(word => isPartOf(change.path, word) || mentions(change, word))))
    return []
  const stems = work.map(({ path }) => stemOf(path)).filter(stem => stem.length > 2)
  const declared = new Set<string>()
  for (const path of files.slice(0, places.length + names.length === 0 ? 0 : MOST_READ)) {
    const text = (await options.readNow(path)) ?? ''
    for (const name of names) if (text.includes(name) && isDeclaredIn(path, text, name)) declared.add(name)
    if (places.some(word => isPartOf(path, word)) && stems.some(stem => wordIn(text, stem))) return []
  }
  return [...new Set([...places, ...declared])]
}

/** Documents say how something is done: "as docs/style.md says". */
const DOCUMENT = /\.(?:mdx?|rst|txt|adoc)$/i

/** Files that the task names with their endings, if no change is in one of them or mentions one. */
function missedFiles(options: GateOptions, files: readonly string[], work: readonly Change[]): string[] {
  const named = (mainClause(options.task).match(/[\w@./-]+\.[A-Za-z]\w*/g) ?? []).filter(
    name =>
      isFileName(name, false) &&
      !DOCUMENT.test(name) &&
      files.some(path => isNamed(path, name.replace(/^\.\//, ''), options)),
  )
  const isMet = (name: string): boolean =>
    work.some(
      change =>
        isNamed(change.path, name.replace(/^\.\//, ''), options) ||
        mentions(change, name.split('/').at(-1) ?? name) ||
        (isCodeFile(name) && !GENERAL.test(stemOf(name)) && mentions(change, stemOf(name))),
    )
  return named.some(isMet) ? [] : named
}

function isDeclaredIn(path: string, text: string, name: string): boolean {
  const syntax = reachedSyntax(path, text)
  return syntax !== null && declarationsOf(name, syntax).length > 0
}

const bareName = (part: string): string => part.replace(/^\.+/, '').replace(/\..*$/, '')

const stemOf = (path: string): string => bareName(path.split('/').at(-1) ?? '')

/** `cart` and `carts` name `src/cart.js`, `src/cart/total.js`, and `src/shopping-cart.js`. */
function isPartOf(path: string, word: string): boolean {
  return path.split('/').some(part => {
    const name = bareName(part)
    const words = name.replace(/([a-z\d])([A-Z])/g, '$1-$2').split(/[-_]/)
    return [name, ...words].some(one => singular(one) === singular(word))
  })
}

const singular = (word: string): string => word.toLowerCase().replace(/s$/, '')

const mentions = ({ before, now }: Change, word: string): boolean =>
  [before, now].some(text => text !== null && wordIn(text, singular(word)))

const wordIn = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase())
