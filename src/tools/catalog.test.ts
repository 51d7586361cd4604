import { describe, expect, test } from 'vitest'
import { TOOLS } from './catalog.ts'
import { hazardOf } from './commands/hazards.ts'
import { provingLines, purposesOfTool } from './commands/purposes.ts'
import { isTestTool, namedTools, SPOKEN_NAMES, spokenOf, usualCommand } from './commands/tool-names.ts'
import { TOOLS_MEANT } from './protection/free-names.ts'
import { PROGRAMS } from './shell/programs.ts'

const bare = (command: string): string => command.replace(/^npx /, '')

const withCommands = TOOLS.flatMap(({ name, kind, commands }) => (commands ? [{ name, kind, commands }] : []))

/** What each kind of tool is asked for first. */
const MAIN: Readonly<Record<string, readonly string[]>> = {
  'test-runner': ['test'],
  linter: ['lint'],
  formatter: ['format'],
  'type-checker': ['types'],
}

test('no two tools have the same name', () => {
  const names = TOOLS.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('no two tools claim the same program', () => {
  const programs = withCommands.flatMap(({ commands }) => commands.programs?.split(' ') ?? [])
  expect(programs.filter((name, at) => programs.indexOf(name) !== at)).toEqual([])
  expect(programs.filter(program => !PROGRAMS.has(program))).toEqual([])
})

test('no line of a tool is so broad that it matches other programs', () => {
  expect(provedBy('unknown-program --flag')).toEqual([])
})

test('a program that is no tool proves nothing', () => {
  for (const line of ['unknown-program --flag', 'a', 'z --test', 'R', 'my-script lint'])
    expect(purposesOfTool(line)).toBeUndefined()
})

describe('the usual command of a tool', () => {
  for (const { name, kind, commands } of withCommands) {
    const { usual } = commands
    if (usual === undefined) continue
    test(`${name}: \`${usual}\` proves what its kind proves, and is fit to decide`, () => {
      const main = purposesOfTool(bare(usual))?.[0]
      expect(main).toBeDefined()
      if (MAIN[kind]) expect(MAIN[kind]).toContain(main)
      expect(hazardOf(usual)).toBeNull()
      expect(usualCommand(name)).toEqual({ purpose: main, usual })
    })

    test(`${name}: its own patterns match \`${usual}\`, and those of no other tool`, () => {
      expect(provedBy(bare(usual))).toEqual([name])
    })

    if (commands.sign)
      test(`${name}: \`${usual}\` names it`, () => {
        expect(namedTools(usual)).toEqual([name])
        expect(isTestTool(name)).toBe(kind === 'test-runner')
      })
  }
})

/** The tools whose patterns match a line, each asked alone. */
const provedBy = (line: string): string[] =>
  TOOLS.filter(tool => provingLines(tool).some(([pattern]) => pattern.test(line))).map(({ name }) => name)

describe('a line that begins with a program of one tool', () => {
  for (const { name, commands } of withCommands)
    for (const program of commands.programs?.split(' ') ?? [])
      test(`${program} belongs to ${name} and to no other tool`, () => {
        // Subcommands may belong to tools of their own: `cargo clippy`, `dotnet format`.
        expect(provedBy(program).filter(other => other !== name)).toEqual([])
      })
})

describe('commands that rewrite', () => {
  const samples: readonly (readonly [string, string])[] = [
    ['eslint . --fix', 'eslint .'],
    ['ruff format .', 'ruff format --check .'],
    ['cargo fmt', 'cargo fmt --check'],
    ['black .', 'black --check .'],
    ['terraform fmt', 'terraform fmt -check'],
    ['mix format', 'mix format --check-formatted'],
    ['prettier -w .', 'prettier --check .'],
  ]
  for (const [rewrites, looks] of samples)
    test(`${rewrites} rewrites, ${looks} looks only`, () => {
      expect(hazardOf(rewrites)).toBe('rewrites')
      expect(hazardOf(looks)).toBeNull()
    })

  for (const { name, commands } of withCommands)
    for (const [rewrites] of commands.looksOnly ?? [])
      test(`${name}: what ${rewrites.source} matches is known to rewrite`, () => {
        expect(commands.hazards?.rewrites).toBeDefined()
      })
})

describe('a name that people say', () => {
  for (const tool of TOOLS)
    for (const [purpose, spoken] of Object.entries(spokenOf(tool)))
      test(`${tool.name}: ${spoken} is heard as ${purpose}`, () => {
        const [pattern] = SPOKEN_NAMES.find(([, said]) => said === purpose) ?? []
        const plain = /[()]/.test(spoken) ? [] : spoken.split('|')
        for (const one of plain) expect(pattern?.exec(`make ${one} happy`)?.[0]).toBe(one)
        expect(pattern).toBeDefined()
      })
})

test('settings that a task may name are found by the name of the tool', () => {
  expect(TOOLS_MEANT.length).toBeGreaterThan(40)
  for (const { name, commands } of withCommands)
    if (commands.settings && commands.settings.name === undefined)
      expect(
        TOOLS_MEANT.some(meant => meant.name.test(`the ${name} config`)),
        name,
      ).toBe(true)
})
