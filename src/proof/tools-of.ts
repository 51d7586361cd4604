import type { Verification } from '../check/verify/verification.ts'
import { type Criterion, leavesOf } from '../criteria/criterion.ts'
import { TOOLS } from '../tools/catalog.ts'
import { namedTools } from '../tools/commands/tool-names.ts'
import { coverageSettings } from './ratchets/config/coverage-threshold.ts'

/** The tools that a command runs, by its words, by the scripts that it prints, and by its output. */
export const toolsOf = (command: string, last: Verification | null): string[] => [
  ...namedTools(command),
  ...namedTools(echoedScripts(last?.output ?? '')),
  ...(last?.reading?.tools.map(({ tool }) => tool) ?? []),
]

/** npm and similar programs print the command of a script before they run it. */
const echoedScripts = (output: string): string =>
  output
    .slice(0, LOOKED_AT)
    .split('\n')
    .filter(line => /^\s*[>$]\s/.test(line))
    .join('\n')

const LOOKED_AT = 4_000

/** The run of one command within nested verifications. */
export function runOf(command: string, verifications: readonly Verification[]): Verification | null {
  for (const verification of verifications) {
    if (verification.parts.length === 0 && verification.command === command) return verification
    const inner = runOf(command, verification.parts)
    if (inner) return inner
  }
  return null
}

/** Flags and programs that measure coverage, in the command or in the scripts that it prints. */
const MEASURES =
  /--(?:coverage|cov|experimental-test-coverage|check-coverage|test-coverage-\w+|cov-fail-under)\b|(?:^|[\s/&;])(?:nyc|c8|coverage run|coverage report|cargo (?:llvm-cov|tarpaulin))\b|\s-cover\b/m

/** What the criterion checks besides tests. `configs`: the config files from before the first turn. */
export function askedFor(
  criterion: Criterion,
  verifications: readonly Verification[],
  configs: readonly { readonly path: string; readonly text: string }[],
) {
  const leaves = leavesOf(criterion)
  const runs = leaves.flatMap(leaf =>
    'command' in leaf ? [{ command: leaf.command, last: runOf(leaf.command, verifications) }] : [],
  )
  const tools = new Set(runs.flatMap(({ command, last }) => toolsOf(command, last)))
  const said = runs.map(({ command, last }) => `${command}\n${echoedScripts(last?.output ?? '')}`).join('\n')
  const settings = configs.map(({ path, text }) => coverageSettings(path, text))
  const measured =
    MEASURES.test(said) ||
    settings.some(one => one.measured) ||
    runs.some(({ last }) => last?.reading?.tools.some(({ kind }) => kind === 'coverage'))
  const threshold = settings.some(one => one.threshold) || coverageSettings('check.sh', said).threshold
  const asks = (family: 'types' | 'lint'): boolean =>
    TOOLS.some(({ name, protection }) => protection?.family === family && tools.has(name))
  return {
    types: asks('types'),
    lint: asks('lint'),
    coverage:
      (measured && threshold) ||
      leaves.some(leaf => leaf.kind === 'output_threshold' && leaf.measure.kind === 'coverage'),
  }
}
