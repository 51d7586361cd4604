import { changesShell, contains, readShell } from '../tools/shell/shell-line.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import type { Criterion, LeafOf } from './criterion.ts'
import { describeCriterion } from './describe.ts'

/**
 * One shell line that ends with 0 exactly when the criterion holds. What a shell cannot say (file rules, numbers in an
 * output) becomes a call of `agent-loop verify` with the words for it. A line with pipes sets pipefail, as our own runs do.
 */
export function toShell(criterion: Criterion): string {
  const line = lineOf(criterion)
  return pipes(criterion) ? `set -o pipefail; ${line}` : line
}

function lineOf(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'exit_code':
      return criterion.expect === 0
        ? isolated(criterion.command)
        : `{ ${isolated(criterion.command)}; test "$?" -eq ${criterion.expect}; }`
    case 'output_match':
      return matching(criterion) ?? viaVerify(criterion)
    case 'all_of':
      return criterion.parts.map(part => term(part)).join(' && ')
    case 'any_of':
      return criterion.parts.map(part => term(part)).join(' || ')
    case 'not':
      return `! ${term(criterion.part)}`
    default:
      return viaVerify(criterion)
  }
}

/** As a part of a longer line. */
function term(part: Criterion): string {
  const line = lineOf(part)
  return part.kind === 'all_of' || part.kind === 'any_of' || part.kind === 'not' ? `{ ${line}; }` : line
}

/** Each command has a shell to itself, unless it is so plain that nothing of it can reach the next. */
function isolated(command: string): string {
  const script = readShell(command)
  const only = script?.commands.length === 1 ? script.commands[0] : undefined
  const plain =
    only &&
    !only.background &&
    only.command.type === 'Command' &&
    !changesShell(only.command) &&
    only.end === command.length
  if (plain && !command.includes('\n')) return command
  return /[\n#]/.test(command) ? `(\n${command}\n)` : `( ${command} )`
}

const viaVerify = (criterion: Criterion): string => `agent-loop verify ${shellQuote(wordsFor(criterion))}`

/** A baseline is known only to the loop that measured it, so only the person's words can be shown. */
const wordsFor = (criterion: Criterion): string =>
  criterion.kind === 'output_threshold' && criterion.value === 'baseline'
    ? criterion.said
    : describeCriterion(criterion)

/** A plain text can be left to grep; a JavaScript regular expression cannot. */
function matching({ command, pattern, flags, expect, negated }: LeafOf<'output_match'>): string | null {
  const text = pattern.replace(/\\([\\^$.*+?()[\]{}|/])/g, '$1')
  const literal = !/[\\^$.*+?()[\]{}|\n]/.test(pattern.replace(/\\[\\^$.*+?()[\]{}|/]/g, ''))
  if (!literal || !/^i?$/.test(flags)) return null
  const run = `output=$( { ${isolated(command)}; } 2>&1 )`
  const found = `${negated ? '! ' : ''}grep -q${flags}F -- ${shellQuote(text)} <<<"$output"`
  return expect === null ? `{ ${run}; ${found}; }` : `{ ${run}; test "$?" -eq ${expect} && ${found}; }`
}

function pipes(criterion: Criterion): boolean {
  if ('parts' in criterion) return criterion.parts.some(pipes)
  if (criterion.kind === 'not') return pipes(criterion.part)
  const script = criterion.kind === 'exit_code' ? readShell(criterion.command) : null
  return script !== null && contains(script, node => node.type === 'Pipeline' && node.commands.length > 1)
}
