import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inferCompletion } from '../../src/infer/infer.ts'
import type { Proposal } from '../../src/infer/proposal.ts'
import { readProject } from '../../src/infer/read-project.ts'
import { projectFiles } from '../rig/project-files.ts'

const base = { 'package.json': { scripts: { test: 'vitest run' } } }

async function proposal(root: string, task = 'fix the failing tests'): Promise<Proposal> {
  const inference = inferCompletion(task, await readProject(root, task))
  if (inference.kind === 'refused') throw new Error(inference.refused.because)
  return inference.proposal
}

test.each([
  ['YAML', '.github/workflows/ci.yml', 'on: [push\njobs:\n  - {'],
  ['TOML', 'pyproject.toml', '[tool.ruff\nx ='],
  ['JSON', 'turbo.json', '{"tasks": '],
])('a broken %s file is a warning', async (_, path, text) => {
  const { verification_command, warnings } = await proposal(projectFiles({ ...base, [path]: text }))
  expect(verification_command).toBe('npm test')
  expect(warnings.join('\n')).toContain(path)
})

test('a broken package.json is a warning, and CI may still name its scripts', async () => {
  const root = projectFiles({
    'package.json': '{"scripts": {',
    '.github/workflows/ci.yml': 'on: [push]\njobs:\n  t:\n    steps:\n      - run: npm test\n',
  })
  const { verification_command, warnings } = await proposal(root)
  expect(verification_command).toBe('npm test')
  expect(warnings.join('\n')).toContain('package.json could not be parsed')
})

test('a byte order mark and Windows line ends change nothing', async () => {
  const text = '\uFEFF# X\r\n\r\n## Development\r\n\r\n```sh\r\nnpm test\r\n```\r\n'
  const { evidence } = await proposal(projectFiles({ ...base, 'CLAUDE.md': text }))
  expect(evidence).toContainEqual(expect.objectContaining({ layer: 2, source: 'CLAUDE.md', line: 6 }))
})

test('a huge file and binary junk are skipped, and named', async () => {
  const root = projectFiles({ ...base, 'README.md': '', 'CONTRIBUTING.md': 'a\u0000b' })
  truncateSync(join(root, 'README.md'), 50_000_000)
  const { warnings } = await proposal(root)
  expect(warnings).toEqual(
    expect.arrayContaining([
      'README.md has 50 MB and was not read',
      'the file CONTRIBUTING.md is not text, so it was not read',
    ]),
  )
})

test('a link out of the project is not followed; one inside is', async () => {
  const outside = projectFiles({ 'secret.md': '## Development\n\n```sh\nmake test\n```\n' })
  const root = projectFiles({ ...base, 'AGENTS.md': '## Development\n\n```sh\nnpm test\n```\n' })
  symlinkSync(join(outside, 'secret.md'), join(root, 'GEMINI.md'))
  symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'))
  const { warnings, evidence } = await proposal(root)
  expect(warnings).toContain('GEMINI.md is a link out of the project and was not followed')
  expect(evidence.map(({ source }) => source)).toContain('AGENTS.md')
})

test('cycles end: links, imports, scripts that call themselves, workflows that use themselves', async () => {
  const root = projectFiles({
    'package.json': {
      scripts: { test: 'npm run a && npm run a && vitest run', a: 'npm run b', b: 'npm run a; npm run test' },
    },
    'CLAUDE.md': '@AGENTS.md\n',
    'AGENTS.md': '@CLAUDE.md\n',
    '.github/workflows/ci.yml': 'on: [push, workflow_call]\njobs:\n  again:\n    uses: ./.github/workflows/ci.yml\n',
    Makefile: 'test: check\ncheck: test\n',
  })
  symlinkSync('.', join(root, 'loop'))
  expect((await proposal(root)).verification_command).toMatch(/^(npm|make) test$/)
})

test('a file where a folder is expected, and a folder where a file is', async () => {
  const root = projectFiles({ ...base, '.github': 'a file', docs: 'another' })
  mkdirSync(join(root, 'CLAUDE.md'))
  mkdirSync(join(root, 'Makefile'))
  expect((await proposal(root)).verification_command).toBe('npm test')
})

test.skipIf(process.getuid?.() === 0)('a folder that may not be read is a warning', async () => {
  const root = projectFiles(base)
  mkdirSync(join(root, 'locked'))
  chmodSync(join(root, 'locked'), 0)
  expect((await proposal(root)).warnings.join('\n')).toContain('locked could not be read')
})

test('manifests of an unexpected shape say nothing', async () => {
  const root = projectFiles({
    'package.json': '[1, 2]',
    'Cargo.toml': 'workspace = 3\n',
    'Taskfile.yml': '- 1\n- 2\n',
    '.github/workflows/a.yml': 'jobs: [1, {steps: 3}]\n',
    '.gitlab-ci.yml': 'test:\n  script: {a: 1}\n',
    '.circleci/config.yml': 'jobs: {a: {steps: {b: 1}}}\n',
    'composer.json': '"text"',
    'deno.json': 'null',
  })
  expect((await proposal(root)).verification_command).toMatch(/^(cargo|deno) test/)
})

test('a YAML bomb is a warning', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`),
  ].join('\n')
  const { warnings } = await proposal(projectFiles({ ...base, 'pnpm-workspace.yaml': bomb }))
  expect(warnings.join('\n')).toContain('pnpm-workspace.yaml')
})

test('nothing of the project is run', async () => {
  const root = projectFiles({
    ...base,
    gradlew: '#!/bin/sh\ntouch ran\n',
    'scripts/test': '#!/bin/sh\ntouch ran\n',
    Rakefile: 'File.write("ran", "")\n',
  })
  for (const file of ['gradlew', 'scripts/test']) chmodSync(join(root, file), 0o755)
  writeFileSync(join(root, '.npmrc'), 'script-shell=./gradlew\n')
  await proposal(root)
  const { tree } = await readProject(root)
  expect(tree.get('')?.files).not.toContain('ran')
})
