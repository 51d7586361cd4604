import { fail } from '../../std/result.ts'
import { spokenNames } from '../../tools/commands/tool-names.ts'
import { bound, exits, exitsWithoutWarnings, type Reader, type Role, read, unreadable } from '../reading.ts'
import { unquoted } from '../sentence/prose.ts'
import { FOLDERS, isPath, isRunnable } from './file-words.ts'

// Errors, warnings and the like are what a tool says about a file. No file has them as its text, so none of these
// sentences may become a search for the word.
const KIND = String.raw`(?:(?:[\w-]+) )?`
const NOUN = String.raw`(?:errors?|warnings?|failures?|issues?|problems?|violations?|complaints?|offenses?|diagnostics|findings|regressions?|vulnerabilit(?:y|ies)|bugs?|code smells?|failing tests?|crash(?:es)?|exceptions?)`
const NOUNS = String.raw`(?:new |known |remaining |more |open |any )*${KIND}${NOUN}(?:(?:,| or| and|,? nor)(?: (?:no|0|zero|any))? ${KIND}${NOUN})*`
const TROUBLES = new RegExp(String.raw`^${NOUNS}(?: (?:left|remaining|at all|any ?more|reported|found))*$`, 'i')

/** Whether unquoted words name what a tool would report: "lint errors", "type errors or warnings". */
export const isTrouble = (words: string): boolean => TROUBLES.test(words.trim())

const OF_A_FILE = new RegExp(
  String.raw`^(?:the |file |folder )*(\x60[^\x60]+\x60|\S+)(?: (?:file|folder|directory|module))? (?:(?:must|should|still|now|will) )*(?:(?:has|have|contains?|shows?|reports?|gives?|produces?|compiles? with|lints? with) (?:no|zero|0)|(?:is|are|stays?) free of|(?:does not|doesn't|must not|should not|no longer) (?:have|contain|show|produce|report|has|contains)(?: any)?|(?:is|compiles|lints|type-?checks) without(?: any)?) (${NOUNS})(?: (?:left|remaining|at all|any ?more|reported|found))*$`,
  'i',
)

const roles: readonly (readonly [RegExp, Role])[] = [
  [new RegExp(String.raw`\b(?:lint(?:er|ing)?|style|${spokenNames('lint')})\b`, 'i'), 'lint'],
  [
    new RegExp(
      String.raw`\b(?:types?|typescript|ts|typing|type-?check(?:ing|er)?|${spokenNames('types')}|compile(?:r)?|compilation)\b`,
      'i',
    ),
    'typecheck',
  ],
  [new RegExp(String.raw`\b(?:format(?:ting)?|${spokenNames('format')})\b`, 'i'), 'format'],
  [/\bbuild\b/i, 'build'],
]

/** "src/app.ts has no type errors": the project's type check covers this file and all others. */
export const readFileTroubles: Reader = (clause, commands) => {
  const [, subject, troubles = ''] = OF_A_FILE.exec(clause) ?? []
  const name = subject === undefined ? '' : (unquoted(subject)?.inner ?? subject)
  if (name === '' || isRunnable(name) || !(isPath(name) || FOLDERS.test(name))) return null
  const named = roles.filter(([pattern]) => pattern.test(troubles)).map(([, role]) => role)
  const [role] = named
  if (role === undefined || named.length > 1 || /\bnew\b/i.test(troubles))
    return fail(unreadable(clause, { code: 'errors-in-file' }))
  const command = bound(role, commands, clause)
  if (!command.ok) return command
  return read((/warning/i.test(troubles) ? exitsWithoutWarnings : exits)(command.value, clause))
}
