import { describe, expect, test } from 'vitest'
import { EXIT } from '../../std/exit-codes.ts'
import { readArguments } from '../arguments.ts'
import { COMMAND_GROUPS } from '../command-entry.ts'
import { commandNamed, commands } from '../commands.ts'
import { flagsOf } from '../flags.ts'
import { commandHelp } from './command-help.ts'
import { generalHelp } from './general-help.ts'

const WIDTHS = [60, 80, 120]

describe('agent-loop --help', () => {
  test('lists every command that has a group once, with the five that matter first', () => {
    const lines = generalHelp(80).split('\n')
    const listed = lines.flatMap(line => /^ {2}([a-z]+) {2,}\S/.exec(line)?.[1] ?? [])
    expect(listed).toEqual(commands.filter(({ group }) => group !== undefined).map(({ name }) => name))
    expect(lines.filter(line => COMMAND_GROUPS.some(group => group === line))).toEqual([...COMMAND_GROUPS])
    expect(commands.filter(({ group }) => group === COMMAND_GROUPS[0])).toHaveLength(5)
  })

  test.each(WIDTHS)('wraps at words in %i columns', columns => {
    expect(tooWide(generalHelp(columns), columns)).toEqual([])
  })
})

describe.each(commands.map(entry => [entry.name, entry] as const))('agent-loop %s --help', (name, entry) => {
  test('has every flag once, examples that the command accepts, and only exit codes of the contract', async () => {
    const command = await entry.load()
    const help = commandHelp(name, command, 80)
    for (const flag of Object.keys(flagsOf(command)))
      expect(help.split('\n').filter(line => new RegExp(`^ {2}(?:-\\w, )?--${flag}(?:,| |$)`).test(line))).toHaveLength(
        1,
      )

    const examples = sectionOf(help, 'Examples').filter(line => line.startsWith('  agent-loop '))
    expect(examples.length).toBeGreaterThanOrEqual(2)
    for (const line of examples) {
      const [program, typed = '', ...rest] = wordsOf(line.trim())
      expect([program, commandNamed(typed)?.name]).toEqual(['agent-loop', name])
      await readArguments(rest, command)
    }

    const codes = sectionOf(help, 'Exit codes').flatMap(line => /^ {2,4}(\d+) {2}/.exec(line)?.[1] ?? [])
    expect(codes).toContain('0')
    for (const code of codes) expect(Object.values(EXIT)).toContain(Number(code))
  })

  test.each(WIDTHS)('wraps at words in %i columns', async columns => {
    expect(tooWide(commandHelp(name, await entry.load(), columns), columns)).toEqual([])
  })
})

/** Prose that is wider than the terminal. Commands stay on one line, so that they can be copied. */
const tooWide = (help: string, columns: number): readonly string[] =>
  help.split('\n').filter(line => line.length > columns && !line.startsWith('  agent-loop '))

function sectionOf(help: string, title: string): readonly string[] {
  const lines = help.split('\n')
  const rest = lines.slice(lines.indexOf(title) + 1)
  const end = rest.indexOf('')
  return end === -1 ? rest : rest.slice(0, end)
}

const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
