import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { commandNamed, commands } from '../../src/cli/commands.ts'
import { flagsOf } from '../../src/cli/flags.ts'
import { SETTING_NAMES } from '../../src/run/settings/settings.ts'
import { commandsOf, type DocumentedCommand, wordsOf } from './command-lines.ts'
import { anchorsOf, linksOf, PAGES, type Page, pageNamed, passagesOf, root } from './markdown.ts'

describe('links', () => {
  const brokenIn = (page: Page): readonly string[] =>
    linksOf(page).flatMap(link => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page.path : normalize(join(dirname(page.path), file))
      if (!existsSync(join(root, target))) return [`${page.path}: ${link}: no such file`]
      return anchor === undefined || anchorsOf(pageNamed(target)).includes(anchor)
        ? []
        : [`${page.path}: ${link}: no such heading`]
    })

  test('all lead to files and headings that exist', () => {
    expect(PAGES.flatMap(brokenIn)).toEqual([])
  })

  test('a broken one is found', () => {
    const text = '[a](docs/nothing.md) [b](docs/proof.md#nothing) [c](docs/proof.md#findings) `[d](nowhere.md)`'
    expect(brokenIn({ path: 'README.md', text })).toEqual([
      'README.md: docs/nothing.md: no such file',
      'README.md: docs/proof.md#nothing: no such heading',
    ])
  })

  test('the front page leads to every page, and is short', () => {
    const readme = pageNamed('README.md')
    expect(linksOf(readme).map(link => link.split('#')[0])).toEqual(
      expect.arrayContaining(PAGES.map(({ path }) => path).filter(path => path !== 'README.md')),
    )
    expect(readme.text.split('\n').length).toBeLessThanOrEqual(150)
  })

  test('the front page has the two set-up lines that CI relies on', () => {
    expect(pageNamed('README.md').text).toMatch(/^npm ci && npm run demo\b.*\nnpm ci && npm test\b/m)
  })
})

/** Flags of other programs that the pages mention. */
const FOREIGN = new Map([
  ['--all-peers', 'npm run bench:cheats'],
  ['--corpus', 'npm run bench:infer'],
  ['--flood', 'npm run bench:agents'],
  ['--max-turns', 'claude'],
  ['--max-warnings', 'eslint'],
  ['--auto', 'my-agent, an example'],
  ['--noEmit', 'tsc'],
  ['--permission-mode', 'claude'],
  ['--scope', 'systemd-run'],
  ['--loop', 'bench:cheats'],
  ['--ignore-scripts', 'npm'],
  ['--global', 'git config'],
  ['--add', 'git config'],
])

describe('flags', async () => {
  const loaded = await Promise.all(commands.map(async ({ load, ...entry }) => ({ ...entry, command: await load() })))
  const known = new Set(
    loaded.flatMap(({ command }) =>
      Object.entries(flagsOf(command)).flatMap(([name, { alias }]) => [`--${name}`, ...(alias ? [`--${alias}`] : [])]),
    ),
  ).add('--version')

  const namedIn = (text: string): readonly string[] =>
    [...text.matchAll(/(?<![\w-])--[a-z][\w-]*\w/g)].map(([flag]) => flag)
  const unknownIn = ({ path, text }: Page): readonly string[] =>
    namedIn(text)
      .filter(flag => !known.has(flag) && !FOREIGN.has(flag))
      .map(flag => `${path}: ${flag}`)

  test('that a page names exist', () => {
    expect(PAGES.flatMap(unknownIn)).toEqual([])
    expect(unknownIn({ path: 'x.md', text: 'Use `--jsno` or --max-cost.' })).toEqual(['x.md: --jsno'])
  })

  test('of other programs are still mentioned', () => {
    const mentioned = new Set(PAGES.flatMap(({ text }) => namedIn(text)))
    expect([...FOREIGN.keys()].filter(flag => !mentioned.has(flag))).toEqual([])
  })

  test('of every command are documented, where the command is', () => {
    const pages = PAGES.filter(({ path }) => path !== 'docs/configuration.md')
    const missing = loaded
      .filter(({ group }) => group !== undefined)
      .flatMap(({ name, command }) =>
        Object.keys(command.flags)
          .filter(flag => !pages.flatMap(passagesOf).some(text => text.includes(`--${flag}`) && mentions(text, name)))
          .map(flag => `${name} --${flag}`),
      )
    expect(missing).toEqual([])
  })

  test('of every setting are documented', () => {
    const text = PAGES.map(page => page.text).join('\n')
    expect(SETTING_NAMES.filter(name => !namedIn(text).includes(`--${name}`))).toEqual([])
  })

  test('every command has its row on the page of commands', () => {
    const { text } = pageNamed('docs/commands.md')
    const rows = loaded.filter(({ group }) => group !== undefined).map(({ name }) => name)
    expect(rows.filter(name => !new RegExp(`^\\| \`agent-loop ${name}\\b`, 'm').test(text))).toEqual([])
  })
})

const mentions = (text: string, command: string): boolean => new RegExp(`\\b${command}\\b`).test(text)

describe('command lines in code blocks', () => {
  const all = PAGES.flatMap(commandsOf)

  const refusal = async ({ page, line, words }: DocumentedCommand): Promise<readonly string[]> => {
    const [first = '', ...rest] = words.filter(
      (word, at) => !(at < 3 && (word === '--json' || word === '--cwd' || word === '.')),
    )
    if (first === '--help' || first === '--version') return []
    const entry = commandNamed(first)
    if (entry === undefined && !first.includes(' ')) return [`${page}: no command ${first}: ${line}`]
    const { load } = entry ?? commandNamed('run') ?? {}
    try {
      if (load) await readArguments(entry ? rest : [first, ...rest], await load())
      return []
    } catch (error) {
      return [`${page}: ${error instanceof Error ? error.message : String(error)}: ${line}`]
    }
  }

  test('there are some on every page that has tasks', () => {
    expect(all.length).toBeGreaterThan(60)
  })

  test('are accepted by the reader of arguments', async () => {
    expect((await Promise.all(all.map(refusal))).flat()).toEqual([])
  })

  test('a wrong one is refused', async () => {
    const wrong = ['verfy "npm test"', 'status --jsno', 'run "fix it" --max-cost # no value'].map(line => ({
      page: 'x.md',
      line,
      words: wordsOf(line),
      shown: null,
    }))
    expect((await Promise.all(wrong.map(refusal))).flat()).toHaveLength(3)
  })

  test('words are read as a shell reads them', () => {
    expect(wordsOf(`run "fix it" -c 'a && b' --on-verified "git commit -am 'x'" <id> > out; echo $? # done`)).toEqual([
      'run',
      'fix it',
      '-c',
      'a && b',
      '--on-verified',
      "git commit -am 'x'",
      '<id>',
    ])
  })
})
