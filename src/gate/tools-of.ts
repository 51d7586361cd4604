import { type Criterion, leavesOf } from '../criteria/criterion.ts'
import { namedTools } from '../read/named-tools.ts'
import type { Verification } from '../verify/verification.ts'

/** Which tools a command runs, by its words and by what it says of its scripts. */
export const toolsOf = (command: string, last: Verification | null): string[] => [
  ...namedTools(command),
  ...namedTools(echoedScripts(last?.output ?? '')),
  ...(last?.reading?.tools.map(({ tool }) => tool) ?? []),
]

/** npm and its kin print what a script runs before they run it. */
const echoedScripts = (output: string): string =>
  output
    .slice(0, LOOKED_AT)
    .split('\n')
    .filter(line => /^\s*[>$]\s/.test(line))
    .join('\n')

const LOOKED_AT = 4_000

/** The run of one command among what was run. */
export function runOf(command: string, verifications: readonly Verification[]): Verification | null {
  for (const verification of verifications) {
    if (verification.parts.length === 0 && verification.command === command) return verification
    const inner = runOf(command, verification.parts)
    if (inner) return inner
  }
  return null
}

const TYPES = ['tsc', 'mypy', 'pyright']
const LINT = [
  'eslint',
  'biome',
  'oxlint',
  'prettier',
  'ruff',
  'flake8',
  'pylint',
  'golangci-lint',
  'clippy',
  'shellcheck',
]

/** What the criterion asks for, besides tests. */
export function askedFor(criterion: Criterion, verifications: readonly Verification[]) {
  const leaves = leavesOf(criterion)
  const tools = new Set(
    leaves.flatMap(leaf => ('command' in leaf ? toolsOf(leaf.command, runOf(leaf.command, verifications)) : [])),
  )
  return {
    types: TYPES.some(tool => tools.has(tool)),
    lint: LINT.some(tool => tools.has(tool)),
    coverage: leaves.some(leaf => leaf.kind === 'output_threshold' && leaf.measure.kind === 'coverage'),
  }
}
