import { type Command, forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash'

/** A text parsed as shell; null when it is not. Most prose is valid shell, so this alone does not make it a command. */
export function readShell(text: string): ParsedScript | null {
  const script = parse(text)
  return script.commands.length === 0 || hasErrors(script) ? null : script
}

function hasErrors(node: SyntaxNode): boolean {
  if ((node.type === 'Script' && (node.errors?.length ?? 0) > 0) || node.type === 'HereDoc') {
    if (node.type === 'Script' || node.closing === undefined) return true
  }
  let found = false
  forEachChild(node, child => {
    found ||= hasErrors(child)
  })
  return found
}

/** Every simple command, substitutions included. */
export function simpleCommands(node: SyntaxNode): readonly Command[] {
  const found: Command[] = node.type === 'Command' ? [node] : []
  forEachChild(node, child => {
    found.push(...simpleCommands(child))
  })
  return found
}

/** The simple commands that the line itself is made of, without those inside `$(…)`. */
export function ownCommands(node: SyntaxNode): readonly Command[] {
  if (node.type === 'Command') return [node]
  const found: Command[] = []
  forEachChild(node, child => {
    if (child.type !== 'Word' && child.type !== 'Assignment') found.push(...ownCommands(child))
  })
  return found
}

export function contains(node: SyntaxNode, wanted: (node: SyntaxNode) => boolean): boolean {
  if (wanted(node)) return true
  let found = false
  forEachChild(node, child => {
    found ||= contains(child, wanted)
  })
  return found
}

export const argumentsOf = (command: Command): readonly string[] =>
  command.args.map(argument => (argument.type === 'Word' ? argument.value : argument.text))

/** The parts of `a && b` that can be run and reported each on its own; the whole line when they need one shell. */
export function independentParts(text: string): readonly string[] {
  const script = readShell(text)
  const statement = script?.commands[0]
  if (!script || !statement || script.commands.length > 1 || statement.background) return [text]
  const list = statement.command
  if (list.type !== 'AndOr' || list.operators.some(operator => operator !== '&&')) return [text]
  if (contains(list, ({ type }) => type === 'HereDoc')) return [text]
  if (list.commands.slice(0, -1).some(changesShell) || contains(list, readsLastStatus)) return [text]
  return list.commands.map(part => text.slice(part.pos, part.end))
}

// What these leave behind lives in the shell that ran them, and the next command may need it.
const stateful = new Set(
  '. source cd pushd popd export set unset shopt alias unalias eval exec umask ulimit trap declare typeset local readonly read mapfile readarray let hash nvm conda mamba workon deactivate module exit return wait disown enable use'.split(
    ' ',
  ),
)

/** Whether a command leaves something in the shell that runs it: a directory, a variable, a function, an end. */
export function changesShell(node: SyntaxNode): boolean {
  if (node.type === 'Command') return node.name === undefined || stateful.has(node.name.value)
  if (node.type === 'Subshell') return false
  if (node.type === 'Function' || node.type === 'Coproc' || node.type === 'ArithmeticCommand') return true
  // Each part of a real pipeline runs in a shell of its own.
  if (node.type === 'Pipeline' && node.commands.length > 1) return false
  let found = false
  forEachChild(node, child => {
    if (child.type !== 'Word' && child.type !== 'Assignment') found ||= changesShell(child)
  })
  return found
}

const readsLastStatus = (node: SyntaxNode): boolean => node.type === 'SimpleExpansion' && /^\$[?!_]$/.test(node.text)
