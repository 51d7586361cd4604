import { nearProgram } from '../tools/commands/install-line.ts'
import type { CommandBook, ParseFailure, ParseProblem, Role, Unreadable } from './reading.ts'

/** A problem with a criterion in words: what is wrong, and what to write instead, with the commands of the project where they are known. */
export function describeFailure(problem: ParseProblem, commands: CommandBook = {}): ParseFailure {
  const failure = worded(problem)
  return { ...failure, hint: withCommands(failure.hint, commands) }
}

/** Hints name commands by their role: `{test}`. */
function withCommands(hint: string, commands: CommandBook): string {
  const known = { ...USUAL, ...commands }
  const ofProject = commands.test !== undefined && commands.lint === undefined ? hint.replace(AND_LINT, '') : hint
  return ofProject
    .replace('{test} -- ', PASSES_ON.test(known.test) ? '{test} -- ' : '{test} ')
    .replace(/\{(test|lint|typecheck|build|coverage)\}/g, (_, role: keyof typeof USUAL) => known[role])
}

const AND_LINT = ' AND {lint} exits 0'

/** These hand over only what stands behind two dashes. */
const PASSES_ON = /^(?:npm|pnpm|yarn) /

const USUAL = {
  test: 'npm test',
  lint: 'npm run lint',
  typecheck: 'npx tsc --noEmit',
  build: 'npm run build',
  coverage: 'npm run coverage',
} as const

function worded(problem: ParseProblem): ParseFailure {
  const { kind, phrase } = problem
  switch (kind) {
    case 'empty':
      return { kind, phrase, message: 'the criterion is empty', hint: GIVE_A_COMMAND }
    case 'vague':
      return {
        kind,
        phrase,
        message: `"${phrase}" is a matter of opinion; no command can measure it`,
        hint: insteadOf(phrase),
      }
    case 'self_referential':
      return {
        kind,
        phrase,
        message: `"${phrase}" lets the agent decide whether its own work is done`,
        hint: 'Name something that can fail: a command and its exit code, for example "{test} passes".',
      }
    case 'no_command': {
      const { role } = problem
      return {
        kind,
        phrase,
        message: `"${phrase}" needs the project's ${names[role]} command, and none is known`,
        hint: `Write the command itself, for example "${examples[role]}".`,
        role,
      }
    }
    case 'unreadable':
      return {
        kind,
        phrase,
        message: unreadableMessage(phrase, problem.why),
        hint: unreadableHint(phrase, problem.why),
      }
  }
}

const GIVE_A_COMMAND = 'Give a command that fails until the work is done, for example "{test} passes".'

const NAME_A_CHECK =
  'Write a command, in backticks if it reads like a sentence: "`{test}` passes". Or a rule: "coverage >= 80%", "no TODO in src/", "docs/adr exists".'

function unreadableMessage(phrase: string, why: Unreadable): string {
  switch (why.code) {
    case 'nothing':
      return 'there is nothing to read'
    case 'hidden-direction':
      return 'the criterion contains characters that change the direction of the text, so it may differ from what you see'
    case 'too-long':
      return `the criterion has ${why.length} characters; the limit is ${why.longest}`
    default:
      return `"${phrase}" is not a command, and not a check that agent-loop knows`
  }
}

function unreadableHint(phrase: string, why: Unreadable): string {
  switch (why.code) {
    case 'nothing':
      return 'Write a command.'
    case 'no-words':
      return GIVE_A_COMMAND
    case 'hidden-direction':
      return 'The text contains control characters. Retype it.'
    case 'too-long':
      return 'Put it in a script, and give the script as the criterion: "./check.sh passes".'
    case 'unknown-check': {
      const near = nearProgram(phrase)
      return `${near === null ? '' : `Did you mean ${near}? `}${NAME_A_CHECK}`
    }
    case 'number-without-command':
      return 'Name the command that prints the number: "node bench.js reports p95 < 200", "{coverage} shows >= 80%".'
    case 'http-status':
      return `Let the command print the status: "curl -s -o /dev/null -w '%{http_code}' URL prints 200", or make it fail on an error status: "curl -f URL exits 0".`
    case 'file-without-runner':
      return `Name the command that runs ${why.file}: "{test} -- ${why.file} passes".`
    case 'coverage-of-part':
      return `Name a command that measures ${why.part} alone, and its threshold: "{coverage} -- ${why.part} shows >= 80%".`
    case 'errors-in-file':
      return 'Name the command that reports them: "{lint} exits 0", "{typecheck} exits 0".'
    case 'number-with-unit':
      return 'Write the number as the command prints it, without the unit: "node bench.js reports p95 < 200".'
    case 'tests-do-not-tell':
      return `This command says nothing about ${why.about}. Name the one that does: "${why.command} passes".`
  }
}

const names: Readonly<Record<Role, string>> = {
  test: 'test',
  lint: 'lint',
  typecheck: 'type check',
  build: 'build',
  coverage: 'coverage',
  format: 'format check',
  docs: 'documentation build',
}

const examples: Readonly<Record<Role, string>> = {
  test: 'npm test passes',
  lint: 'npm run lint passes',
  typecheck: 'npx tsc --noEmit exits 0',
  build: 'npm run build succeeds',
  coverage: 'npm run coverage shows >= 80%',
  format: 'npx prettier --check . passes',
  docs: 'npm run docs succeeds',
}

const instead: readonly (readonly [RegExp, string])[] = [
  [/coverage/i, 'Give the number: "coverage >= 80%", or "coverage does not drop".'],
  [/\btest/i, 'Say what the tests must show: "{test} passes", "coverage >= 80%", "no skipped tests".'],
  [
    /perform|fast|quick|speed|slow|latency|responsive|efficient|scal/i,
    'Give a command that prints a number, and its limit: "node bench.js reports p95 < 200".',
  ],
  [
    /doc|readme|comment/i,
    'Say what must exist: "all functions in src/ have JSDoc", "README.md mentions --json", "docs/adr exists".',
  ],
  [
    /quality|clean|readab|maintain|refactor|style|tidy|structure|complex|smell|debt|duplicat/i,
    'Say which tool decides: "{lint} exits 0", "complexity score from eslint < 10 for all files", "no file in src is longer than 300 lines".',
  ],
  [
    /secur|safe|vulnerab/i,
    'Say which tool decides: "npm audit --audit-level=high exits 0", "semgrep --error exits 0".',
  ],
  [/type/i, 'Say which command decides: "{typecheck} exits 0".'],
  [/build|compil/i, 'Say which command decides: "{build} succeeds".'],
  [
    /user|customer|people|everyone|boss|team|review|maintainer/i,
    'People cannot be run as a check. Put what they want into a test, and write: "{test} passes".',
  ],
  [
    /bug|issue|problem|fix|resolve|error/i,
    'Name the check that fails today: "{test} passes", or a script that reproduces it and exits 1.',
  ],
]

const insteadOf = (text: string): string =>
  instead.find(([pattern]) => pattern.test(text))?.[1] ??
  'Name a command that fails until the work is done: "{test} passes AND {lint} exits 0".'
