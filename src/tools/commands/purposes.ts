import { lazy } from '../../std/lazy.ts'
import { TOOLS } from '../catalog.ts'
import type { Tool, ToolKind } from '../tool.ts'
import { matches } from './quick-match.ts'
import type { Proves, Purpose, ToolCommands } from './tool-commands.ts'

/** What a tool of each kind proves, unless a line of it says more. */
const OF_KIND: Partial<Record<ToolKind, readonly Purpose[]>> = {
  'test-runner': ['test'],
  linter: ['lint'],
  'type-checker': ['types'],
  'build-tool': ['build'],
  coverage: ['coverage', 'test'],
  docs: ['docs'],
}

/** `git ls-files '*.sh' | xargs shellcheck`, `find . -exec shellcheck`. */
const fedBy = (tool: string): RegExp =>
  new RegExp(String.raw`^(find|git ls-files|fd|ls|grep)\b.*(\|\s*xargs\b.*\b|-exec )${tool}\b`)

// A formatter whose work git is asked about.
const FORMATTED: Proves = [/^[\w./-]+ (fmt|format)\b.*git (diff|status)/, 'format']

const lines = lazy((): readonly Proves[] => [FORMATTED, ...TOOLS.flatMap(provingLines)])

/** The lines of one tool that prove something: its special lines, then all that begin as it does. */
export function provingLines({ kind, commands = {} }: Tool): readonly Proves[] {
  const { proves = [], measures, fed } = commands
  const ofKind = OF_KIND[kind] ?? []
  const starts = commands.starts ?? (commands.proves || ofKind.length === 0 ? undefined : anyProgram(commands))
  // `vite-node` is no build; `jest:unit` is a script that runs jest.
  const end = ofKind[0] === 'build' ? String.raw`(?:\s|$)` : String.raw`\b`
  return [
    ...proves,
    ...(measures === undefined ? [] : [[new RegExp(`^(?:${starts})\\b.*${measures}`), 'coverage', 'test'] as const]),
    ...(starts === undefined ? [] : [[new RegExp(`^(?:${starts})${end}`), ...ofKind] as const]),
    ...(fed === undefined ? [] : [[fedBy(fed), ...ofKind] as const]),
  ]
}

function anyProgram({ programs }: ToolCommands): string | undefined {
  return programs?.replace(/[.+]/g, '\\$&').replaceAll(' ', '|')
}

/** What the tool at the start of a command proves; undefined for a tool we do not know. */
export function purposesOfTool(bare: string): readonly Purpose[] | undefined {
  const [, ...purposes] = lines().find(([line]) => matches(line, bare)) ?? []
  if (purposes.length > 0) return purposes
  return NAMED_LINTER.test(bare) ? ['lint'] : undefined
}

/** A linter that we never heard of still says what it is: `fpb-lint ./books`. */
const NAMED_LINTER = /^[a-z][\w.]*-lint(er)?(?=\s|$)|^lint-[a-z]\w+(?=\s|$)/
