import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { purposeOfName } from '../../tools/commands/script-names.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { pieces } from '../../tools/shell/shell-text.ts'
import { type Criterion, type Leaf, leavesOf } from '../criterion.ts'
import { asksForState } from './asks-for-state.ts'
import { readTask } from './read-task.ts'

/** Whether a task asks for the state that this criterion measures, and for nothing else. Passing tests are no clean lint. */
export function asksForExactly(task: string, criterion: Criterion): boolean {
  const leaves = leavesOf(criterion)
  const commands = leaves.flatMap(leaf => ('command' in leaf ? [leaf.command] : []))
  // "until node --test passes": the command is one word, whatever its words are.
  const spoken = task.replaceAll('`', '')
  const named = commands.filter(command => command.includes(' ') && spoken.includes(command))
  const sentence = named.reduce((text, command) => text.replaceAll(command, ' `./check` '), spoken)
  if (!asksForState(named.length > 0 ? sentence : task)) return false
  if (named.length > 0) return true
  const percent = /\bcoverage\b/i.test(task) ? /(\d+(?:\.\d+)?)\s*(?:%|percent)?/.exec(task)?.[1] : undefined
  if (percent !== undefined) return leaves.some(leaf => requires(leaf, percent))
  const asked = readTask(task)
  const measured = leaves.flatMap(purposesOf)
  if (asked === null || asked.class === 'regression-gate' || measured.length === 0) return true
  return asked.wants.some(want => measured.some(purpose => ALIKE[want].includes(purpose)))
}

/** Commands whose purpose is unknown may measure anything. */
const purposesOf = (leaf: Leaf): readonly Purpose[] =>
  'command' in leaf ? pieces(leaf.command).flatMap(({ text }) => purposesOfCommand(text)) : []

function purposesOfCommand(command: string): readonly Purpose[] {
  const tool = purposesOfTool(unwrap(command))
  if (tool !== undefined) return tool
  const script = purposeOfName(referenceIn(command)?.name ?? '')
  return script === null ? [] : [script]
}

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
    : 'command' in leaf && new RegExp(`(?<![\\d.])${percent.replace('.', '\\.')}(?![\\d.])`).test(leaf.command)
