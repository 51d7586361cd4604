import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../src/cli/arguments.ts'
import { commandNamed } from '../src/cli/commands.ts'
import { parseCriterion } from '../src/criteria/parse.ts'
import { inferCompletion } from '../src/infer/infer.ts'
import { readProject } from '../src/infer/read-project.ts'
import { isUsageError } from '../src/std/usage-error.ts'

/*
 * Everything that the program tells people to type must work when it is typed. Suggestions are text in the source: each `agent-loop …`
 * in a string is parsed as the command line would parse it, with a word in place of what is filled in.
 */
const SOURCE = resolve(import.meta.dirname, '../src')

/** Text for assistants names tools and hosts of theirs; the words of a hook are its own. */
const NOT_SUGGESTED = /\.test\.ts$|assistants\/install\/texts|criteria\//

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !NOT_SUGGESTED.test(path))
  .map(path => readFileSync(join(SOURCE, path), 'utf8'))

/** Strings of a source text, without comments; what is filled in is replaced by a word. */
function stringsIn(source: string): readonly string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, template]) =>
    (plain ?? template ?? '')
      .replace(/\\(['"`])/g, '$1')
      .replace(/ ?\$\{(?:where|paths\.where|name|when|at)\}/g, '')
      .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'word'),
  )
}

const SUGGESTION =
  /\bagent-loop ([a-z]+)((?: (?:--?[a-z][\w-]*(?:[= ](?!--?[a-z])[\w./:…<>-]+)?|"[^"]*"|<[\w-]+>|word|[\w.-]+@?[\w./-]*))*)/g

/** The words of a line; what is in quotes is one. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? (bare ?? '').replace(/[,.;:)]+$/, ''))

const suggestions = [
  ...new Set(sources.flatMap(stringsIn).flatMap(text => [...text.matchAll(SUGGESTION)].map(([line]) => line))),
].filter(line => /^agent-loop \S+(?: .*(?:--|<|word)|$)/.test(line) && commandNamed(line.split(' ')[1] ?? ''))

test('there are suggestions to test', () => {
  expect(suggestions.length).toBeGreaterThan(25)
  expect(suggestions.some(line => line.startsWith('agent-loop resume'))).toBe(true)
})

test.each(suggestions)('%s', async line => {
  const [, name = '', ...args] = wordsOf(line)
  const command = await commandNamed(name)?.load()
  expect(command).toBeDefined()
  const flagged = args.filter(
    (word, index) =>
      word.startsWith('-') ||
      args[index - 1]?.startsWith('-') ||
      !/^(?:to|and|then|or|first|for|in|if|instead|with|works?|does|is|here|there|still|never|shows?)$/.test(word),
  )
  // A flag that is itself filled in, or whose value ends the text, is not a whole line.
  const whole = flagged.filter(word => word !== '--word')
  if (whole.at(-1)?.startsWith('--')) whole.push('value')
  if (command) await expect(readArguments(whole, command).catch(asProblem)).resolves.not.toBe('unknown-flag')
})

const asProblem = (error: unknown): string => (isUsageError(error) ? error.problem : String(error))

test('a flag without a value is never suggested with one', () => {
  const texts = sources.flatMap(stringsIn)
  expect(
    texts.filter(text => /--(?:sandbox|worktree|yes|json|force|dry-run) (?:none|true|false|no|off)\b/.test(text)),
  ).toEqual([])
})

describe('what a refusal suggests is not refused itself', () => {
  const FIXTURES = resolve(import.meta.dirname, 'golden/infer')
  const tasks = [
    'improve it',
    'make the code better',
    'fix lint',
    'fix the tests',
    'fix the type errors',
    'increase coverage',
  ]
  test.each(readdirSync(FIXTURES).slice(0, 12))('%s', async name => {
    const folder = join(FIXTURES, name, 'project')
    for (const task of tasks) {
      const inference = inferCompletion(task, await readProject(folder, task))
      if (inference.kind === 'proposed') continue
      for (const line of inference.refused.try) {
        const criterion = /^--completion "(.+)"$/.exec(line)?.[1]?.replaceAll('\\"', '"')
        const other = /^agent-loop "(.+)"$/.exec(line)?.[1]
        if (criterion !== undefined && !criterion.includes('<')) expect(parseCriterion(criterion, {}).ok).toBe(true)
        if (other !== undefined)
          expect([line, inferCompletion(other, await readProject(folder, other)).kind]).toEqual([line, 'proposed'])
      }
    }
  })
})
