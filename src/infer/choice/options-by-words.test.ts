import { expect, test } from 'vitest'
import { projectOf } from '../../../test/rig/sample-project.ts'
import { gather } from '../gather.ts'
import { optionsByWords } from './options-by-words.ts'

const scripts = (named: Readonly<Record<string, string>>): string => JSON.stringify({ name: 'sample', scripts: named })

const MANY = {
  'package.json': scripts({
    test: 'vitest run',
    lint: 'eslint .',
    'check:links': 'lychee docs',
    'check:spelling': 'cspell .',
    build: 'tsc -p .',
  }),
}

test.each([
  ['Two links in the docs are dead.', ['npm run check:links', 'npm run check:spelling']],
  ['Clean up the spelling in the comments.', ['npm run check:spelling', 'npm run check:links']],
])('of two alike commands, the one that shares a rare word with the task is first: %s', async (task, inOrder) => {
  const project = await projectOf(MANY)
  const options = optionsByWords(task, project, gather(project))
  expect(options.filter(command => command.includes('check:'))).toEqual(inOrder)
})

test('a command of another folder comes after those of the root', async () => {
  const project = await projectOf({ ...MANY, 'site/package.json': scripts({ lint: 'eslint site' }) })
  const options = optionsByWords('Get lint clean.', project, gather(project))
  const elsewhere = options.findIndex(command => command.includes('site'))
  expect(options.indexOf('npm run lint')).toBe(0)
  expect(elsewhere === -1 || elsewhere > 0).toBe(true)
})

test('no command is offered twice', async () => {
  const project = await projectOf(MANY)
  const options = optionsByWords('Fix the parser.', project, gather(project))
  expect(new Set(options).size).toBe(options.length)
})
