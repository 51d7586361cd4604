import { ownEntry } from '../../std/own-entry.ts'
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

/** Finds the check that a noun phrase speaks of: "the auth tests", "lint", "type checking". */
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

/** The check that a tool performs, and how the tool is called when the project does not say. */
const tools: Readonly<Record<string, { readonly role: Role; readonly usual: string }>> = {
  tsc: { role: 'typecheck', usual: 'npx tsc --noEmit' },
  'vue-tsc': { role: 'typecheck', usual: 'npx vue-tsc --noEmit' },
  mypy: { role: 'typecheck', usual: 'mypy .' },
  pyright: { role: 'typecheck', usual: 'pyright' },
  eslint: { role: 'lint', usual: 'npx eslint .' },
  oxlint: { role: 'lint', usual: 'npx oxlint' },
  biome: { role: 'lint', usual: 'npx biome check .' },
  stylelint: { role: 'lint', usual: 'npx stylelint "**/*.css"' },
  ruff: { role: 'lint', usual: 'ruff check .' },
  flake8: { role: 'lint', usual: 'flake8' },
  pylint: { role: 'lint', usual: 'pylint .' },
  rubocop: { role: 'lint', usual: 'rubocop' },
  clippy: { role: 'lint', usual: 'cargo clippy -- -D warnings' },
  'golangci-lint': { role: 'lint', usual: 'golangci-lint run' },
  prettier: { role: 'format', usual: 'npx prettier --check .' },
  black: { role: 'format', usual: 'black --check .' },
  jest: { role: 'test', usual: 'npx jest' },
  vitest: { role: 'test', usual: 'npx vitest run' },
  mocha: { role: 'test', usual: 'npx mocha' },
  ava: { role: 'test', usual: 'npx ava' },
  playwright: { role: 'test', usual: 'npx playwright test' },
  cypress: { role: 'test', usual: 'npx cypress run' },
  pytest: { role: 'test', usual: 'pytest' },
  rspec: { role: 'test', usual: 'rspec' },
  phpunit: { role: 'test', usual: 'phpunit' },
}

export const toolRole = (tool: string): Role | null => ownEntry(tools, tool.toLowerCase())?.role ?? null

/** "tsc passes": the project's own command for what the tool does, else the line that people type for it. */
export function toolCommand(phrase: string, commands: CommandBook): string | null {
  const name = phrase
    .trim()
    .replace(/^the\s+/i, '')
    .replace(/(?<=^tsc|^prettier|^eslint|^mypy)\s+check$/i, '')
    .toLowerCase()
  const tool = ownEntry(tools, name)
  if (!tool) return null
  const own = commands[tool.role]
  const named = Object.values(commands).find(command => words(command ?? '').includes(name))
  const runsBare = tool.usual === name
  return named ?? (runsBare ? name : (own ?? tool.usual))
}
