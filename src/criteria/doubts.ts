import { unreachable } from '../std/unreachable.ts'
import { type CriterionHazard, hazards } from '../tools/shell/hazards.ts'
import { invocationsIn } from '../tools/shell/invocation.ts'
import { contains, readShell } from '../tools/shell/shell-line.ts'
import { type OutcomeReason, type Outcomes, outcomeReason, outcomesOf } from './clauses/outcomes.ts'
import { roleNamed } from './clauses/roles.ts'
import { verdictsAtEnd } from './clauses/verdict-words.ts'
import { type Criterion, type Leaf, leavesOf } from './criterion.ts'
import type { CommandBook } from './reading.ts'

/** Why a criterion may prove nothing. `part` is the command or the clause in question. */
export type CriterionDoubt = { readonly part: string } & (
  | { readonly code: 'cannot_fail' | 'cannot_pass'; readonly because: OutcomeReason }
  | { readonly code: 'forgets_failures' }
  | { readonly code: 'suspicious_threshold'; readonly value: number }
  | { readonly code: 'wider_than_said'; readonly narrower: string }
  | { readonly code: 'never_ends'; readonly endlessLoop: true }
  /** A hazard from the table of programs, with the words of its rule. */
  | { readonly code: CriterionHazard; readonly says: string }
)

/** Read from the shell syntax tree of each command. */
export function doubtsAbout(criterion: Criterion, commands: CommandBook): readonly CriterionDoubt[] {
  const all = ofTree(criterion, false, commands)
  return all.filter(
    (doubt, index) => all.findIndex(other => other.code === doubt.code && other.part === doubt.part) === index,
  )
}

function ofTree(criterion: Criterion, negated: boolean, commands: CommandBook): readonly CriterionDoubt[] {
  switch (criterion.kind) {
    case 'all_of':
    case 'any_of':
      return [...contradiction(criterion, negated), ...criterion.parts.flatMap(part => ofTree(part, negated, commands))]
    case 'not':
      return ofTree(criterion.part, !negated, commands)
    default:
      return ofLeaf(criterion, negated, commands)
  }
}

/** "a passes or a fails" is always true, and with "and" never. */
function contradiction(
  criterion: Extract<Criterion, { parts: readonly Criterion[] }>,
  negated: boolean,
): readonly CriterionDoubt[] {
  const said = criterion.parts.map(withoutWords)
  const denied = criterion.parts.flatMap(part => (part.kind === 'not' ? [withoutWords(part.part)] : []))
  if (!denied.some(part => said.includes(part))) return []
  const always = (criterion.kind === 'any_of') !== negated
  const part = leavesOf(criterion)[0]?.said ?? ''
  return [{ code: always ? 'cannot_fail' : 'cannot_pass', part, because: outcomeReason('opposites') }]
}

const withoutWords = (criterion: Criterion): string =>
  JSON.stringify(criterion, (key, value: unknown) => (key === 'said' ? undefined : value))

/** A minimum that every value reaches, and a percentage that looks like a fraction. */
function ofLimit(leaf: Leaf): readonly CriterionDoubt[] {
  if (leaf.kind !== 'output_threshold' && leaf.kind !== 'file_count') return []
  if (typeof leaf.value !== 'number') return []
  const never = leaf.value < 0 || (leaf.value === 0 && leaf.is === 'at_least')
  const percent = leaf.kind === 'output_threshold' && (leaf.measure.kind === 'coverage' || leaf.unit === 'percent')
  if (never && /^(?:at_least|above)$/.test(leaf.is) && (percent || leaf.kind === 'file_count'))
    return [{ code: 'cannot_fail', part: leaf.said, because: outcomeReason('no-limit') }]
  if (!percent || leaf.value <= 0 || leaf.value > 1) return []
  return [{ code: 'suspicious_threshold', part: leaf.said, value: leaf.value }]
}

function ofLeaf(leaf: Leaf, negated: boolean, commands: CommandBook): readonly CriterionDoubt[] {
  if (!('command' in leaf)) return ofLimit(leaf)
  const part = leaf.command
  const { canPass, canFail, because } = negated ? opposite(outcomesFor(leaf)) : outcomesFor(leaf)
  const doubts: CriterionDoubt[] = []
  if (!canFail && because !== null) doubts.push({ code: 'cannot_fail', part, because })
  if (!canPass && because !== null) doubts.push({ code: 'cannot_pass', part, because })
  if (forgetsFailures(part)) doubts.push({ code: 'forgets_failures', part })
  return [...doubts, ...ofLimit(leaf), ...hazardsIn(part), ...widerThanSaid(leaf, commands)]
}

const opposite = ({ canPass, canFail, because }: Outcomes): Outcomes => ({
  canPass: canFail,
  canFail: canPass,
  because,
})

function outcomesFor(leaf: Extract<Leaf, { command: string }>): Outcomes {
  const outcomes = outcomesOf(leaf.command)
  switch (leaf.kind) {
    case 'exit_code':
      if (leaf.expect === 0) return outcomes
      return { ...opposite(outcomes), canPass: outcomes.canFail, canFail: true }
    case 'no_new_failures':
      return outcomes
    case 'output_match':
    case 'output_threshold': {
      // The output decides, so a hidden exit code does no harm; a text that the line itself prints does.
      const fixed = /^\s*(?:echo|printf)\s[^$`|;&<>]*$/.test(leaf.command)
      return { canPass: true, canFail: !fixed, because: outcomeReason('fixed-output') }
    }
    default:
      return unreachable(leaf)
  }
}

function forgetsFailures(line: string): boolean {
  const script = readShell(line)
  if (!script || /^\s*set\s+-\w*e/m.test(line)) return false
  return contains(script, node => {
    const statements =
      node.type === 'Script'
        ? node.commands
        : node.type === 'BraceGroup' || node.type === 'Subshell'
          ? node.body.commands
          : []
    return statements.slice(0, -1).some(({ command, background }) => {
      const text = line.slice(command.pos, command.end)
      return !background && outcomesOf(text).canFail && !isStep(text)
    })
  })
}

/** Changing the directory or setting a variable is not a check. */
const isStep = (text: string): boolean => /^(?:cd|export|source|\.|set|pushd|rm|mkdir|touch|\w+=)/.test(text)

function hazardsIn(line: string): readonly CriterionDoubt[] {
  const found = invocationsIn(line).flatMap(invocation => hazards(invocation))
  const script = readShell(line)
  const endless =
    script !== null &&
    contains(
      script,
      node =>
        node.type === 'While' &&
        /^(?:true|:)$/.test(line.slice(node.clause.pos, node.clause.end).replace(/[;\s]+$/, '')),
    )
  const doubts = found.map(({ code, says }): CriterionDoubt => ({ code, part: line, says }))
  return endless ? [...doubts, { code: 'never_ends', part: line, endlessLoop: true }] : doubts
}

/** "the auth tests pass" runs all tests: that proves more than required, and may fail for another reason. */
function widerThanSaid(leaf: Leaf, commands: CommandBook): readonly CriterionDoubt[] {
  if (leaf.kind !== 'exit_code') return []
  const mention = verdictsAtEnd(leaf.said)
    .map(({ subject }) => roleNamed(subject))
    .find(found => found !== null)
  const place = ofOneFile(leaf, commands)
  const narrower = place ?? (mention && commands[mention.role] === leaf.command ? mention.qualifier : null)
  if (narrower === null) return []
  return [{ code: 'wider_than_said', part: leaf.command, narrower }]
}

/** "src/app.ts has no type errors" names one file, and the project's command checks all of them. */
function ofOneFile({ said, command }: Extract<Leaf, { command: string }>, commands: CommandBook): string | null {
  const path = /^`?([\w./@-]+)`?\s+(?:\w+\s+)*(?:no|zero|0|free of|without|any|have|contain)\s/.exec(said)?.[1]
  return path && /[./]/.test(path) && !command.includes(path) && Object.values(commands).includes(command) ? path : null
}
