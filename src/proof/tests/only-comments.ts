import { kindOf } from '../../tools/protection/kind-of.ts'
import { type Syntax, syntaxOf } from '../../tools/syntax/syntax.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { isAboutComments, isAboutProse, namesFile } from './about-text.ts'
import { workOf } from './asked-work.ts'

/** Kinds of work that change code. */
const CHANGES_CODE: readonly string[] = ['regression-gate', 'bug-fix', 'implement-feature', 'use-case', 'coverage']

/** Something in place of the work: the check passed before, and neither the code nor a file that the task may mean changed. */
export async function onlyComments({ options, record, log }: ProofCase): Promise<void> {
  const work = workOf(options)
  if (!record.green || !CHANGES_CODE.includes(work) || isAboutComments(options.task)) return
  const changes = await options.changes()
  if (changes.length === 0) return
  for (const { path } of changes) {
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (isWork({ path, before, now }, { task: options.task, work })) return
  }
  log.refused('change', [finding('only-comments', 'unproven', {}, changes.map(({ path }) => path).slice(0, 10))])
}

interface Change {
  readonly path: string
  readonly before: string | null
  readonly now: string | null
}

interface Asked {
  readonly task: string
  readonly work: string
}

export function isWork({ path, before, now }: Change, { task, work }: Asked): boolean {
  const [old, current] = [codeOf(path, before ?? ''), codeOf(path, now ?? '')]
  if (old !== null && current !== null) return old !== current
  // The first line of a script without an extension says its language, so an empty one has none.
  if (old !== null || current !== null) return (old ?? current) !== ''
  if (isProse(path)) return isAboutProse(task) || namesFile(task, path, work === 'regression-gate' ? 'whole' : 'part')
  // Configuration, data, styles, and languages that we cannot read: a changed one may be the work.
  if (before !== null || kindOf(path) !== null) return true
  const isNote = /\.(?:txt|tmp|bak|out)$/i.test(path)
  return namesFile(task, path, 'part') || isAboutProse(task) || (work !== 'regression-gate' && !isNote)
}

const isProse = (path: string): boolean =>
  /\.(?:md|markdown|rst|adoc|log)$|(?:^|\/)(?:README|CHANGELOG|NOTES|TODO|HISTORY)(?:\.\w+)?$/i.test(path)

/** The code without comments and layout; null for what is no code. Indentation is kept: in some languages it means something. */
function codeOf(path: string, text: string): string | null {
  const syntax = syntaxOf(path, text)
  if (syntax === null) return null
  const lines = syntax.spoken
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
  return [...lines, markupIn(syntax)].join('\n').trimEnd()
}

/** The words of markup, which a page shows: everything blank that is no comment. */
function markupIn({ text, spoken, comments }: Syntax): string {
  const hidden = [...text].length === text.length ? [...text].filter((_, at) => spoken[at] === ' ').join('') : ''
  return comments.reduce((words, { says }) => words.replace(lettersOf(says), ''), lettersOf(hidden))
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
