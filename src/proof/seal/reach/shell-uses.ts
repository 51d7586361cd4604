import { type Command, type CommandNode, forEachChild, type Pipeline, type SyntaxNode } from 'unbash'
import { argumentsOf, contains } from '../../../tools/shell/shell-line.ts'

/**
 * Where a script calls a command: something reads what it prints, its status decides what happens next, it runs because of what
 * happened before, or none of these.
 */
type Place = 'heard' | 'condition' | 'reaction' | 'plain'

/** One call in a script. */
export interface Use {
  readonly name: string
  readonly words: readonly string[]
  readonly place: Place
  /** Its arguments contain what other code printed. */
  readonly isGivenOutput: boolean
}

/** Every call in a script, with those inside `$(…)`. */
export function usesIn(script: SyntaxNode): readonly Use[] {
  const outputs = outputVariables(script)
  const isOutput = (node: SyntaxNode): boolean =>
    /^(?:CommandExpansion|ProcessSubstitution)$/.test(node.type) ||
    (node.type === 'SimpleExpansion' && (node.text === '$?' || outputs.has(node.text.slice(1)))) ||
    (node.type === 'ParameterExpansion' && outputs.has(node.parameter))
  const uses: Use[] = []
  const walk = (node: SyntaxNode, place: Place): void => {
    if (node.type === 'Command')
      uses.push({
        name: node.name?.value ?? '',
        words: argumentsOf(node),
        place: writesToFile(node) ? 'heard' : place,
        isGivenOutput: node.args.some(arg => contains(arg, isOutput)),
      })
    if (node.type === 'TestCommand')
      uses.push({ name: '[[', words: wordsIn(node), place, isGivenOutput: contains(node, isOutput) })
    forEachChild(node, child => walk(child, placeIn(node, child, place)))
  }
  walk(script, 'plain')
  return uses
}

function wordsIn(node: SyntaxNode): readonly string[] {
  const found: string[] = []
  contains(node, each => {
    if (each.type === 'Word') found.push(each.text)
    return false
  })
  return found
}

/** Variables that hold what a command printed: `out=$(greet)`, and those that `run` of bats sets. */
function outputVariables(script: SyntaxNode): ReadonlySet<string> {
  const found = new Set(['output', 'status', 'lines'])
  contains(script, node => {
    if (node.type === 'Assignment' && contains(node.value, ({ type }) => type === 'CommandExpansion'))
      found.add(node.name)
    return false
  })
  return found
}

const writesToFile = ({ redirects }: Command): boolean =>
  redirects.some(
    one =>
      one.type === 'Redirect' && /^(?:&?>>?|>\|)$/.test(one.operator) && !/^\/dev\//.test(one.target?.value ?? '/dev/'),
  )

function placeIn(node: SyntaxNode, child: SyntaxNode, place: Place): Place {
  if (/^(?:CommandExpansion|ProcessSubstitution)$/.test(node.type) || place === 'heard') return 'heard'
  if (node.type === 'Function') return 'plain'
  if (node.type === 'Pipeline') return placeInPipeline(node, child, place)
  if (node.type === 'AndOr') return child === node.commands[0] ? 'condition' : 'reaction'
  if (node.type === 'If' || node.type === 'Elif') return child === node.clause ? 'condition' : 'reaction'
  if (node.type === 'While' && child === node.clause) return 'condition'
  return node.type === 'CaseItem' ? 'reaction' : place
}

/** What `tee` and `cat` read, nobody compares. */
function placeInPipeline(node: Pipeline, child: SyntaxNode, place: Place): Place {
  const rest = node.commands.slice(node.commands.indexOf(child as CommandNode) + 1)
  if (rest.some(command => command.type !== 'Command' || !/^(?:tee|cat)$/.test(command.name?.value ?? '')))
    return 'heard'
  return node.prefixes.some(({ type }) => type === 'Negation') ? 'condition' : place
}
