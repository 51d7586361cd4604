import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { usualCommand } from '../../tools/commands/tool-names.ts'
import { PROGRAMS, WORDY_PROGRAMS } from '../../tools/shell/programs.ts'
import type { CommandBook, Role } from '../reading.ts'
import { words } from '../sentence/prose.ts'

interface RoleMention {
  readonly role: Role
  /** "auth" of "the auth tests": narrower than the project's command may be. */
  readonly qualifier: string | null
}

const PLACE = String.raw`(?:\s+(?:in|for|of|under|from|inside|on|at|around|about|covering|within)\s+(.{1,60}))?`
const named = (noun: string): RegExp => new RegExp(String.raw`^(?:(.{1,40}?)\s+)??(?:${noun})${PLACE}$`, 'i')

const nouns: readonly (readonly [Role, RegExp])[] = [
  ['docs', named(String.raw`(?:docs?|documentation)(?: site)? (?:builds?|generation)|doc builds?`)],
  [
    'test',
    named(
      String.raw`tests?|test[- ]?suites?|test[- ]cases?|test runs?|test scripts?|test commands?|specs?|suites?|testing|assertions|unit testing`,
    ),
  ],
  [
    'lint',
    named(
      String.raw`(?:code )?lint(?:er|ers|ing|s)?(?: checks?| runs?| rules?| scripts?| jobs?| status| step| output)?|code[- ]style(?: checks?)?|style checks?|static analysis`,
    ),
  ],
  [
    'typecheck',
    named(
      String.raw`(?:static )?type[- ]?check(?:s|ing|er|ers)?(?: step| run| script)?|types|typings?|ts|typescript(?: compilation| compiler| compile| build| checks?| types| code)?`,
    ),
  ],
  ['format', named(String.raw`(?:code )?format(?:ting|ter)?(?: checks?| script)?`)],
  ['build', named(String.raw`builds?(?: process| script| step| command| job)?|compilation|compile(?: step)?|bundling`)],
]

const DETERMINERS = String.raw`(?:the|a|an|all|of|our|my|your|its|any|every|each|both|whole|entire|full|complete|existing|project(?:'s)?|repo(?:'s|sitory's)?|current|of the|automated|single|comprehensive|thorough)`
const DETERMINED = new RegExp(String.raw`^(?:${DETERMINERS}\s+)+(?=\S)`, 'i')

/** Finds the check that a noun phrase names: "the auth tests", "lint", "type checking". */
export function roleNamed(phrase: string): RoleMention | null {
  const text = phrase.replace(DETERMINED, '').trim()
  for (const [role, noun] of nouns) {
    const match = noun.exec(text)
    if (!match) continue
    const [, before = '', place = ''] = match
    if (!isQualifier(before, text) || SENTENCE.test(place)) continue
    const rest = [before, /^(?:the )?(?:project|repo(?:sitory)?|code ?base|code)$/i.test(place) ? '' : place]
      .filter(Boolean)
      .join(' ')
    return { role, qualifier: rest === '' || /^(?:production|prod|static|project|main|\d+)$/i.test(rest) ? null : rest }
  }
  return null
}

const SENTENCE =
  /\b(?:if|when|until|fix|first|once|then|is|are|has|have|that|which|should|must|will|does|do|not|no|passes|pass|fails?|exits?)\b|[`"<>=&|;$,]/i

/** `go test` is a command and "go tests" are tests: a program may qualify a plural and nothing else. */
function isQualifier(before: string, phrase: string): boolean {
  if (before === '') return true
  if (SENTENCE.test(before) || words(before).length > 4 || /(?:^|\s)-|\//.test(before)) return false
  const [first = '', ...others] = words(before)
  if (others.some(word => PROGRAMS.has(word))) return false
  if (!PROGRAMS.has(first) && !WORDY_PROGRAMS.has(first)) return true
  return first !== 'make' && words(before).length === 1 && /\b(?:tests|specs|suites?|checks)\b/i.test(phrase)
}

const roleOf = (purpose: Purpose): Role => (purpose === 'types' ? 'typecheck' : purpose)

/** The check that a tool performs. */
export function toolRole(tool: string): Role | null {
  const known = usualCommand(tool)
  return known ? roleOf(known.purpose) : null
}

/** "tsc passes": the project's own command for the tool, otherwise the usual command line. */
export function toolCommand(phrase: string, commands: CommandBook): string | null {
  const name = toolName(
    phrase
      .trim()
      .replace(/^the\s+/i, '')
      .toLowerCase(),
  )
  const tool = usualCommand(name)
  if (!tool) return null
  const own = commands[roleOf(tool.purpose)]
  const named = Object.values(commands).find(command => words(command ?? '').includes(name))
  const runsBare = tool.usual === name
  return named ?? (runsBare ? name : (own ?? tool.usual))
}

/** "the prettier check" is prettier; `ruff check` is a command. */
function toolName(phrase: string): string {
  const base = phrase.replace(/\s+check$/, '')
  return / check\b/.test(usualCommand(base)?.usual ?? ' check') ? phrase : base
}
