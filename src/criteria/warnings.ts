import type { OutcomeReason } from './clauses/outcomes.ts'
import type { Criterion } from './criterion.ts'
import { type CriterionDoubt, doubtsAbout } from './doubts.ts'
import type { CommandBook } from './reading.ts'

export interface Warning {
  readonly code: CriterionDoubt['code']
  /** The command, or the clause, that it is about. */
  readonly part: string
  readonly says: string
}

/** What a person should know before trusting a criterion, in words. */
export const warningsAbout = (criterion: Criterion, commands: CommandBook): readonly Warning[] =>
  doubtsAbout(criterion, commands).map(doubt => ({ code: doubt.code, part: doubt.part, says: describeDoubt(doubt) }))

function describeDoubt(doubt: CriterionDoubt): string {
  if ('says' in doubt) return doubt.says
  switch (doubt.code) {
    case 'cannot_fail':
      return `It always passes: ${whyDecided(doubt.because, 'allows')}.`
    case 'cannot_pass':
      return `It can never pass: ${whyDecided(doubt.because, 'asks for')}.`
    case 'forgets_failures':
      return 'Only the last of these commands counts; join them with && or AND.'
    case 'suspicious_threshold':
      return `It asks for ${doubt.value}%; write ${doubt.value * 100}% if that is what you mean.`
    case 'wider_than_said':
      return `It checks everything, not only "${doubt.narrower}"; name a narrower command if that is what you mean.`
    case 'never_ends':
      return 'Its loop never ends on its own.'
  }
}

const whyDecided = ({ code, word, afterOr }: OutcomeReason, verb: 'allows' | 'asks for'): string =>
  `${afterOr ? 'whatever fails before it, ' : ''}${OUTCOMES[code](word, verb)}`

const OUTCOMES: Readonly<Record<OutcomeReason['code'], (word: string, verb: string) => string>> = {
  'always-fails': word => `\`${word}\` always fails`,
  'always-succeeds': word => `\`${word}\` always succeeds`,
  assignment: () => 'it only sets a variable',
  background: () => 'it runs in the background and its result is ignored',
  'constant-comparison': () => 'it compares constants',
  'fixed-output': () => 'it prints a fixed text',
  'function-definition': () => 'it only defines a function',
  'hides-exit-code': () => '`exit 0` hides what happened before',
  'if-without-else': () => 'an `if` without `else` succeeds when its condition fails',
  'ignored-by-make': () => 'a leading "-" tells make to ignore the failure',
  'lenient-flag': word => `${word} makes it succeed when there is nothing to check or something is wrong`,
  'lenient-make': () => 'make is told to ignore errors or to run nothing',
  'no-arguments': word => `\`${word}\` without arguments has nothing to do`,
  'no-limit': () => 'no value is below that limit',
  'only-shows': word => `${word} only shows something`,
  opposites: (_, verb) => `it ${verb} a thing and its opposite`,
  'runs-nothing': () => 'it runs nothing',
  'success-word': () => 'it searches for a success word that a failing run prints too',
}
