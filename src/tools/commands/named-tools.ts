import { TOOLS } from '../catalog.ts'
import type { ToolKind } from '../tool.ts'

/** Tests first, then what looks deepest: of several tools in a line, the first decides which error is planted. */
const ORDER: readonly ToolKind[] = ['test-runner', 'build-tool', 'compiler', 'type-checker', 'linter', 'formatter']

const named = TOOLS.flatMap(({ name, kind, commands }) =>
  commands?.sign === undefined ? [] : [{ name, kind, sign: commands.sign }],
).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

/** The tools that a command line will run, as far as its words say. */
export const namedTools = (command: string): string[] =>
  named.filter(({ sign }) => sign.test(command)).map(({ name }) => name)

const testTools = new Set(
  named.filter(({ kind }) => kind === 'test-runner' || kind === 'build-tool').map(({ name }) => name),
)

export const isTestTool = (name: string): boolean => testTools.has(name)
