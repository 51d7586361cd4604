import type { Command, ParsedScript, Statement, SyntaxNode } from 'unbash'
import { ownEntry } from '../../std/own-entry.ts'
import { shellScript } from '../../tools/shell/invocation.ts'
import { argumentsOf, contains, readShell } from '../../tools/shell/shell-line.ts'

/** Which exit codes a piece of shell can have, as far as its text says. */
export interface Outcomes {
  readonly canPass: boolean
  readonly canFail: boolean
  /** Why one of them is impossible. */
  readonly because: string
}

const EITHER: Outcomes = { canPass: true, canFail: true, because: '' }
const passes = (because: string): Outcomes => ({ canPass: true, canFail: false, because })
const fails = (because: string): Outcomes => ({ canPass: false, canFail: true, because })

export function outcomesOf(line: string): Outcomes {
  const script = readShell(line)
  return script ? ofScript(script, /^\s*set\s+-\w*e/m.test(line)) : EITHER
}

function ofScript({ commands }: Pick<ParsedScript, 'commands'>, stopsAtFirst: boolean): Outcomes {
  const last = commands.at(-1)
  if (!last) return EITHER
  if (stopsAtFirst && commands.some(statement => ofStatement(statement).canFail)) return EITHER
  return ofStatement(last)
}

const ofStatement = ({ command, background }: Statement): Outcomes =>
  background ? passes('it runs in the background and nobody waits for its end') : ofNode(command)

function ofNode(node: SyntaxNode): Outcomes {
  switch (node.type) {
    case 'Command':
      return ofCommand(node)
    case 'Pipeline':
      return ofPipeline(node)
    case 'AndOr':
      return node.commands
        .slice(1)
        .reduce(
          (left, right, index) =>
            node.operators[index] === '&&' ? both(left, ofNode(right)) : either(left, ofNode(right)),
          ofNode(node.commands[0] ?? node),
        )
    case 'Subshell':
    case 'BraceGroup':
      return ofScript(node.body, false)
    case 'Redirected':
      return ofNode(node.command)
    case 'If':
      return ofIf(node)
    case 'Function':
      return passes('it only defines a function')
    default:
      return EITHER
  }
}

/** Which branch is taken is open; a condition that fails with no `else` ends well. */
function ofIf({ then, elif, else: other }: Extract<SyntaxNode, { type: 'If' }>): Outcomes {
  const last = other ? ofScript(other, false) : passes('an `if` without `else` ends well when its condition fails')
  const branches = [ofScript(then, false), ...elif.map(branch => ofScript(branch.then, false)), last]
  return {
    canPass: branches.some(({ canPass }) => canPass),
    canFail: branches.some(({ canFail }) => canFail),
    because: last.because,
  }
}

const both = (left: Outcomes, right: Outcomes): Outcomes => ({
  canPass: left.canPass && right.canPass,
  canFail: left.canFail || right.canFail,
  because: [left, right].map(({ because }) => because).find(because => because !== '') ?? '',
})

const either = (left: Outcomes, right: Outcomes): Outcomes => ({
  canPass: left.canPass || right.canPass,
  canFail: left.canFail && right.canFail,
  because: right.canFail ? left.because : `whatever goes wrong before it, ${right.because}`,
})

// Lines are run with pipefail: a pipe fails when any of its parts does.
function ofPipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>): Outcomes {
  const piped = node.commands.map(ofNode).reduce(both, passes(''))
  const last = node.commands.at(-1)
  const searches = node.commands.length > 1 && last?.type === 'Command' && searchesForSuccess(last)
  const found = searches ? passes('it looks for a word of success, which a run with failures prints too') : piped
  const negated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1
  return negated ? { canPass: found.canFail, canFail: found.canPass, because: found.because } : found
}

const searchesForSuccess = (command: Command): boolean =>
  /^(?:e|f|z)?grep$|^rg$|^ag$/.test(command.name?.value ?? '') &&
  argumentsOf(command).some(
    argument =>
      !argument.startsWith('-') &&
      /^\W*(?:pass(?:ed|es|ing)?|ok|success(?:ful)?|succeeded|green|done|✓|✔|tests?)\W*$/i.test(argument),
  )

const ALWAYS = new Set(
  'true : echo printf pwd whoami hostname date sleep uptime env printenv clear export alias history uname id set local declare'.split(
    ' ',
  ),
)
const WITHOUT_ARGUMENTS = new Set('ls cat node python python3 ruby bash sh zsh php perl irb deno bun'.split(' '))
const LENIENT_FLAGS =
  /^--?(?:passWithNoTests|pass-with-no-tests|exit-zero|exit0|no-error|ignore-errors|if-present|allow-empty|no-fail|no-fail-on-error|suppress-exit-code|force-exit-zero|allow-failure|soft-fail)$/

function ofCommand(command: Command): Outcomes {
  const name = command.name?.value
  if (name === undefined)
    return contains(command, ({ type }) => type === 'CommandExpansion') ? EITHER : passes('it only sets a variable')
  const args = argumentsOf(command)
  if (name === 'false') return fails('`false` always fails')
  if (name === 'exit' || name === 'return') return ofExit(args[0])
  if (name.startsWith('-')) return passes('a leading "-" tells make to ignore the failure')
  if (ALWAYS.has(name)) return passes(`\`${name}\` always succeeds`)
  if (WITHOUT_ARGUMENTS.has(name) && args.length === 0 && command.redirects.length === 0)
    return passes(`\`${name}\` without arguments has nothing to do`)
  const flag = args.find(argument => LENIENT_FLAGS.test(argument.split('=')[0] ?? '') && !/=false$/.test(argument))
  if (flag) return passes(`${flag} makes it succeed when there is nothing to check or something is wrong`)
  if (name === 'make' && args.some(argument => /^-(?:i|n|-ignore-errors|-dry-run|-just-print)$/.test(argument)))
    return passes('make is told to ignore errors or to run nothing')
  if (
    name === 'git' &&
    /^(?:status|log|show|branch|diff)$/.test(args[0] ?? '') &&
    !args.some(argument => /^--(?:exit-code|quiet|check)$/.test(argument))
  )
    return passes(`\`git ${args[0]}\` only shows something`)
  return ofWords(name, args) ?? ofShell(shellScript(name, args))
}

const ofShell = (script: string | null): Outcomes =>
  script === null ? EITHER : script.trim() === '' ? passes('it runs nothing') : outcomesOf(script)

/** What the words of a command decide already, whatever the work is like. */
function ofWords(name: string, args: readonly string[]): Outcomes | null {
  const [first, second] = args
  if (args.length === 1 && /^--(?:version|help)$/.test(first ?? '')) return passes(`${first} only shows something`)
  if (/^(?:-e|-c|-p|--eval|--print)$/.test(first ?? '') && second?.trim() === '' && !/^(?:grep|sed|awk)$/.test(name))
    return passes('it runs nothing')
  if (name !== 'test' && name !== '[') return null
  const holds = constantTest(args.filter(argument => argument !== ']'))
  return holds === null
    ? null
    : holds
      ? passes('it compares what never changes')
      : fails('it compares what never changes')
}

const comparisons: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '-eq': (left, right) => Number(left) === Number(right),
  '-ne': (left, right) => Number(left) !== Number(right),
  '-lt': (left, right) => Number(left) < Number(right),
  '-le': (left, right) => Number(left) <= Number(right),
  '-gt': (left, right) => Number(left) > Number(right),
  '-ge': (left, right) => Number(left) >= Number(right),
}

function constantTest(words: readonly string[]): boolean | null {
  if (words.some(word => /[$`*?]/.test(word))) return null
  const [left = '', operator = '', right = ''] = words
  if (words.length === 2 && /^-[nz]$/.test(left)) return (operator !== '') === (left === '-n')
  return words.length === 3 ? (ownEntry(comparisons, operator)?.(left, right) ?? null) : null
}

function ofExit(code: string | undefined): Outcomes {
  if (code === undefined || !/^\d+$/.test(code)) return EITHER
  return Number(code) === 0 ? passes('`exit 0` hides what happened before') : fails(`\`exit ${code}\` always fails`)
}
