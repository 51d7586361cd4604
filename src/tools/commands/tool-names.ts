import { TOOLS } from '../catalog.ts'
import type { Tool, ToolKind } from '../tool.ts'
import { purposesOfTool } from './purposes.ts'
import type { Purpose, ToolCommands } from './tool-commands.ts'

const MAIN: Partial<Record<ToolKind, Purpose>> = {
  'test-runner': 'test',
  linter: 'lint',
  formatter: 'format',
  'type-checker': 'types',
}

/** How people name one tool, by what they mean it to check: by its programs, unless it says otherwise. */
export function spokenOf({ name, kind, commands }: Tool): NonNullable<ToolCommands['spoken']> {
  const main = MAIN[kind]
  if (commands?.spoken || !main) return commands?.spoken ?? {}
  const names = commands?.programs?.replaceAll(' ', '|') ?? (TELLING_NAME.test(name) ? name : undefined)
  return names === undefined ? {} : { [main]: names }
}

/** No word that a sentence could also use for something else. */
const TELLING_NAME = /^(?!inspection$|revive$|bandit$|sonar$|steep$)[a-z]{4,}(?:[- ][a-z]+)?\d?$/

/** The tools that people name in a sentence instead of what they check, as the source of a pattern. */
export const spokenNames = (purpose: Purpose): string => TOOLS.flatMap(tool => spokenOf(tool)[purpose] ?? []).join('|')

const spoken = (purpose: Purpose, alsoSaid = ''): readonly [RegExp, Purpose] => [
  new RegExp(String.raw`\b(?:${spokenNames(purpose)})\b${alsoSaid}`, 'i'),
  purpose,
]

/** The same as patterns. The first that matches counts. */
export const SPOKEN_NAMES: readonly (readonly [RegExp, Purpose])[] = [
  spoken('docs'),
  spoken('types'),
  spoken('format'),
  spoken('lint'),
  spoken('test'),
  spoken('build', String.raw`|\bvalidates?$`),
]

/** What a tool proves, and how it is called when the project does not say. */
interface UsualCommand {
  readonly purpose: Purpose
  readonly usual: string
}

/** By the name that people give the tool: "eslint passes". */
export function usualCommand(tool: string): UsualCommand | null {
  const usual = TOOLS.find(({ name }) => name === tool.toLowerCase())?.commands?.usual
  const purpose = usual === undefined ? undefined : purposesOfTool(usual.replace(/^npx /, ''))?.[0]
  return usual === undefined || purpose === undefined ? null : { purpose, usual }
}

/** Tests first, then what looks deepest: of several tools in a line, the first decides which error is planted. */
const ORDER: readonly ToolKind[] = ['test-runner', 'build-tool', 'compiler', 'type-checker', 'linter', 'formatter']

const signed = TOOLS.flatMap(({ name, kind, commands }) =>
  commands?.sign === undefined ? [] : [{ name, kind, sign: commands.sign }],
).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

/** The tools that a command line will run, as far as its words say. */
export const namedTools = (command: string): string[] =>
  signed.filter(({ sign }) => sign.test(command)).map(({ name }) => name)

const testTools = new Set(
  signed.filter(({ kind }) => kind === 'test-runner' || kind === 'build-tool').map(({ name }) => name),
)

export const isTestTool = (name: string): boolean => testTools.has(name)

const namesOf = (kind: ToolKind): ReadonlySet<string> =>
  new Set(TOOLS.filter(tool => tool.kind === kind).map(({ name }) => name))

export const TEST_RUNNERS = namesOf('test-runner')
export const TYPE_CHECKERS = namesOf('type-checker')

const EXTENSION =
  /^(rspec|jest|vitest|mocha|pytest|eslint|babel|webpack|rollup|rubocop|prettier|phpunit|phpstan|cypress|karma|minitest|mypy|tox|sphinx|flake8)-[a-z][\w-]*$/

/** `rspec-rails`, `eslint-plugin-n`: a package that belongs to a tool, and no program. */
export const isToolExtension = (command: string): boolean => EXTENSION.test(command)
