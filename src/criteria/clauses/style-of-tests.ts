import { fail } from '../../std/result.ts'
import { isTestTool, namedTools, spokenNames } from '../../tools/commands/tool-names.ts'
import { type CommandBook, type CriterionReading, unreadable } from '../reading.ts'

// A test run says nothing about these, whatever its exit code, and they are not arguments of a script.
const TROUBLES = '(?:errors?|issues?|problems?|violations?|complaints?|offenses?|findings|warnings?)'
const TYPES = `types?|typing|typescript|${spokenNames('types')}|compile|compiler|compilation`
const LINTS = new RegExp(
  String.raw`\b(?:lint|linter|linting|style|format(?:ting)?|${spokenNames('lint')}|${TYPES}) ${TROUBLES}`,
  'i',
)
const NO_LINTS = new RegExp(String.raw`\s(?:no|0|zero|without)(?: any)? ${LINTS.source}$`, 'i')

const OF_TYPES = new RegExp(String.raw`\b(?:${TYPES}) \w+$`, 'i')

/** Whether words after a command are about style. */
export const speaksOfStyle = (words: string): boolean => LINTS.test(words)

/** A test runner by its own words, with nothing that might lint. */
export function runsTests(command: string): boolean {
  const tools = namedTools(command)
  const named = tools.length > 0 || /\b(?:npm|pnpm|yarn|bun)(?: run)? test(?![\w:-])/.test(command)
  return named && tools.every(isTestTool) && !/lint|&&|;/.test(command)
}

/** "npm test no lint errors": the rest of a sentence, not arguments of a runner. */
export function endsInStyle(command: string): boolean {
  const rest = command.replace(NO_LINTS, '')
  return (
    rest !== command &&
    !/lint|style|format|type|check/i.test(rest) &&
    (runsTests(rest) || /^(?:npm|pnpm|yarn|bun|npx)(?:(?: run)? [\w:-]+)?$/.test(rest))
  )
}

export const styleOfTests = (said: string, commands: CommandBook): CriterionReading =>
  fail(
    unreadable(
      said,
      OF_TYPES.test(said)
        ? { code: 'tests-do-not-tell', about: 'types', command: commands.typecheck ?? 'npx tsc --noEmit' }
        : { code: 'tests-do-not-tell', about: 'style', command: commands.lint ?? 'npm run lint' },
    ),
  )
