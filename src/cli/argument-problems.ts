import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

interface FlagFacts {
  readonly flag: string
}

interface UsageFacts {
  readonly usage: string
}

const usageOf = ({ usage }: UsageFacts): string => `Usage: ${usage}`

/** What can be wrong with the arguments of a command. */
export const argumentProblem = problemsOf({
  'flag-takes-no-value': problemText<FlagFacts>(
    'bad-arguments',
    ({ flag }) => `${flag} takes no value.`,
    ({ flag }) => `Write ${flag} without a value.`,
  ),
  'flag-needs-value': problemText<FlagFacts>(
    'bad-arguments',
    ({ flag }) => `${flag} needs a value.`,
    ({ flag }) => `Write ${flag} VALUE, or ${flag}=-VALUE if the value begins with "-".`,
  ),
  'report-format': problemText<{ given: string; near: string | null }>(
    'bad-arguments',
    ({ given }) => `--format ${given} cannot be used here.`,
    ({ near }) => `Write --format ${near ?? 'md'}. Known: md, html, json, github`,
  ),
  'notify-expected': problemText<UsageFacts>('bad-arguments', () => 'notify has one subcommand: test.', usageOf),
  'not-a-time': problemText<UsageFacts & { text: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not a duration with a unit.`,
    ({ usage }) => `Write --since 7d. Usage: ${usage}`,
  ),
  'flag-invalid': problemText<FlagFacts & { must: string }>(
    'bad-arguments',
    ({ flag, must }) => `${flag} must be ${must}.`,
    () => 'Fix the value.',
  ),
  'flag-repeated': problemText<FlagFacts>(
    'bad-arguments',
    ({ flag }) => `${flag} is given twice.`,
    ({ flag }) => `Give ${flag} once.`,
  ),
  'unknown-flag': problemText<FlagFacts & Suggestion>(
    'bad-arguments',
    ({ flag }) => `Unknown flag ${flag}.`,
    suggestedFlag,
  ),
  'flag-of-other-command': problemText<FlagFacts & Suggestion & { users: readonly string[] }>(
    'bad-arguments',
    ({ flag, command, users }) => `${command} does not take ${flag}. It is a flag of ${listed(users)}.`,
    suggestedFlag,
  ),
  'flag-of-other-form': problemText<FlagFacts & { form: string; other: string; usage: string }>(
    'bad-arguments',
    ({ flag, form, other }) => `${form} does not take ${flag}. ${other} does.`,
    usageOf,
  ),
  'flags-conflict': problemText<{ flags: readonly [string, string]; usage: string }>(
    'bad-arguments',
    ({ flags }) => `${flags.join(' and ')} cannot be combined.`,
    usageOf,
  ),
  'flags-before-command': problemText<{ command: string }>(
    'bad-arguments',
    ({ command }) => `The command "${command}" must come before its flags.`,
    ({ command }) => `Write agent-loop ${command} first, then the flags.`,
  ),
  'unknown-command': problemText<{ command: string; near: string | null }>(
    'bad-arguments',
    ({ command }) => `Unknown command "${command}".`,
    ({ near }) => (near ? `Did you mean: agent-loop ${near}` : 'See agent-loop --help'),
  ),
  'unknown-action': problemText<{ expected: readonly string[]; usage: string }>(
    'bad-arguments',
    ({ expected }) => `Expected ${inWords(expected, 'or')}.`,
    usageOf,
  ),
  'unexpected-argument': problemText<{ argument: string; usage: string }>(
    'bad-arguments',
    ({ argument }) => `Unexpected argument "${argument}".`,
    usageOf,
  ),
  'unquoted-text': problemText<{ argument: string; what: string; usage: string }>(
    'bad-arguments',
    ({ argument }) => `Unexpected argument "${argument}".`,
    ({ what, usage }) => `Put the ${what} in quotes: ${usage}`,
  ),
  'unquoted-task': problemText<{ word: string; quoted: string }>(
    'bad-arguments',
    ({ word }) => `Unknown command "${word}".`,
    ({ quoted }) => `Put the task in quotes: ${quoted}`,
  ),
  'loop-ambiguous': problemText<{ part: string; ids: readonly string[] }>(
    'bad-arguments',
    ({ part }) => `Several loop ids match "${part}".`,
    ({ ids }) => `Type more of the id: ${ids.join(', ')}`,
  ),
  'loop-id-required': problemText<{ command: string; example: string }>(
    'bad-arguments',
    ({ command }) => `${command} needs the id of a loop.`,
    ({ example }) => `The latest loop: ${example}`,
  ),
  'no-loops': plainProblem(
    'bad-arguments',
    'This project has no loops yet.',
    'Start one: agent-loop "fix the failing tests"',
  ),
  'missing-text': problemText<{ what: string; usage: string }>(
    'bad-arguments',
    ({ what }) => `No ${what} given.`,
    usageOf,
  ),
  'loop-expected': problemText<UsageFacts>('bad-arguments', () => 'Expected one loop id.', usageOf),
  'loop-and-range-expected': problemText<UsageFacts>(
    'bad-arguments',
    () => 'Expected one loop id and at most one range of turns.',
    usageOf,
  ),
  'loop-and-hint-expected': problemText<UsageFacts>(
    'bad-arguments',
    () => 'Expected one hint, and at most one loop id.',
    ({ usage }) => `Put the hint in quotes: ${usage}`,
  ),
  'loop-finding-and-reason-expected': problemText<UsageFacts>(
    'bad-arguments',
    () => 'Expected one loop id, one finding, and a reason.',
    usageOf,
  ),
  'loop-or-receipt-expected': problemText<UsageFacts>(
    'bad-arguments',
    () => 'Expected one loop id, or one receipt to verify.',
    usageOf,
  ),
  'one-criterion-expected': problemText<UsageFacts>('bad-arguments', () => 'Expected one criterion.', usageOf),
  'reason-missing': problemText<UsageFacts>('bad-arguments', () => 'No reason given.', usageOf),
  'force-without-revert': problemText<UsageFacts>(
    'bad-arguments',
    () => '--force works only together with --revert.',
    usageOf,
  ),
  'resume-keeps-its-own': problemText<{ what: string }>(
    'bad-arguments',
    ({ what }) => `adopt --resume does not take ${what}. The loop keeps its own.`,
    () => 'Leave it out, or start a new loop: agent-loop adopt "<task>"',
  ),
  'bad-flag-value': problemText<{ flag: string; text: string; usage: string }>(
    'bad-arguments',
    ({ flag, text }) => `"${text}" cannot be used for ${flag}.`,
    usageOf,
  ),
  'not-a-turn': problemText<{ text: string; usage: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not a turn.`,
    usageOf,
  ),
  'not-a-range': problemText<{ text: string; usage: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not a range of turns.`,
    ({ usage }) => `Write it as 2..5: ${usage}`,
  ),
  'not-a-port': problemText<{ text: string; example: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not a port.`,
    ({ example }) => `Give a number from 0 to 65535: ${example}`,
  ),
  'unknown-provider': problemText<{ name: string; known: readonly string[] }>(
    'bad-arguments',
    ({ name }) => `Unknown provider "${name}".`,
    ({ known }) => `Known providers: ${known.join(', ')}`,
  ),
  'unknown-finding': problemText<{ name: string; near: string | null }>(
    'bad-arguments',
    ({ name }) => `There is no finding "${name}".`,
    ({ near }) => (near ? `Did you mean "${near}"?` : 'See all findings: agent-loop explain'),
  ),
  'task-too-long': problemText<{ length: number; limit: number }>(
    'bad-arguments',
    ({ length, limit }) => `The task has ${length} characters. The limit is ${limit}.`,
    () => 'Shorten it, or put the details in a file and name that file.',
  ),
  'controls-a-loop': problemText<{ sentence: string; command: string; task: string | null }>(
    'bad-arguments',
    ({ sentence }) => `"${sentence}" is about an existing loop and does not ask for a new one.`,
    ({ command, task }) => `${command}${task === null ? '' : `, and then: agent-loop "${task}"`}`,
  ),
  'no-directory': problemText<{ directory: string }>(
    'bad-arguments',
    ({ directory }) => `There is no directory ${directory}.`,
    () => 'Give --cwd a directory that exists.',
  ),
  'current-directory-gone': plainProblem(
    'bad-arguments',
    'The current directory no longer exists.',
    'Change to a directory that exists.',
  ),
  'no-file': problemText<{ path: string; usage: string }>(
    'bad-arguments',
    ({ path }) => `There is no file ${path}.`,
    usageOf,
  ),
  'file-too-large': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `${path} is too large for a receipt.`,
    () => 'Give the receipt.json of a loop.',
  ),
  'not-a-public-key': problemText<{ file: string }>(
    'bad-arguments',
    ({ file }) => `${file} does not contain a public key.`,
    () => 'Give a PEM file: --key receipts.pub.pem',
  ),
  'not-utf8': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `${path} is not UTF-8 text.`,
    () => 'Fix or move the file, then try again.',
  ),
  'conversation-unreadable': problemText<{ file: string }>(
    'bad-arguments',
    ({ file }) => `Cannot read the conversation in ${file}.`,
    () => 'Give --context-file a file that exists.',
  ),
  'not-an-age': problemText<{ text: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not an age.`,
    () => 'Write it as --older-than 30d or --older-than 12h',
  ),
  'report-not-written': problemText<{ because: string }>(
    'bad-arguments',
    ({ because }) => `Cannot write the report: ${because}`,
    () => 'Give --ctrf a file in a writable folder.',
  ),
})

interface Suggestion {
  readonly command: string | null
  readonly near: string | null
}

function suggestedFlag({ command, near }: Suggestion): string {
  return near ? `Did you mean --${near}?` : `See agent-loop ${command ?? ''} --help`
}

const NAMED = 4

const listed = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}, and other commands` : inWords(names, 'and')

function inWords(names: readonly string[], joiner: 'and' | 'or'): string {
  return names.length < 3 ? names.join(` ${joiner} `) : `${names.slice(0, -1).join(', ')}, ${joiner} ${names.at(-1)}`
}
