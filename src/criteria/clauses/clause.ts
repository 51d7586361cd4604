import type { Result } from '../../std/result.ts'
import { fail } from '../../std/result.ts'
import type { Criterion } from '../criterion.ts'
import {
  type CommandBook,
  type CriterionReading,
  exits,
  type ParseProblem,
  type Reader,
  read,
  unreadable,
} from '../reading.ts'
import { subjectOf } from '../sentence/ellipsis.ts'
import { unquoted } from '../sentence/prose.ts'
import { commandNamed } from '../shell/command-words.ts'
import { vagueness } from '../vague.ts'
import { readCommandClause, readTestFile } from './command-clauses.ts'
import { findComparison } from './comparison.ts'
import { readCoverage } from './coverage-clauses.ts'
import { readFiles } from './file-clauses.ts'
import { readFileTroubles } from './file-troubles.ts'
import { readGoal } from './goal-clauses.ts'
import { readRole } from './role-clauses.ts'

// Narrow forms come before broad ones: for the shell "coverage >= 80%" would be a command with a redirection, and
// "test coverage" would call the program `test`.
const readers: readonly Reader[] = [
  readMustPass,
  readQuoted,
  readWithoutRemark,
  readMeasurableSuffix,
  readGoal,
  readCoverage,
  readRole,
  readGitState,
  readFileTroubles,
  readFiles,
  readTestFile,
  readCommandClause,
]

/** Reads one clause, without connectives between clauses. */
export function readClause(clause: string, commands: CommandBook): Result<Criterion, ParseProblem> {
  for (const reader of readers) {
    const reading = reader(clause, commands)
    if (reading) return reading
  }
  return fail(
    vagueness(clause) ??
      unreadable(clause, { code: findComparison(clause) ? 'number-without-command' : 'unknown-check' }),
  )
}

/** Quotes around the whole clause: a command, or the sentence itself in quotes. */
function readQuoted(clause: string, commands: CommandBook): CriterionReading {
  const quoted = unquoted(clause)
  if (!quoted) return null
  const inner = quoted.inner.trim()
  const command = quoted.quote.startsWith('`') ? commandNamed(clause) : null
  if (command !== null) return null
  return inner === '' ? null : readClause(inner, commands)
}

const MUST_PASS = /^(.+?),?\s+and\s+pass(?:es)?\s+("(?:[^"\\]|\\.)*"(?:(?:\s*,\s*|\s+and\s+)"(?:[^"\\]|\\.)*")*)$/is

/** `npm test has no new failures and passes "a.test.js::adds"`: of the present failures, only these must be fixed. */
function readMustPass(clause: string, commands: CommandBook): CriterionReading {
  const [, rest = '', quoted = ''] = MUST_PASS.exec(clause) ?? []
  const regression = rest === '' ? null : readClause(rest, commands)
  if (!regression?.ok || regression.value.kind !== 'no_new_failures') return null
  const must_pass = [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, id = '']) => id.replace(/\\(["\\])/g, '$1'))
  return read({ ...regression.value, must_pass, said: clause })
}

const SUFFIX =
  /^([^:`"'(]{3,80}?)\s*(?::|\s-\s|—|–|=|,?\s+i\.e\.,?|,?\s+meaning(?: that)?|,?\s+that is,?|,?\s+so that|,?\s+such that|,?\s+as in|,?\s+measured (?:by|as)|,?\s+as shown by|,?\s+defined as|,?\s+with|,?\s+which means(?: that)?|,?\s+because)\s+(\S.*)$/is
const IN_PARENTHESES = /^([^:`"'(]{3,80}?)\s*\(([^()]{4,})\)$/s

/** "thorough: coverage > 80%". The vague word may stay, because the measured part replaces it. */
function readMeasurableSuffix(clause: string, commands: CommandBook): CriterionReading {
  const suffixed = SUFFIX.exec(clause)
  const match = suffixed ?? IN_PARENTHESES.exec(clause)
  if (!match?.[1] || !match[2]) return null
  const heading =
    suffixed !== null && /^[\w /-]+$/.test(match[1]) && /^[^:]+:\s/.test(clause) && commandNamed(match[1]) === null
  if (!heading && !vagueness(match[1].trim())) return null
  const suffix = readClause(match[2].trim(), commands)
  if (suffix.ok) return suffix
  // "coverage is thorough: >= 80%": a number alone is about what the opinion is about.
  const subject = findComparison(match[2].trim())?.before === '' ? subjectOf(match[1]) : null
  const measured = subject === null ? null : readClause(`${subject} ${match[2].trim()}`, commands)
  return measured?.ok ? measured : null
}

const CLEAN_TREE =
  /^(?:(?:the )?(?:git )?(?:working (?:tree|directory|copy)|tree|repo(?:sitory)?|git status)(?: is| stays| must be| should be)? clean|(?:there are )?no (?:uncommitted|unstaged|untracked|pending|local) (?:changes|files|modifications)(?: left| remain)?|git status (?:is clean|shows? (?:nothing|no changes)|prints nothing|reports? (?:nothing|no changes))|everything is committed|all changes are committed|git diff is empty|(?:there is )?no (?:git )?diff)$/i

const REMARK =
  /^(.*\S)\s+\((?:see|cf|ref|refs|per|issue|ticket|note|nb|as in|as per|link|docs?|details|context|background|from|since|because|why|todo|fyi|#\d|https?:)\b[^()]*\)$/is

/** "npm test passes (see docs/adr)": a reference in parentheses asks for nothing more. */
function readWithoutRemark(clause: string, commands: CommandBook): CriterionReading {
  const rest = REMARK.exec(clause)?.[1]
  return rest === undefined ? null : readClause(rest, commands)
}

function readGitState(clause: string): CriterionReading {
  return CLEAN_TREE.test(clause) ? read(exits('test -z "$(git status --porcelain)"', clause)) : null
}
