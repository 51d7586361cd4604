import type { Command, ParsedScript, Statement, SyntaxNode } from 'unbash'
import { ownEntry } from '../../std/own-entry.ts'
import { shellScript } from '../../tools/shell/invocation.ts'
import { argumentsOf, contains, readShell } from '../../tools/shell/shell-line.ts'

/** Which exit codes a piece of shell can have, as far as its text shows. */
export interface Outcomes {
  readonly canPass: boolean
  readonly canFail: boolean
  /** Why one of them is impossible; null when both are possible. */
  readonly because: OutcomeReason | null
}

export interface OutcomeReason {
  readonly code:
    | 'always-fails'
    | 'always-succeeds'
    | 'assignment'
    | 'background'
    | 'constant-comparison'
    | 'fixed-output'
    | 'function-definition'
    | 'hides-exit-code'
    | 'if-without-else'
    | 'ignored-by-make'
    | 'lenient-flag'
    | 'lenient-make'
    | 'no-arguments'
    | 'no-limit'
    | 'only-shows'
    | 'opposites'
    | 'runs-nothing'
    | 'success-word'
  /** The command or flag in question; empty when the code is enough. */
  readonly word: string
  /** Right of `||`: it decides, whatever failed before it. */
  readonly afterOr: boolean
}

type OutcomeCode = OutcomeReason['code']

export const outcomeReason = (code: OutcomeCode, word = ''): OutcomeReason => ({ code, word, afterOr: false })

const EITHER: Outcomes = { canPass: true, canFail: true, because: null }
const passes = (code: OutcomeCode, word?: string): Outcomes => ({
  canPass: true,
  canFail: false,
  because: outcomeReason(code, word),
})
const fails = (code: OutcomeCode, word?: string): Outcomes => ({
  canPass: false,
  canFail: true,
  because: outcomeReason(code, word),
})

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
  background ? passes('background') : ofNode(command)

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
      return passes('function-definition')
    default:
      return EITHER
  }
}

/** It is unknown which branch is taken; a condition that fails without an `else` exits with 0. */
function ofIf({ then, elif, else: other }: Extract<SyntaxNode, { type: 'If' }>): Outcomes {
  const last = other ? ofScript(other, false) : passes('if-without-else')
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
  because: left.because ?? right.because,
})

const either = (left: Outcomes, right: Outcomes): Outcomes => ({
  canPass: left.canPass || right.canPass,
  canFail: left.canFail && right.canFail,
  because: right.canFail || right.because === null ? left.because : { ...right.because, afterOr: true },
})

const PASSES: Outcomes = { ...EITHER, canFail: false }

// Lines are run with pipefail: a pipe fails when any of its parts does.
function ofPipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>): Outcomes {
  const piped = node.commands.map(ofNode).reduce(both, PASSES)
  const last = node.commands.at(-1)
  const searches = node.commands.length > 1 && last?.type === 'Command' && searchesForSuccess(last)
  const found = searches ? passes('success-word') : piped
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
    return contains(command, ({ type }) => type === 'CommandExpansion') ? EITHER : passes('assignment')
  const args = argumentsOf(command)
  if (name === 'false') return fails('always-fails', 'false')
  if (name === 'exit' || name === 'return') return ofExit(args[0])
  if (name.startsWith('-')) return passes('ignored-by-make')
  if (ALWAYS.has(name)) return passes('always-succeeds', name)
  if (WITHOUT_ARGUMENTS.has(name) && args.length === 0 && command.redirects.length === 0)
    return passes('no-arguments', name)
  const flag = args.find(argument => LENIENT_FLAGS.test(argument.split('=')[0] ?? '') && !/=false$/.test(argument))
  if (flag) return passes('lenient-flag', flag)
  if (name === 'make' && args.some(argument => /^-(?:i|n|-ignore-errors|-dry-run|-just-print)$/.test(argument)))
    return passes('lenient-make')
  if (
    name === 'git' &&
    /^(?:status|log|show|branch|diff)$/.test(args[0] ?? '') &&
    !args.some(argument => /^--(?:exit-code|quiet|check)$/.test(argument))
  )
    return passes('only-shows', `\`git ${args[0]}\``)
  return ofWords(name, args) ?? ofShell(shellScript(name, args))
}

const ofShell = (script: string | null): Outcomes =>
  script === null ? EITHER : script.trim() === '' ? passes('runs-nothing') : outcomesOf(script)

/** What the words of a command already decide, whatever the state of the project. */
function ofWords(name: string, args: readonly string[]): Outcomes | null {
  const [first, second] = args
  if (args.length === 1 && /^--(?:version|help)$/.test(first ?? '')) return passes('only-shows', first)
  if (/^(?:-e|-c|-p|--eval|--print)$/.test(first ?? '') && second?.trim() === '' && !/^(?:grep|sed|awk)$/.test(name))
    return passes('runs-nothing')
  if (name !== 'test' && name !== '[') return null
  const holds = constantTest(args.filter(argument => argument !== ']'))
  return holds === null ? null : holds ? passes('constant-comparison') : fails('constant-comparison')
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
  return Number(code) === 0 ? passes('hides-exit-code') : fails('always-fails', `exit ${code}`)
}
