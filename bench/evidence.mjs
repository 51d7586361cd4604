// What it costs a command that its test runner tells which tests it executes, as a ratio to the same command left alone.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable, sideBySide } from './side-by-side.mjs'

// A bare start is so short that a few milliseconds show.
const limitOf = name => (name === 'node -e 0' ? 1.5 : 1.2)
const [FILES, TESTS] = [10, 50]
const modules = resolve(import.meta.dirname, '../node_modules')
const preload = resolve(import.meta.dirname, '../dist/preload/evidence.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))

const many = (head, test) => head + Array.from({ length: TESTS }, (_, at) => `${test}('t${at}', () => {})\n`).join('')
const runners = [
  { name: 'node -e 0', args: ['-e', '0'], file: null },
  { name: 'jest', args: [join(modules, 'jest/bin/jest.js')], file: 'a.test.js', text: many('', 'test') },
  {
    name: 'vitest',
    args: [join(modules, 'vitest/vitest.mjs'), 'run'],
    file: 'a.test.mjs',
    text: many("import { test } from 'vitest'\n", 'test'),
  },
  { name: 'mocha', args: [join(modules, 'mocha/bin/mocha.js'), '*.spec.js'], file: 'a.spec.js', text: many('', 'it') },
  {
    name: 'node --test',
    args: ['--test'],
    file: 'a.test.mjs',
    text: many("import { test } from 'node:test'\n", 'test'),
  },
]

const rows = runners.map(({ name, args, file, text }) => {
  const project = join(folder, name.replaceAll(/\W/g, '-'))
  const records = join(folder, 'records')
  mkdirSync(project)
  mkdirSync(records, { recursive: true })
  symlinkSync(modules, join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{}')
  for (let at = 0; file !== null && at < FILES; at++) writeFileSync(join(project, `f${at}.${file}`), text)
  const env = { PATH: process.env.PATH, HOME: folder }
  const told = { ...env, NODE_OPTIONS: `--require="${preload}"`, AGENT_LOOP_EVIDENCE: `word:${records}` }
  const [, result] = sideBySide(
    [
      { name: 'alone', args, options: { cwd: project, env } },
      { name: 'told', args, options: { cwd: project, env: told } },
    ],
    11,
  )
  return [
    name,
    result.ms.toFixed(0),
    result.ratio.toFixed(2),
    limitOf(name),
    result.ratio <= limitOf(name) ? 'ok' : 'TOO SLOW',
  ]
})
rmSync(folder, { recursive: true, force: true })

printTable([['runner', 'median ms', 'ratio', 'limit', ''], ...rows])
process.exitCode = rows.every(([, , , , verdict]) => verdict === 'ok') ? 0 : 1
