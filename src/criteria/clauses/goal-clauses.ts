import type { LeafOf } from '../criterion.ts'
import { SYMBOL_VERBS } from '../describe.ts'
import { type CommandBook, type CriterionReading, type Reader, read } from '../reading.ts'
import { subjectCommand } from '../shell/command-words.ts'

/** What a loop is to reach, in the words in which we propose it: a change, an identifier, more tests than at the start. */
export const readGoal: Reader = (clause, commands) =>
  readSymbol(clause) ??
  readOneDocumented(clause) ??
  readChanged(clause) ??
  readMoreTests(clause, commands) ??
  readMoreCoverage(clause, commands)

const SYMBOL =
  /^the code(?: (?:in|of) (`[^`]+`|\S+))? (uses|does not use|no longer uses|declares|does not declare|no longer declares) `(\.?[\w$]+)`$/i

function readSymbol(clause: string): CriterionReading {
  const [, place, verb = '', name = ''] = SYMBOL.exec(clause) ?? []
  const words = verb.toLowerCase().replace(/no longer (\w+)s$/, 'does not $1')
  const is = (Object.keys(SYMBOL_VERBS) as LeafOf<'symbol'>['is'][]).find(one => SYMBOL_VERBS[one] === words)
  return is === undefined
    ? null
    : read({ kind: 'symbol', name, glob: place?.replaceAll('`', '') ?? '**/*', is, said: clause })
}

const ONE_DOCUMENTED = /^`([\w$]+)` in (`[^`]+`|\S+) has (?:a )?(jsdoc|docstrings?|documentation|doc comments?)$/i

function readOneDocumented(clause: string): CriterionReading {
  const [, name, place = '', style = ''] = ONE_DOCUMENTED.exec(clause) ?? []
  if (name === undefined) return null
  const kind = /^jsdoc/i.test(style) ? 'jsdoc' : /^docstring/i.test(style) ? 'docstring' : 'any'
  const each = { kind: 'documented', what: 'all', style: kind, name } as const
  return read({ kind: 'files', glob: place.replaceAll('`', ''), each, at_least: 1, said: clause })
}

const CHANGED =
  /^(?:(something|anything|the tree|the project)|`([^`]+)`|(\S+\.\w+)) (?:differs|has changed) (?:from|since) (?:the start|before)$/i

function readChanged(clause: string): CriterionReading {
  const match = CHANGED.exec(clause)
  return match === null ? null : read({ kind: 'changed', path: match[2] ?? match[3] ?? null, said: clause })
}

const MORE_TESTS =
  /^(.+?) (?:passes with|passes and runs|runs|executes|has|with) more (?:passing )?tests than (?:at the start|before|now)$/i
const SOME_TESTS = /^(.+?) passes with at least (\d+) tests?$/i

function readMoreTests(clause: string, commands: CommandBook): CriterionReading {
  const more = MORE_TESTS.exec(clause)
  const some = SOME_TESTS.exec(clause)
  const subject = more?.[1] ?? some?.[1]
  if (subject === undefined) return null
  const command = subjectCommand(subject, commands)
  if (command === null) return null
  return read({
    kind: 'output_threshold',
    command,
    measure: { kind: 'tests' },
    is: more ? 'above' : 'at_least',
    value: more ? 'baseline' : Number(some?.[2]),
    unit: null,
    every: false,
    said: clause,
  })
}

const MORE_COVERAGE =
  /^(?:(line|statement|branch|function) )?coverage from (.+?) is (higher than|at least what it was) at the start$/i

function readMoreCoverage(clause: string, commands: CommandBook): CriterionReading {
  const [, kind, subject = '', relation = ''] = MORE_COVERAGE.exec(clause) ?? []
  const command = subject === '' ? null : subjectCommand(subject, commands)
  if (command === null) return null
  const kinds = { line: 'lines', statement: 'statements', branch: 'branches', function: 'functions' } as const
  return read({
    kind: 'output_threshold',
    command,
    measure: { kind: 'coverage', of: kinds[kind?.toLowerCase() as keyof typeof kinds] ?? 'any', report: null },
    is: /^higher/i.test(relation) ? 'above' : 'at_least',
    value: 'baseline',
    unit: 'percent',
    every: false,
    said: clause,
  })
}
