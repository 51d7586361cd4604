import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readTask } from '../../criteria/task/read-task.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { withoutSettingComments } from '../../tools/syntax/setting-comments.ts'
import { type Syntax, syntaxOf } from '../../tools/syntax/syntax.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { isAboutComments, isAboutProse, namesFile } from './about-text.ts'
import type { ChangedFile } from './moved-files.ts'
import { type Change, unrelatedTo } from './related-files.ts'

/** Kinds of work that a rule of the criterion shows. */
const SHOWN_OTHERWISE: readonly string[] = ['docs', 'structural']

/** By which names the changed files must belong to the task. Tests of a module may reach it by another name. */
const RELATED: Readonly<Record<string, 'any-name' | 'identifiers'>> = {
  'regression-gate': 'any-name',
  coverage: 'identifiers',
}

/** Something in place of the work: the check passed before, and neither the code nor a file that the task may mean changed. */
export async function onlyComments({ options, record, log }: ProofCase): Promise<void> {
  const changes = await options.changes()
  const asked = askedOf(options)
  const read = await Promise.all(changes.map(change => readChange(change, options)))
  const reworded = RESOLVES.test(options.task) ? read.filter(isReworded).map(({ path }) => path) : []
  if (reworded.length > 0)
    return log.refused('change', [finding('only-comments', 'unproven', { unrelated: [] }, reworded)])
  if (!record.green || SHOWN_OTHERWISE.includes(asked.work) || changes.length === 0) return
  const work = read.filter(change => isWork(change, asked))
  const by = RELATED[asked.work]
  const unrelated = work.length === 0 || by === undefined ? [] : await unrelatedTo(options, work, by)
  if (work.length > 0 && unrelated.length === 0) return
  const places = changes.map(({ path }) => path).slice(0, 10)
  log.refused('change', [finding('only-comments', 'unproven', { unrelated }, places)])
}

const RESOLVES =
  /\b(?:resolv\w+|address\w*|implement\w*|complet\w+|finish\w*|tackl\w+|work\s+(?:on|off|through)|fix\w*|do)\b[^.;]*\b(?:TODO|FIXME)s?\b/i
const NOTE = /\b(?:TODO|FIXME|XXX|HACK)\b\s*[:(-]*\s*/

/** Whether a note of open work only lost its mark: its words are still in a comment, and the code is the same. */
export function isReworded({ path, before, now }: Change): boolean {
  if (before === null || now === null || codeOf(path, before, NOTHING_ASKED) !== codeOf(path, now, NOTHING_ASKED))
    return false
  const said = (text: string): string[] => (syntaxOf(path, text)?.comments ?? []).map(({ says }) => says)
  const rests = said(before).flatMap(says => (NOTE.test(says) ? [lettersOf(says.split(NOTE).at(-1) ?? '')] : []))
  const left = said(now).filter(says => !NOTE.test(says))
  return rests.some(rest => rest.length > LEAST_LETTERS && left.some(says => lettersOf(says).includes(rest)))
}

const LEAST_LETTERS = 8

async function readChange(
  { path, status }: ChangedFile,
  { tree, readBefore, readNow }: ProofCase['options'],
): Promise<Change> {
  const [before, now] = [await readBefore(path), await readNow(path)]
  const isLink = lstatSync(join(tree, path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return { path, before, now, isNew: status === 'added', isLink }
}

interface Asked {
  readonly task: string
  readonly work: string
  /** Only code that behaves as before is wanted, so tests, new data, and settings are no work. */
  readonly keepsBehavior: boolean
  readonly mayBeComments: boolean
  readonly mayBeProse: boolean
}

/** Verbs of work that settings can do: a new version, another tool. */
const MIGRATING =
  /^(?:migrat|upgrad|updat|bump|port|convert|replac|switch|deprecat|moderni|adopt|pin|downgrad|vendor|unvendor)/i

export function askedOf({ task, taskClass }: Pick<ProofCase['options'], 'task' | 'taskClass'>): Asked {
  const read = readTask(task)
  const work = taskClass ?? read?.class ?? ''
  const comments = isAboutComments(task)
  return {
    task,
    work,
    keepsBehavior: work === 'regression-gate' && !MIGRATING.test(read?.phrase ?? ''),
    mayBeComments: comments || work === 'lint-clean',
    mayBeProse: comments || isAboutProse(task),
  }
}

export function isWork({ path, before, now, isNew, isLink }: Change, asked: Asked): boolean {
  const { task, work, keepsBehavior } = asked
  if (isLink) return namesFile(task, path, 'whole')
  if (
    keepsBehavior &&
    isTest(path) &&
    !/\b(?:tests?|specs?|fixtures?|snapshots?|mocks?|test_\w+)\b/i.test(task) &&
    !/\bTest[A-Z]\w*/.test(task)
  )
    return namesFile(task, path, 'whole')
  const [old, current] = [codeOf(path, before ?? '', asked), codeOf(path, now ?? '', asked)]
  const isSame = old === current && !(asked.mayBeComments && before !== now)
  if (old !== null && current !== null && (isSame || !isData(path))) return !isSame
  // The first line of a script without an extension says its language, so an empty one has none.
  if (!isData(path) && (old !== null || current !== null)) return (old ?? current) !== ''
  if (!asked.mayBeComments && !asked.mayBeProse && !isNew && isOnlyCommented(path, before, now)) return false
  if (isProse(path)) return asked.mayBeProse || namesFile(task, path, work === 'regression-gate' ? 'whole' : 'part')
  if (namesFile(task, path, 'part') || asked.mayBeProse) return true
  // Configuration, data, styles, and languages that we cannot read: a changed one may be the work.
  if (!isNew) return !keepsBehavior || !SURROUNDINGS.test(path)
  return keepsBehavior ? false : kindOf(path) !== null || (work !== 'regression-gate' && !isNote(path))
}

/** A target or a setting that only stands in a comment does nothing. */
function isOnlyCommented(path: string, before: string | null, now: string | null): boolean {
  const current = now === null ? null : withoutSettingComments(path, now)
  return current !== null && before !== null && current === withoutSettingComments(path, before)
}

const isData = (path: string): boolean => languageOf(path) === 'yaml'

const isTest = (path: string): boolean => ['test', 'snapshot'].includes(kindOf(path) ?? '')

/** Files that say what git, editors, and packages leave out. */
const SURROUNDINGS = /(?:^|\/)\.(?:\w+ignore|gitattributes|gitkeep|editorconfig|mailmap)$/

const isNote = (path: string): boolean => /\.(?:txt|tmp|bak|out)$/i.test(path)

const isProse = (path: string): boolean =>
  /\.(?:md|markdown|rst|adoc|log)$|(?:^|\/)(?:README|CHANGELOG|NOTES|TODO|HISTORY)(?:\.\w+)?$/i.test(path)

/** Comments that compilers and interpreters read are code if the task names them. */
const DIRECTIVE = /^\W*(?:go:[a-z]|\+build\s|frozen_string_literal:|@(?:ts-check|flow|jsx\w*)\b|-\*-\s*(?:en)?coding:)/

const NAMES_DIRECTIVE =
  /go:[a-z]|\+build\b|\bbuild (?:tag|constraint)s?\b|ts-check|@(?:flow|jsx)|frozen_string|\b(?:en)?coding\b/i
const NOTHING_ASKED = { task: '', work: '' }

/**
 * The code without comments and layout; null for what is no code. Indentation is kept: in some languages it means something. For work on
 * types, comments that type checkers read are code, too.
 */
function codeOf(path: string, text: string, { task, work }: Pick<Asked, 'task' | 'work'>): string | null {
  const syntax = syntaxOf(path, text)
  if (syntax === null) return null
  const lines = syntax.spoken
    .split('\n')
    .map(line => line.replace(/[\s;]+$/, ''))
    .filter(line => line !== '')
  const isRead = (says: string): boolean =>
    (DIRECTIVE.test(says) && NAMES_DIRECTIVE.test(task)) || (work === 'type-clean' && /@\w|\btype:/.test(says))
  const read = syntax.comments.flatMap(({ says }) => (isRead(says) ? [says] : []))
  return [...lines, markupIn(syntax), ...read].join('\n').trimEnd()
}

/** The words of markup, which a page shows: everything blank that is no comment. */
function markupIn({ text, spoken, comments }: Syntax): string {
  const hidden = [...text].length === text.length ? [...text].filter((_, at) => spoken[at] === ' ').join('') : ''
  return comments.reduce((words, { says }) => words.replace(lettersOf(says), ''), lettersOf(hidden))
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
