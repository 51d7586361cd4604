import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { markdownBlocks } from '../../src/infer/documents/markdown.ts'
import { asciidocBlocks, restructuredBlocks } from '../../src/infer/documents/plain-markup.ts'
import { inferCompletion } from '../../src/infer/infer.ts'
import { documentOf } from '../../src/infer/proposal.ts'
import { inferenceSchema } from '../../src/infer/proposal-schema.ts'
import { inferenceYaml } from '../../src/infer/proposal-yaml.ts'
import { readProject } from '../../src/infer/read-project.ts'
import { judge } from '../../src/tools/commands/judge.ts'
import { matches } from '../../src/tools/commands/quick-match.ts'
import { scriptBook } from '../../src/tools/commands/script-book.ts'
import { projectFiles } from '../rig/project-files.ts'

const words = fc.constantFrom(
  'fix',
  'the',
  'failing',
  'tests',
  'lint',
  'make',
  'it',
  'better',
  'until',
  '`npm test`',
  'passes',
  'src/auth',
  '#12',
  '80%',
  'refactor',
  'UC-A-1',
  'and',
  'without',
  '\n',
  '"',
  "'",
  '$(rm -rf /)',
)
const task = fc.oneof(
  fc.string(),
  fc.array(words, { maxLength: 12 }).map(list => list.join(' ')),
)

test('any task in any small project gives a valid document, twice the same', async () => {
  const root = projectFiles({
    'package.json': { scripts: { test: 'jest', lint: 'eslint .' } },
    'CLAUDE.md': '# X\n\n## Development\n\n- `npm test`\n',
    Makefile: 'test:\n\tgo test ./...\n',
  })
  await fc.assert(
    fc.asyncProperty(task, async text => {
      const first = inferCompletion(text, await readProject(root, text))
      const again = inferCompletion(text, await readProject(root, text))
      expect(inferenceSchema.safeParse(documentOf(first)).error).toBeUndefined()
      expect(inferenceYaml(again)).toBe(inferenceYaml(first))
      expect(parse(inferenceYaml(first))).toEqual(documentOf(first))
    }),
    { numRuns: 50 },
  )
})

const FILES = [
  'package.json',
  'Makefile',
  'justfile',
  'Taskfile.yml',
  'pyproject.toml',
  'tox.ini',
  'noxfile.py',
  'Rakefile',
  'mix.exs',
  'deps.edn',
  'Cargo.toml',
  'CLAUDE.md',
  'CONTRIBUTING.rst',
  'README.adoc',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  '.github/workflows/ci.yml',
  'Jenkinsfile',
  '.travis.yml',
  'composer.json',
  'deno.json',
  'scripts/test',
  'build.gradle',
  'pom.xml',
  'mise.toml',
]
const noise = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .array(
      fc.constantFrom(
        'test:',
        '\trun',
        '- run: npm test',
        '```sh',
        '```',
        '# Development',
        'jobs:',
        '  a:',
        '    steps:',
        '[tool.x]',
        'x = "y"',
        '| a | `b` |',
        'npm test',
        '&&',
        '||',
        `$\{{ x }}`,
        "'",
        '"',
        '\\',
        '- !reference [a, script]',
      ),
    )
    .map(list => list.join('\n')),
)

test('whatever stands in the files, inference never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...FILES), noise, { maxKeys: 6 }), async files => {
      const root = projectFiles(files)
      for (const text of ['fix the tests', 'refactor x', 'raise coverage to 90%']) {
        const inference = inferCompletion(text, await readProject(root, text))
        expect(inferenceSchema.safeParse(documentOf(inference)).error).toBeUndefined()
      }
    }),
    { numRuns: 30 },
  )
})

test('readers of commands and documents accept any text', () => {
  const book = scriptBook([{ runner: 'npm', name: 'test', body: 'npm test', source: 'package.json', line: 1 }], ['npm'])
  fc.assert(
    fc.property(fc.string(), text => {
      judge(text, book)
      markdownBlocks(text)
      restructuredBlocks(text)
      asciidocBlocks(text)
    }),
  )
})

test('the quick match never misses what the pattern would match', () => {
  const patterns = [
    /^(types?|typing)(-check)?$/i,
    /\b(go (fmt|fix)|cargo fmt)\b(?!.*--check)/,
    /^[@-](?=[\w./$])/,
    /(^|\s)--(fix|write)(\s|$)/,
  ]
  const text = fc
    .array(
      fc.constantFrom('type', 'types', 'typing', '-check', 'go', ' ', 'fmt', 'fix', 'cargo', '--', 'write', '@', 'x'),
    )
    .map(list => list.join(''))
  fc.assert(
    fc.property(fc.constantFrom(...patterns), text, (pattern, line) => {
      expect(matches(pattern, line)).toBe(pattern.test(line))
    }),
  )
})
