import { posix, relative } from 'node:path'
import { filledFiles, isDistinctive, type NamedObject, namedObjects } from '../criteria/task/named-objects.ts'
import { lastPart, renamesIn } from '../criteria/task/renames.ts'
import { findFiles } from '../system/find-files.ts'
import { languageOf } from '../tools/syntax/language.ts'
import { syntaxOf } from '../tools/syntax/syntax.ts'
import { finding } from './finding-words.ts'
import type { GateOptions } from './options.ts'
import type { ProofCase } from './proof-case.ts'

/**
 * Compares the tree with the names in the task: a file to rename is still there, a function to add is nowhere. A criterion that failed
 * before the first turn decides alone, so this only warns. One that passed then shows nothing about the task, so this refuses.
 */
export async function taskObjectsStep({ options, record, log }: ProofCase): Promise<void> {
  const named = namedObjects(options.task)
  if (named.length === 0) return
  const unfilled = await unfilledFiles(options)
  const contradicted = [...(await contradictions(options, named)), ...unfilled]
  if (contradicted.length === 0) return log.ok('task', 'the files and names in the task are as it asks')
  // An inferred criterion has these names as parts of its own.
  const isOpen = options.taskClass === null && !KEEPS_OLD.test(options.task)
  const refuses = record.green && (isOpen || unfilled.length > 0)
  const found = finding('task-contradicted', refuses ? 'unproven' : null, { details: contradicted })
  if (refuses) log.refused('task', [found])
  else log.noted('task', [found], 'the tree contradicts the task')
}

/** The identifiers that the task removes, if the tree no longer has them. */
export async function removedNames(options: GateOptions): Promise<string[]> {
  const renamed = renamesIn(options.task).map(({ from }) => from)
  const symbols = namedObjects(options.task).filter(
    ({ kind, expect, name }) => kind === 'symbol' && expect === 'absent' && !renamed.includes(lastPart(name)),
  )
  const files = symbols.length === 0 ? [] : await codeFiles(options)
  const found: string[] = []
  for (const symbol of symbols) if (await textHolds(symbol, files, options)) found.push(lastPart(symbol.name))
  return found
}

/** A file that the task fills with code from elsewhere declares something, and the code was taken from a file that existed. */
async function unfilledFiles({ task, tree, workspace, changes, readNow }: GateOptions): Promise<string[]> {
  const named = filledFiles(task)
  if (named.length === 0) return []
  const made = await changes()
  const isOne = (path: string): boolean => named.some(name => isNamed(path, name, { tree, workspace }))
  const empty: string[] = []
  for (const { path } of made.filter(({ path, status }) => status === 'added' && isOne(path)))
    if (isHollow(path, (await readNow(path)) ?? '')) empty.push(`\`${path}\` declares nothing`)
  const isTaken = made.some(({ path, status }) => status !== 'added' && languageOf(path) !== null && !isOne(path))
  return isTaken || named.some(name => !made.some(({ path }) => isNamed(path, name, { tree, workspace })))
    ? empty
    : [...empty, 'no code was taken from another file']
}

/** Only imports, exports of other files, and the name of the package. */
function isHollow(path: string, text: string): boolean {
  const code = syntaxOf(path, text)?.spoken ?? text
  const own = code
    .replace(
      /\b(?:import|export)\s*(?:type\s*)?(?:[\w$*]+\s*,?\s*)*(?:as\s+\w+\s*)?(?:\{[^{}]*\}\s*)?(?:from\s*)?["'][^"'\n]*["']|\bexport\s*(?:type\s*)?\{[^{}]*\}/g,
      '',
    )
    .replace(/^\s*import\s*\([^()]*\)/gm, '')
    .replace(
      /^\s*(?:(?:pub\s+)?(?:use|mod)\s[^;{]*(?:\{[^{}]*\})?;|(?:package|import|using|namespace|from)\s[^\n]*|#\s*(?:include|pragma)[^\n]*|#!\S*[^\n]*|require(?:_relative)?\b[^\n]*|["']use strict["'];?)/gm,
      '',
    )
  return !/[\p{L}\p{N}]/u.test(own)
}

const codeFiles = async ({ tree }: GateOptions): Promise<string[]> =>
  (await findFiles(tree, '**/*')).filter(path => !GENERATED.test(path))

/** "keep the old name as a deprecated alias". */
const KEEPS_OLD = /\b(?:keep|alias\w*|deprecat\w*|backwards?|compat\w*)\b/i

async function contradictions(options: GateOptions, named: readonly NamedObject[]): Promise<string[]> {
  const files = await codeFiles(options)
  const found: string[] = []
  for (const object of named) {
    const holds =
      object.kind === 'file' ? await fileHolds(object, files, options) : await textHolds(object, files, options)
    if (!holds) found.push(WORDS[object.expect](object))
  }
  return found
}

const GENERATED =
  /(?:^|\/)(?:dist|build|out|target|vendor|coverage|\.next)\/|\.min\.\w+$|\.map$|(?:^|\/)(?:package-lock\.json|\S+\.lock)$/

const WORDS: Readonly<Record<NamedObject['expect'], (object: NamedObject) => string>> = {
  present: ({ kind, name, near }) => `there is no ${kind === 'symbol' ? '' : `${kind} `}\`${name}\`${inPlace(near)}`,
  absent: ({ name, near }) => `\`${name}\` is still there${inPlace(near)}`,
}

const inPlace = (near: string | undefined): string => (near === undefined ? '' : ` in \`${near}\``)

/** Paths of a task are from the root or from the directory of the loop; a bare name may be anywhere. */
async function fileHolds(
  { name, expect }: NamedObject,
  files: readonly string[],
  options: GateOptions,
): Promise<boolean> {
  const there = files.filter(path => isNamed(path, name, options))
  if (expect === 'present') return there.length > 0
  // Of several files with a bare name, the task means one: that it is gone shows in what was deleted.
  const deleted = (await options.changes()).some(
    ({ path, status }) => status === 'deleted' && isNamed(path, name, options),
  )
  return there.length === 0 || (deleted && !name.includes('/'))
}

function isNamed(path: string, name: string, { tree, workspace }: Pick<GateOptions, 'tree' | 'workspace'>): boolean {
  const wanted = posix.normalize(name).replace(/\/$/, '')
  const paths = [wanted, posix.join(relative(tree, workspace), wanted)]
  if (paths.some(one => path === one || path.startsWith(`${one}/`))) return true
  const base = posix.basename(path)
  return (
    !wanted.includes('/') &&
    (base === wanted || (!wanted.includes('.') && new RegExp(`^${wanted}(?:\\.\\w+)?$`, 'i').test(base)))
  )
}

async function textHolds(object: NamedObject, files: readonly string[], options: GateOptions): Promise<boolean> {
  const { kind, expect, near } = object
  const inside = near === undefined ? files : files.filter(path => isNamed(path, near, options))
  const pattern = kind === 'heading' ? headingPattern(object.name) : symbolPattern(object)
  const places = kind === 'heading' || near !== undefined ? inside : inside.filter(path => !PROSE.test(path))
  for (const path of places) {
    const text = (await options.readNow(path)) ?? ''
    // A comment or a string may name what is gone.
    const searched = kind === 'symbol' && expect === 'absent' ? (syntaxOf(path, text)?.code ?? text) : text
    if (pattern.test(searched)) return expect === 'present'
  }
  return expect === 'absent'
}

/** A changelog may name what is gone. */
const PROSE = /\.(?:mdx?|rst|txt|adoc|html?|svg|json|ya?ml|toml)$|(?:^|\/)(?:CHANGELOG|README|LICENSE|HISTORY)\b[^/]*$/i

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const headingPattern = (name: string): RegExp =>
  new RegExp(`^(?:#+|=+)\\s*${escaped(name)}\\b|^${escaped(name)}\\s*\\n[-=~^]{3,}`, 'im')

/** A name like `parse` occurs in other roles too, so only its definition counts as "still there". */
function symbolPattern({ name, expect }: NamedObject): RegExp {
  const own = escaped(expect === 'present' ? (name.split(/\.|::|#/).at(-1) ?? name) : name)
  return expect === 'present' || isDistinctive(name) || /\.|::|#/.test(name)
    ? new RegExp(`(?<![\\w$])${own}(?![\\w$])`)
    : new RegExp(
        `\\b(?:function|def|fn|func|class|struct|enum|interface|type|trait|const|let|var|module|mod)\\s+${own}(?![\\w$])`,
      )
}
