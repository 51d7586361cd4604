import { changesShell, contains, readShell } from '../tools/shell/shell-line.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { coverageLine } from './coverage-to-shell.ts'
import type { Criterion, LeafOf } from './criterion.ts'
import { describeCriterion } from './describe.ts'
import { fileLine, symbolLine } from './files-to-shell.ts'

/**
 * One line for bash that ends with 0 when the criterion holds. What grep and test cannot say (numbers in an output, rules about many
 * files) becomes a call of `agent-loop verify` with the words for it. A comparison with the start of a loop fails, and says what is
 * missing. A line with pipes sets pipefail, as our own runs do.
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
    case 'files':
      return fileLine(criterion) ?? viaVerify(criterion)
    case 'symbol':
      return symbolLine(criterion)
    case 'changed':
      return `test -n "$(git status --porcelain${criterion.path === null ? '' : ` -- ${shellQuote(criterion.path)}`})"`
    case 'output_threshold':
      return thresholdLine(criterion)
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

function thresholdLine(criterion: LeafOf<'output_threshold'>): string {
  if (criterion.value === 'baseline') return withoutStart(criterion)
  return (criterion.measure.kind === 'coverage' ? coverageLine(criterion) : null) ?? viaVerify(criterion)
}

/** Only the loop knows what the value was, so the line must not pass without it. */
const withoutStart = ({ command, measure }: LeafOf<'output_threshold'>): string =>
  `${isolated(command)} && { echo ${shellQuote(`agent-loop: the ${measure.kind === 'tests' ? 'number of tests' : 'value'} from before the first turn is missing; only a loop can compare`)} >&2; false; }`

const viaVerify = (criterion: Criterion): string => `agent-loop verify ${shellQuote(describeCriterion(criterion))}`

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
