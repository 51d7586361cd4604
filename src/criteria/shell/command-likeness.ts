import type { Command, Word } from 'unbash'
import { ownEntry } from '../../std/own-entry.ts'
import {
  ENGLISH,
  ENGLISH_PERHAPS,
  FINITE_VERBS,
  NOUN_PROGRAMS,
  PREPOSITIONS,
  PROGRAMS,
  TAKES_TEXT,
  WORDY_PROGRAMS,
} from '../../tools/shell/programs.ts'
import { contains, ownCommands, readShell } from '../../tools/shell/shell-line.ts'
import { namedByPlace } from './argument-position.ts'

/** What the surrounding sentence already says about a text. */
export type Context =
  /** Nothing, or a word like "passes" that things other than commands do too. */
  | 'bare'
  /** "exits 2": only processes do that. */
  | 'process'
  /** The person put it in backticks or quotes. */
  | 'quoted'

/*
 * To a shell nearly every sentence is a command: "tests pass AND lint clean" calls the program `tests`. So a text is scored,
 * simple command by simple command, and each of them must reach the bar of its context.
 *
 *   for      a known program +3 (+2 where its name is an English word, and only if an argument can follow)
 *            a path as the first word +3, `A=1` before it +2, a flag +2, a path, glob, assignment or quotation among the
 *            arguments +1, a redirection or substitution +1
 *   against  a verb ("prints") among the bare arguments -6, an English function word -3, one that may be an argument -1, a preposition -2,
 *            a word that ends like a clause ("tests,") -3, a first word that only opens sentences -6, a capital -1
 */
const BAR: Readonly<Record<Context, number>> = { bare: 2, process: 0, quoted: -2 }

/** Whether a text is meant for the shell. */
export function looksLikeCommand(text: string, context: Context = 'bare'): boolean {
  const script = readShell(text)
  if (!script || (context !== 'quoted' && SPOKEN.test(text.replace(/'[^']*'|"[^"`]*"/g, '')))) return false
  const commands = ownCommands(script)
  if (UNMISTAKABLE.test(text)) return true
  if (commands.length === 0) return context === 'quoted' || contains(script, ({ type }) => TESTS.has(type))
  return commands.every(command => score(command, commands.length === 1) >= BAR[context])
}

// In a sentence backticks quote. To run what is between them, and then its output, is what nobody asked for: who wants
// a substitution writes `$(…)`, or puts the whole command in a fence. To a shell `=> 0` is a redirection into a file "0".
const SPOKEN = /`|(?:^|\s)(?:[→⇒⟶—–]|[=-]>)(?:\s|$)/

// Never part of a sentence: a substitution, the state of the last job, and the words that close shell constructs.
const UNMISTAKABLE = /\$[!?({]|\d>&\d|>\s*\/dev\/null|;\s*do\s[\s\S]*;\s*done\b|;\s*then\s[\s\S]*;\s*fi\b/

const TESTS: ReadonlySet<string> = new Set(['TestCommand', 'ArithmeticCommand'])

function score(command: Command, alone: boolean): number {
  if (!command.name)
    return command.prefix.length > 0
      ? contains(command, ({ type }) => type === 'CommandExpansion')
        ? 2
        : alone
          ? -3
          : 2
      : 0
  const named = namedByPlace(command)
  const operands = command.args.flatMap(argument => (argument.type === 'Word' ? [argument] : []))
  const first = programScore(command.name, operands)
  // The pattern of grep may be any word; the words after it are judged like the rest.
  if (TESTS_ITS_WORDS.has(command.name.value) && operands.some(({ value }) => TEST_OPERATOR.test(value)))
    return first + 2
  const judged = TAKES_TEXT.has(command.name.value)
    ? operands
        .filter(word => !isFlag(word))
        .slice(1)
        .filter(word => FINITE_VERBS.has(lower(word)))
    : command.args.flatMap((argument, index) => (argument.type === 'Word' && !named[index] ? [argument] : []))
  const rest = judged.reduce((sum, word) => sum + (isLastTarget(command, word) ? 0 : operandScore(word)), 0)
  const bonus =
    (command.prefix.some(({ type }) => type === 'Assignment') ? 2 : 0) +
    (operands.some(isFlag) ? 2 : 0) +
    (operands.some(isTechnical) ? 1 : 0) +
    (command.redirects.length > 0 || operands.some(hasSubstitution) ? 1 : 0)
  return first + rest + bonus
}

function programScore(name: Word, operands: readonly Word[]): number {
  // A make recipe says `-npm test` for "never mind the failure".
  const program = name.value.replace(/^-(?=[a-z])/, '')
  if (program === 'test' || program === '[') return operands.some(isTestOperator) ? 3 : -3
  if (program === 'exit' || program === 'return') return /^(?:[\d$].*)?$/.test(operands[0]?.value ?? '') ? 2 : -6
  const follows = ownEntry(NOUN_PROGRAMS, program)
  if (follows) return follows.has(operands[0]?.value ?? '') ? 3 : -3
  if (PROGRAMS.has(program)) return 3
  if (WORDY_PROGRAMS.has(program))
    return isArgument(operands[0]) || (MAKES.has(program) && isAll(operands[0]) && operands.length === 1) ? 2 : -3
  if (isProgramPath(program) || program === ':' || hasSubstitution(name)) return 3
  if (SENTENCE_OPENERS.test(program)) return -6
  return /^[A-Z]/.test(program) || !/^[-\w.+:@]+$/.test(program) ? -1 : 0
}

const SENTENCE_OPENERS =
  /^(?:the|no|all|every|each|any|a|an|it|there|none|nothing|everything|zero|at|more|less|fewer|not|neither|both|either|when|this|that|my|our|your|we|you|i|users?|code|tests?|coverage|docs?|lint|linting|build|builds|types?|performance)$/i

const MAKES: ReadonlySet<string> = new Set(['make', 'just', 'task'])
const isAll = (word: Word | undefined): boolean => word?.value === 'all'

/** `make clean all`: the target that every makefile has; "make all tests pass" continues after it. */
const isLastTarget = (command: Command, word: Word): boolean =>
  MAKES.has(command.name?.value ?? '') && isAll(word) && command.args.at(-1) === word

const isArgument = (word: Word | undefined): boolean =>
  word === undefined || !(ENGLISH.has(lower(word)) || ENGLISH_PERHAPS.has(lower(word)) || PREPOSITIONS.has(lower(word)))

function operandScore(word: Word): number {
  if (isQuoted(word)) return 0
  const text = lower(word)
  if (FINITE_VERBS.has(text)) return -6
  if (ENGLISH.has(text) || /[a-z][,;:]$/.test(text)) return -3
  if (PREPOSITIONS.has(text)) return -2
  return ENGLISH_PERHAPS.has(text) ? -1 : 0
}

const lower = (word: Word): string => word.value.toLowerCase()
const isQuoted = (word: Word): boolean => /^['"$]/.test(word.text)
const isFlag = (word: Word): boolean => /^--?[A-Za-z]/.test(word.value)
const isTestOperator = (word: Word): boolean => /^(?:-[a-zA-Z]|-[a-z]{2}|!?=|==|!)$/.test(word.value)
const isTechnical = (word: Word): boolean => isQuoted(word) || /[/*=]|^\.|\w[:.]\w/.test(word.value)
const hasSubstitution = (word: Word): boolean =>
  contains(
    word,
    ({ type }) => type === 'CommandExpansion' || type === 'ParameterExpansion' || type === 'SimpleExpansion',
  )

/** `./check`, `scripts/test`, `vendor/bin/phpunit`, `check.sh`; not `src/` and not a source file, which nobody runs by its name. */
function isProgramPath(word: string): boolean {
  if (/^(?:\.{1,2}|~)?\/.*[^/]$/.test(word)) return true
  if (/^[\w.-]+\.(?:sh|bash|bat|cmd|ps1|exe)$/.test(word)) return true
  return /^[\w.@-]+(?:\/[\w.@+-]+)+$/.test(word) && !/\.(?!sh$|bash$|bat$|py$|rb$|pl$|exe$)\w+$/.test(word)
}

const TEST_OPERATOR = /^(?:-[a-zA-Z]{1,2}|!?=|==|!|<|>)$/
const TESTS_ITS_WORDS: ReadonlySet<string> = new Set(['test', '['])

/** Whether the last command still needs its text argument, so that the next word is that text and not a verdict: `… | grep pass`. */
export function awaitsText(text: string): boolean {
  const last = ownCommands(readShell(text) ?? { type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [] }).at(
    -1,
  )
  if (!last?.name) return false
  const end = last.args.at(-1)
  // `test -f passes` and `test a = done` ask about a file and a word of that name.
  if (TESTS_ITS_WORDS.has(last.name.value)) return end?.type === 'Word' && TEST_OPERATOR.test(end.value)
  const inGit = last.name.value === 'git' && last.args[0]?.type === 'Word' && last.args[0].value === 'grep'
  if (!TAKES_TEXT.has(last.name.value) && !inGit) return false
  return last.args.slice(inGit ? 1 : 0).every(argument => argument.type === 'Word' && argument.value.startsWith('-'))
}
