import { expect, test } from 'vitest'
import { inferCompletion } from '../../src/infer/infer.ts'
import { readProject } from '../../src/infer/read-project.ts'
import { inferredCommands } from '../rig/inferred-commands.ts'
import { projectFiles } from '../rig/project-files.ts'

const WORKFLOW = `name: CI
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: make test
      - name: Verify Code Generation
        run: make verify-generated
      - run: doc8 docs
  tidy:
    runs-on: ubuntu-latest
    steps:
      - run: ./hack/tidy.sh --check
`
const MAKEFILE = `test:
\tpytest
checkgenerate:
\t./gen.sh --check
conformance:
\t./run-conformance.sh
verify-generated:
\t./gen.sh --check-only
release:
\ttwine upload dist/*
`
const project = { Makefile: MAKEFILE, 'hack/tidy.sh': '#!/bin/sh\n', 'a.py': '', '.github/workflows/ci.yml': WORKFLOW }

test.each([
  ['the check-generate step keeps failing since the last merge', 'make checkgenerate'],
  ['i was told that "conformance" has to pass', 'make conformance'],
  ['now the "Verify Code Generation" step fails, bring the docs in line', 'make verify-generated'],
  ['doc8 says lines are too long in docs/config.rst, please wrap them', 'doc8 docs'],
  ['the tidy job is red', './hack/tidy.sh --check'],
  ['the parser loses the last line. Fix it', 'make test'],
  ['add a conformance mode to the parser', 'make test'],
  ['the release step of the parser loses data when it fails. fix it', 'make test'],
])('"%s" is proven by `%s`', async (task, command) => {
  expect(await inferredCommands(projectFiles(project), [task])).toEqual({ [task]: command })
})

const asks = async (files: Readonly<Record<string, string | object>>, task: string): Promise<boolean | null> => {
  const inference = inferCompletion(task, await readProject(projectFiles(files), task))
  return inference.kind === 'proposed' ? inference.proposal.needs_human_confirmation : null
}

const NODE = { 'package.json': { scripts: { test: 'vitest run', lint: 'eslint .' } } }
const BOTH = { ...NODE, '.github/workflows/ci.yml': 'on: [push]\njobs:\n  ci:\n    steps:\n      - run: npm test\n' }

test.each([
  ['two layers, one command', BOTH, 'the parser loses the last line. Fix it', false],
  ['the only candidate', NODE, 'fix the failing tests', false],
  ['written for agents', { ...NODE, 'CLAUDE.md': '# Development\n\n```sh\nnpm run lint\n```\n' }, 'fix lint', false],
  ['an aside', BOTH, 'fix the failing tests without touching the docs', false],
  ['another check in the sentence', BOTH, 'the schema does not validate any more, fix the parser', true],
  ['a change at every place', BOTH, 'bump the version from 1.5.3 to 1.5.4 everywhere', false],
  ['a coverage figure', { 'package.json': { scripts: { test: 'vitest run', coverage: 'vitest run --coverage' } } }, 'raise coverage to 90%', true],
  ['a mere convention', { 'Cargo.toml': '[package]\nname = "a"\n' }, 'fix the failing tests', false],
  ['a convention beside other words of the maintainers', { 'Cargo.toml': '[package]\nname = "a"\n', 'README.md': '# Development\n\n```sh\ncargo fmt --check\n```\n' }, 'fix the failing tests', true],
  ['a tool that the check does not run', BOTH, 'make the pytest run pass', true],
  ['a line of CI found by its name', project, 'doc8 says lines are too long in docs/config.rst', true],
])('asked or not: %s', async (_, files, task, isAsked) => {
  expect(await asks(files, task)).toBe(isAsked)
})
