import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INSTALL_HOSTS, type InstallScope, partsFor } from '../src/assistants/install/hosts.ts'
import type { Command } from '../src/cli/command.ts'
import { commandNamed } from '../src/cli/commands.ts'
import { flagsOf } from '../src/cli/flags.ts'
import { PAGES, type Page } from './docs/markdown.ts'

const root = resolve(import.meta.dirname, '..')

/** What assistants and people are told to type must be something that this program understands. */
function toldTo(): readonly (readonly [string, string])[] {
  const place = { root: '/r', codexHome: '/c', copilotHome: '/p', configHome: '/x', openCodePlugin: '' }
  const scopes: readonly InstallScope[] = ['user', 'project']
  const installed = INSTALL_HOSTS.flatMap(host =>
    scopes.flatMap(scope =>
      partsFor(host, { ...place, scope }).map(part => [`${host} ${part.path}`, JSON.stringify(part, null, 1)] as const),
    ),
  ).map(([name, text]) => [name, text.replaceAll('\\n', '\n').replaceAll('\\"', '"')] as const)
  const files = under('plugins').map(file => [file, readFileSync(join(root, file), 'utf8')] as const)
  return [...installed, ...files, ...PAGES.map(page => [page.path, inlineCode(page)] as const)]
}

/** Code blocks of pages are read, and executed, by the tests of docs. */
const inlineCode = ({ text }: Page): string => [...text.matchAll(/`agent-loop [^`\n]+`/g)].join('\n')

const under = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))

/** Command lines: in backticks, at the beginning of a line, behind a prompt, or the whole of a string. */
const LINE = /(?:`|^\s*(?:\$ )?|"(?:command|bash)": ")agent-loop(?:-ext)? +([^\n`]+)/gm

const linesIn = (text: string): readonly string[] =>
  [...text.matchAll(LINE)].map(([, rest = '']) => rest.split(/ +(?:#|&&|\|\||;|2>|>) ?/)[0]?.trim() ?? '')

interface Said {
  readonly verb: string | null
  readonly flags: readonly string[]
}

/** Quoted words are arguments; what stands in brackets is optional, and checked all the same. */
function read(line: string): Said {
  const words = line
    .replaceAll(/'[^']*'|"[^"]*"/g, 'QUOTED')
    .replaceAll(/[[\]()|\\,.]+(?=\s|$)|[[\]()|\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const [first = ''] = words
  return {
    verb: /^[a-z][a-z-]+$/.test(first) ? first : null,
    flags: words.filter(word => /^--?[a-z]/.test(word)).map(word => word.split('=')[0] ?? ''),
  }
}

const known = (command: Command, flag: string): boolean =>
  Object.entries(flagsOf(command)).some(
    ([name, { short, alias }]) => flag === `--${name}` || flag === `--${alias}` || flag === `-${short}`,
  )

async function wrongIn(line: string): Promise<string | null> {
  const { verb, flags } = read(line)
  const entry = commandNamed(verb ?? 'run')
  if (entry === undefined) return verb === 'help' ? null : `no command ${verb}: ${line}`
  const command = await entry.load()
  const strange = flags.filter(flag => !known(command, flag))
  return strange.length === 0 ? null : `${verb ?? 'run'} knows no ${strange.join(' ')}: ${line}`
}

describe('every command line that we tell somebody to type', () => {
  const told = toldTo()

  test('there are some in the texts of every assistant', () => {
    for (const host of INSTALL_HOSTS)
      expect(told.some(([name, text]) => name.startsWith(`${host} `) && linesIn(text).length > 0)).toBe(true)
  })

  test('names a command and flags that there are', async () => {
    const wrong = await Promise.all(
      told.flatMap(([name, text]) =>
        linesIn(text).map(async line => {
          const what = await wrongIn(line)
          return what === null ? [] : [`${name}: ${what}`]
        }),
      ),
    )
    expect(wrong.flat()).toEqual([])
  })

  test('a wrong one would be seen', async () => {
    const lines = linesIn('Use `agent-loop verfy "npm test"` or\nagent-loop status --jsno # look\n')
    expect(await Promise.all(lines.map(wrongIn))).toEqual([
      'no command verfy: verfy "npm test"',
      'status knows no --jsno: status --jsno',
    ])
  })
})
