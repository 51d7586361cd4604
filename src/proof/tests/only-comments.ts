import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { workOf } from './asked-work.ts'

/** Kinds of work that change code. */
const CHANGES_CODE: readonly string[] = ['regression-gate', 'bug-fix', 'implement-feature', 'use-case', 'coverage']

/** The task itself is about comments, or about how the code looks. */
const ABOUT_COMMENTS =
  /\b(?:comment\w*|uncomment\w*|docstrings?|\w*doc|licen[cs]e|copyright|headers?|todos?|fixmes?|typos?|spelling|whitespace|blank lines?|format\w*|indent\w*|wrap\w*|line length|pragmas?|annotations?|suppressions?|grammar|wording)\b/i

/** A comment in place of the work: the check passed before, and of the code itself nothing changed. */
export async function onlyComments({ options, record, log }: ProofCase): Promise<void> {
  if (!record.green || !CHANGES_CODE.includes(workOf(options)) || ABOUT_COMMENTS.test(options.task)) return
  const changes = await options.changes()
  if (changes.length === 0) return
  for (const { path } of changes) {
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (before === null || now === null || codeOf(path, before) === null || codeOf(path, before) !== codeOf(path, now))
      return
  }
  log.refused('change', [finding('only-comments', 'unproven', {}, changes.map(({ path }) => path).slice(0, 10))])
}

/** The code without comments and layout; null for what is no code. Indentation is kept: in some languages it means something. */
function codeOf(path: string, text: string): string | null {
  const syntax = syntaxOf(path, text)
  if (syntax === null) return null
  return syntax.spoken
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .join('\n')
}
