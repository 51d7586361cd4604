import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { pieces } from '../../tools/shell/shell-text.ts'
import { type Criterion, type Leaf, leavesOf } from '../criterion.ts'
import { stateAskedFor } from './asks-for-state.ts'
import { purposesOfCommand } from './command-purposes.ts'

/**
 * Whether a task asks for the state that this criterion measures, and for nothing else. Passing tests are no clean lint, and only an
 * inferred criterion has every check that "CI" or "everything" means.
 */
export function asksForExactly(task: string, criterion: Criterion, inferred = false): boolean {
  const leaves = leavesOf(criterion)
  const commands = leaves.flatMap(leaf => ('command' in leaf ? [leaf.command] : []))
  const asked = stateAskedFor(task, commands)
  if (asked === null || namesOther(task, commands)) return false
  const { percent, purposes } = asked
  if (percent !== null) return leaves.some(leaf => requires(leaf, percent))
  if (asked.everything && !inferred) return false
  const run = commands.flatMap(command => pieces(command).map(({ text }) => spelled(text)))
  if (!asked.commands.every(command => run.includes(spelled(command)))) return false
  if (purposes.length === 0 && !asked.everything && !asked.namesCriterion && asked.commands.length === 0) return false
  const measured = leaves.flatMap(purposesOf)
  // A file that exists shows nothing about tests, types, or a build.
  if (measured.length === 0 && commands.length > 0) return true
  return purposes.every(want => measured.some(purpose => ALIKE[want].includes(purpose)))
}

/** `npm run test` and `npm t` are `npm test`. */
const spelled = (command: string): string =>
  command
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(npm|pnpm|yarn|bun) run[ -](?=\S)/, '$1 ')
    .replace(/^(npm|pnpm|yarn) t(?=\s|$)/, '$1 test')

/** A command with arguments that the criterion does not run: `npm test -- --coverage` is not `npm test`. */
const namesOther = (task: string, commands: readonly string[]): boolean =>
  [...task.matchAll(/`([^`]+)`/g)].some(
    ([, text = '']) => /\s/.test(text) && !commands.some(command => command.includes(text)),
  )

/** Commands whose purpose is unknown may measure anything. */
const purposesOf = (leaf: Leaf): readonly Purpose[] =>
  'command' in leaf ? pieces(leaf.command).flatMap(({ text }) => purposesOfCommand(text)) : []

/** A build checks types in many projects, and a linter the format. */
const ALIKE: Readonly<Record<Purpose, readonly Purpose[]>> = {
  test: ['test'],
  lint: ['lint', 'format'],
  format: ['format', 'lint'],
  types: ['types', 'build'],
  build: ['build', 'types'],
  coverage: ['coverage'],
  docs: ['docs'],
}

/** A command that only measures coverage passes at any value. */
const requires = (leaf: Leaf, percent: string): boolean =>
  leaf.kind === 'output_threshold'
    ? leaf.value !== 'baseline' && leaf.value >= Number(percent)
    : 'command' in leaf &&
      new RegExp(`${THRESHOLD}["']?${percent.replace('.', '\\.')}(?![\\d.])`, 'i').test(leaf.command)

/** `--cov-fail-under=80`, `--lines 80`, `-DminimumCoverage=80`: a number of any other flag is no threshold. */
const THRESHOLD = '(?:cov|under|thresh|min|line|branch|statement|function)[\\w.:{"\'-]*?(?:\\s*[=:]\\s*|\\s+)'
