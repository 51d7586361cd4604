import { fail, ok, type Result } from '../../std/result.ts'
import { ownCommands, readShell } from '../../tools/shell/shell-line.ts'
import { readClause } from '../clauses/clause.ts'
import { readShellClause } from '../clauses/command-clauses.ts'
import { commandVerdicts } from '../clauses/verdict-position.ts'
import { allOf, anyOf, type Criterion } from '../criterion.ts'
import { type CommandBook, type ParseProblem, unreadable } from '../reading.ts'
import { awaitsText, looksLikeCommand } from '../shell/command-likeness.ts'
import { type Connective, type Cut, cutAt, singular, writtenOut } from './connectives.ts'
import { carried } from './ellipsis.ts'
import { masked, tidied, unquoted, withoutLeadIn, words } from './prose.ts'

type Read = Result<Criterion, ParseProblem>

const LOOSEST_FIRST: readonly Connective[] = ['unless', 'or', 'and', 'shell_or', 'shell_and']

/** Clauses and what joins them. A line that is entirely shell is one clause, with all its operators. */
export function readExpression(text: string, commands: CommandBook, connectives = LOOSEST_FIRST): Read {
  const sentence = peeled(text)
  // Inside parentheses and after "either", any connective may follow again.
  const joins = isWrapped(text) || /^either\b/i.test(sentence) ? LOOSEST_FIRST : connectives
  const shell = isShellLine(sentence) ? readShellClause(sentence, commands) : null
  if (shell) return shell
  const written = writtenOut(sentence)
  let refusal: ParseProblem | null = null
  for (const [index, connective] of joins.entries()) {
    const found = cutAt(written, connective)
    if (found.length < 2) continue
    const cuts = connective === 'or' || connective === 'and' ? found.map(sharingVerb) : found
    const list: List = { written, cuts, connective, commands, tighter: joins.slice(index + 1) }
    const read = readList(list)
    if (read.ok || read.error.kind !== 'unreadable') return read
    refusal ??= read.error
  }
  const denied = DENIED.exec(written)
  const clause = denied
    ? opposite(readExpression(written.slice(denied[0].length), commands))
    : readClause(written, commands)
  return clause.ok || refusal === null || clause.error.kind !== 'unreadable' ? clause : fail(refusal)
}

const sharingVerb = (cut: Cut, index: number, { length }: readonly Cut[]): Cut =>
  index === length - 1 ? { ...cut, text: singular(cut.text) } : cut

const DENIED = /^(?:not|it is not the case that|it must not be that)\s+(?=\S)/i

const opposite = (read: Read): Read =>
  read.ok ? ok(read.value.kind === 'not' ? read.value.part : { kind: 'not', part: read.value }) : read

/** "$? is 0 after npm test" contains a shell variable and is still a sentence. */
const STATUS_AFTER = /^\$\?\s*(?:is|equals|==?|must be|should be)\s*(\d{1,3})\s+after\s+(?:running\s+)?(\S.*)$/is

function peeled(text: string): string {
  const sentence = withoutLeadIn(tidied(text)).replace(STATUS_AFTER, '$2 exits $1')
  return isWrapped(sentence) ? peeled(sentence.slice(1, -1)) : sentence
}

const isWrapped = (text: string): boolean =>
  /^\((?!\()[\s\S]*\)$/.test(text.trim()) && /^\(\uE000*\)$/.test(masked(text.trim()))

/** The whole text is one shell line: it has operators, every command in it is one, and no verdict is in the middle. */
function isShellLine(sentence: string): boolean {
  return [...commandVerdicts(sentence).map(({ subject }) => subject), sentence].some(candidate => {
    const quoted = unquoted(candidate)
    // A backtick at the start quotes a command in a sentence; nobody starts a line with a substitution.
    if (!quoted && candidate.startsWith('`')) return false
    const line = quoted?.inner ?? candidate
    const script = readShell(line)
    if (!script || !looksLikeCommand(line) || awaitsText(line)) return false
    const commands = ownCommands(script)
    const several = script.commands.length > 1 || script.commands.some(({ command }) => command.type !== 'Command')
    const multiline = script.commands.length > 1 && plainLines(line)
    if (!several && !/<<|\\\n/.test(line)) return false
    return (
      !multiline &&
      !commands.some(command => judgesItself(line.slice(command.pos, command.end))) &&
      !speaks(masked(line))
    )
  })
}

const judgesItself = (part: string): boolean =>
  commandVerdicts(part).some(
    ({ subject }) => looksLikeCommand(subject) && !awaitsText(subject) && words(subject).length < words(part).length,
  )

/** `and`, `or`, and a comma before a space are words of a sentence; a shell does not use them. */
const speaks = (line: string): boolean => /(?:^|\s)(?:and|or|but|unless)(?:\s|$)|,\s/i.test(line)

/** Several complete lines are a list of commands that must all succeed; a shell would keep only the last exit code. */
function plainLines(text: string): boolean {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length < 2) return false
  return lines.every(line => {
    const script = readShell(line)
    return script?.commands.length === 1 && looksLikeCommand(line) && !STATEFUL.test(line) && !/\\$|<</.test(line)
  })
}

const STATEFUL = /^\s*(?:cd|export|set|source|\.|\w+=\S*$|pushd|eval|unset|shopt|trap|alias)(?:\s|$)/

interface List {
  readonly written: string
  readonly cuts: readonly Cut[]
  readonly connective: Connective
  readonly commands: CommandBook
  readonly tighter: readonly Connective[]
}

function readList(list: List): Read {
  const parts = readParts(list)
  const refused = parts.find(part => !part.ok && part.error.kind !== 'unreadable')
  const unread = parts.findIndex(part => !part.ok && part.error.kind === 'unreadable')
  if (unread === -1) return refused ?? joined(list.connective, parts)
  const merged = refused ? null : readMerged(list, parts)
  return merged ? joined(list.connective, merged) : (parts[unread] ?? fail(unreadable('', { code: 'nothing' })))
}

function readParts({ written, cuts, commands, tighter, connective }: List): readonly Read[] {
  const parts: Read[] = []
  const last = cuts.at(-1)?.text ?? ''
  const shared = !written.endsWith(last)
  for (const [index, cut] of cuts.entries()) {
    const alone = readExpression(cut.text, commands, tighter)
    const next = cuts[index + 1]
    // "thorough, coverage > 80%": the part after the comma measures the part before it.
    if (!alone.ok && next && SUFFIXED.test(cut.text) && written.slice(cut.to, next.from).trim() === ',') continue
    const context = { before: cuts[index - 1]?.text ?? null, last, connective, shared }
    const completions = carried(cut.text, context, alone.ok)
    const completed = completions.map(text => readExpression(text, commands, tighter)).find(read => read.ok)
    const previous = parts.at(-1)
    const together =
      completed?.ok && previous?.ok && connective === 'and' ? inOneRun(previous.value, completed.value) : null
    if (together) parts[parts.length - 1] = ok(together)
    else parts.push(completed ?? alone)
  }
  return parts
}

const SUFFIXED = /\b(?:complete|thorough|comprehensive)(?:ly)?\b/i

/** "exits 0 and prints ok" is one run of the command, not two; "passes and exits 0" says one thing twice. */
function inOneRun(first: Criterion, second: Criterion): Criterion | null {
  if (first.kind === 'output_match' && second.kind === 'exit_code' && first.expect === null)
    return first.command === second.command ? { ...first, expect: second.expect } : null
  if (first.kind !== 'exit_code' || !('command' in second) || first.command !== second.command) return null
  if (second.kind === 'exit_code') return second.expect === first.expect ? first : null
  if (second.kind !== 'output_match') return null
  return second.expect === null || second.expect === first.expect
    ? { ...second, expect: first.expect, said: `${first.said} and ${second.said}` }
    : null
}

const MOST_PARTS = 10

/** Rejoins a part that means nothing on its own with its neighbors: the comma was inside a command or a text. */
function readMerged({ written, cuts, commands, tighter }: List, parts: readonly Read[]): readonly Read[] | null {
  if (cuts.length > MOST_PARTS || parts.length !== cuts.length) return null
  const best: (readonly Read[] | null)[] = [[]]
  for (let end = 1; end <= cuts.length; end += 1) {
    let found: readonly Read[] | null = null
    for (let start = end - 1; start >= 0; start -= 1) {
      const before = best[start]
      const [first, last] = [cuts[start], cuts[end - 1]]
      if (!before || !first || !last) continue
      const read =
        start === end - 1
          ? parts[start]
          : mergedClause(written.slice(first.from, last.to), parts.slice(start, end), { commands, tighter })
      if (read?.ok && (!found || before.length + 1 > found.length)) found = [...before, read]
    }
    best.push(found)
  }
  return best.at(-1) ?? null
}

function mergedClause(
  text: string,
  parts: readonly Read[],
  { commands, tighter }: Pick<List, 'commands' | 'tighter'>,
): Read | null {
  // A whole sentence that could not be read is not part of another quotation.
  const longest = Math.max(...parts.map(part => (part.ok ? 0 : words(part.error.phrase).length)))
  const read = readExpression(text, commands, tighter)
  return read.ok && (longest <= 3 || read.value.kind === 'exit_code') ? read : null
}

function joined(connective: Connective, parts: readonly Read[]): Read {
  const criteria = parts.flatMap(part => (part.ok ? [part.value] : []))
  const any = connective === 'or' || connective === 'shell_or' || connective === 'unless'
  return ok(any ? anyOf(criteria) : allOf(criteria))
}
