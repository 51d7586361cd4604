import { unreachable } from '../std/unreachable.ts'
import { type Outcomes, outcomesOf } from './clauses/outcomes.ts'
import { roleNamed } from './clauses/roles.ts'
import { verdictsAtEnd } from './clauses/verdict-words.ts'
import type { Criterion, Leaf } from './criterion.ts'
import type { CommandBook } from './reading.ts'
import { type Hazard, hazards } from './shell/hazards.ts'
import { invocationsIn } from './shell/invocation.ts'
import { contains, readShell } from './shell/shell-line.ts'

export interface Warning {
  readonly code: 'cannot_fail' | 'cannot_pass' | 'forgets_failures' | 'wider_than_said' | Hazard
  /** The command, or the clause, that it is about. */
  readonly part: string
  readonly says: string
}

/** What may keep a criterion from proving anything; read from the shell's own tree of each command. */
export function warningsAbout(criterion: Criterion, commands: CommandBook): readonly Warning[] {
  const all = ofTree(criterion, false, commands)
  return all.filter(
    (warning, index) => all.findIndex(other => other.code === warning.code && other.part === warning.part) === index,
  )
}

function ofTree(criterion: Criterion, negated: boolean, commands: CommandBook): readonly Warning[] {
  switch (criterion.kind) {
    case 'all_of':
    case 'any_of':
      return criterion.parts.flatMap(part => ofTree(part, negated, commands))
    case 'not':
      return ofTree(criterion.part, !negated, commands)
    default:
      return ofLeaf(criterion, negated, commands)
  }
}

function ofLeaf(leaf: Leaf, negated: boolean, commands: CommandBook): readonly Warning[] {
  if (!('command' in leaf)) return []
  const part = leaf.command
  const { canPass, canFail, because } = negated ? opposite(outcomesFor(leaf)) : outcomesFor(leaf)
  const said: Warning[] = []
  if (!canFail) said.push({ code: 'cannot_fail', part, says: `It holds whatever the work is like: ${because}.` })
  if (!canPass) said.push({ code: 'cannot_pass', part, says: `It can never hold: ${because}.` })
  if (forgetsFailures(part))
    said.push({
      code: 'forgets_failures',
      part,
      says: 'Only the last of these commands counts; join them with && or AND.',
    })
  return [...said, ...hazardsIn(part), ...widerThanSaid(leaf, commands)]
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
      // The output decides, so a hidden exit code does no harm; a text that the line itself fixes does.
      const fixed = /^\s*(?:echo|printf)\s[^$`|;&<>]*$/.test(leaf.command)
      return { canPass: true, canFail: !fixed, because: 'it prints what it is told to print' }
    }
    default:
      return unreachable(leaf)
  }
}

function forgetsFailures(line: string): boolean {
  const script = readShell(line)
  if (!script || script.commands.length < 2 || /^\s*set\s+-\w*e/m.test(line)) return false
  const earlier = script.commands.slice(0, -1)
  return earlier.some(
    ({ command, background }) =>
      !background &&
      outcomesOf(line.slice(command.pos, command.end)).canFail &&
      !isStep(line.slice(command.pos, command.end)),
  )
}

/** Moving somewhere or setting a variable is no check of its own. */
const isStep = (text: string): boolean => /^(?:cd|export|source|\.|set|pushd|rm|mkdir|touch|\w+=)/.test(text)

function hazardsIn(line: string): readonly Warning[] {
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
  const all = endless ? [...found, { code: 'never_ends' as const, says: 'Its loop has no end of its own.' }] : found
  return all.map(({ code, says }) => ({ code, part: line, says }))
}

/** "the auth tests pass" runs all tests: that proves more than was said, and may fail for another reason. */
function widerThanSaid(leaf: Leaf, commands: CommandBook): readonly Warning[] {
  if (leaf.kind !== 'exit_code') return []
  const mention = verdictsAtEnd(leaf.said)
    .map(({ subject }) => roleNamed(subject))
    .find(found => found !== null)
  if (!mention?.qualifier || commands[mention.role] !== leaf.command) return []
  return [
    {
      code: 'wider_than_said',
      part: leaf.command,
      says: `It checks everything, not only "${mention.qualifier}"; name a narrower command if that is meant.`,
    },
  ]
}
