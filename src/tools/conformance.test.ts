import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordings } from '../../test/rig/recordings.ts'
import { sampleOf } from '../../test/rig/sample-of.ts'
import { readOutput } from '../check/output/read-output.ts'
import { textOf } from './canary/plant.ts'
import { plantError } from './canary/plant-error.ts'
import { TOOLS } from './catalog.ts'
import { provingLines } from './commands/purposes.ts'
import { ListedTests } from './ids/listed/listed-tests.ts'
import { reportFiles } from './ids/report-files.ts'
import { OURS } from './preload/record-file.ts'
import { isOutputFolder, kindOf } from './protection/kind-of.ts'
import { isResultCache } from './protection/result-caches.ts'
import type { Tool } from './tool.ts'

/** Every tool that has a capability, for a table of tests. */
const having = <T>(capability: (tool: Tool) => T | undefined): (readonly [string, NonNullable<T>])[] =>
  TOOLS.flatMap(tool => {
    const found = capability(tool)
    return found === undefined || found === null ? [] : [[tool.name, found] as const]
  })

const here = import.meta.dirname
const foldersWith = (file: string): string[] => readdirSync(here).filter(name => existsSync(join(here, name, file)))

const runs = recordings().map(({ tool, case: name, text, label, root }) => ({
  name: `${tool}/${name}`,
  text,
  label,
  reading: readOutput(text, label.exit_code, { command: label.command, root }),
}))
const runsOf = (tool: string) => runs.filter(({ reading }) => reading.tools.some(one => one.tool === tool))

test('each tool knows something', () => {
  const empty = TOOLS.filter(({ name: _, kind: __, ...capabilities }) => Object.keys(capabilities).length === 0)
  expect(empty.map(({ name }) => name)).toEqual([])
})

test('each folder with a tool.ts has its line in all.ts', () => {
  const listed = readFileSync(join(here, 'all.ts'), 'utf8')
  expect(foldersWith('tool.ts').filter(name => !listed.includes(`'./${name}/tool.ts'`))).toEqual([])
})

describe('a test runner', () => {
  const runners = TOOLS.filter(({ kind, readers }) => kind === 'test-runner' && readers)
  test.each(runners.map(tool => [tool.name, tool] as const))('%s is known by its commands', (name, tool) => {
    expect(tool.commands?.sign, `${name} needs \`commands.sign\`: how a command line names it`).toBeDefined()
    const proved = provingLines(tool).flatMap(([, ...purposes]) => purposes)
    expect(proved, `${name} needs \`commands.programs\`, \`starts\`, or \`proves\`: which lines run tests`).toContain(
      'test',
    )
  })
})

describe('output', () => {
  test.each(having(tool => (tool.readers || tool.sharedFormat ? tool.kind : undefined)))(
    'of %s is read',
    (name, kind) => {
      const own = runsOf(name)
      expect(own.length, `no recording wakes a reader of ${name}`).toBeGreaterThan(0)
      if (kind === 'coverage') return
      const failing = own.filter(({ reading }) =>
        reading.tools.some(one => one.tool === name && one.failures.length > 0),
      )
      expect(failing.length, `no recording of ${name} shows a failure`).toBeGreaterThan(0)
    },
  )
})

describe('test ids', () => {
  test.each(having(({ ids }) => ids?.listed))('are listed in the output of %s', name => {
    const listed = runsOf(name).map(({ text, reading }) => {
      const tests = new ListedTests()
      tests.push(Buffer.from(text))
      return tests.end(reading).find(({ tool }) => tool === name)?.tests ?? []
    })
    const most = Math.max(0, ...listed.map(tests => tests.length))
    expect(most, `\`ids.listed\` of ${name} finds no two tests in any recording`).toBeGreaterThan(1)
    const states = listed.flat().map(({ state }) => state)
    expect(states, `\`ids.listed\` of ${name} finds no failed test in any recording`).toContain('failed')
  })

  test.each(having(({ ids }) => ids?.switches))('are switched on for %s, and what was set stays', (name, switches) => {
    const plugins = folder()
    const preloads = folder()
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(file => /\.(?:py|rb)$/.test(file))
    for (const file of files) writeFileSync(join(preloads, basename(file)), '')
    const run = { command: 'run tests', env: {}, plugins, preloads }
    const set = Object.entries(switches(run))
    expect(set.length, `\`ids.switches\` of ${name} sets no variable`).toBeGreaterThan(0)
    for (const [variable] of set)
      expect(Object.keys(OURS), `what ${name} is given in ${variable} is not taken back: add it to OURS`).toContain(
        variable,
      )
    const env = Object.fromEntries(set.map(([variable]) => [variable, '-x/before']))
    const again = switches({ ...run, plugins: folder(), env })
    for (const [variable] of set) expect(again[variable]).toContain('-x/before')
  })

  test('come from a preload.ts for each tool that says so', () => {
    const tools = having(({ ids }) => ids?.preload).map(([name]) => name.replace(/\W/g, '-'))
    expect(foldersWith('preload.ts'), '`ids: { preload: true }` and a preload.ts belong together').toEqual(tools.sort())
  })

  test.each(having(({ ids }) => ids?.reports))('are in reports of %s', async (name, glob) => {
    const [root, path] = [
      folder(),
      glob
        .replaceAll('**/', '')
        .replace(/\{(\w+),[^}]*\}/, '$1')
        .replace('*', 'demo.A'),
    ]
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '<testsuite><testcase classname="demo.A" name="works"/></testsuite>')
    const reading = runsOf(name).find(one => one.reading.tools.some(({ tool, ran }) => tool === name && ran))?.reading
    const told = reading ? await reportFiles({ root, reading, startedAt: Date.now() - 1000 }) : []
    expect(told.flatMap(({ tests }) => tests.map(({ title }) => title.join('.')))).toEqual(['A.works'])
  })
})

/** One test file of each kind, as small as it can be. */
const TEST_FILES: Readonly<Record<string, string>> = {
  'a.test.js': "test('adds', () => { expect(1).toBe(1) })\n",
  'test_a.py': 'def test_adds():\n    assert 1 == 1\n',
  'a_test.go': 'package a\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {}\n',
  'a.rs': '#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {}\n}\n',
  'a_spec.rb': "RSpec.describe('a') do\n  it('adds') { expect(1).to eq(1) }\nend\n",
  'test_a.rb': 'class TestA < Minitest::Test\n  def test_adds\n    assert_equal 1, 1\n  end\nend\n',
  'ATest.php': '<?php\nclass ATest extends TestCase {\n    public function testAdds(): void {}\n}\n',
  'a.bats': '@test "adds" {\n  true\n}\n',
  'a_test.exs': 'defmodule ATest do\n  use ExUnit.Case\n  test "adds" do\n    assert 1 == 1\n  end\nend\n',
  'ATest.java': 'class ATest {\n    @Test\n    void adds() {}\n}\n',
  'ATest.cs': 'public class ATest {\n    [Fact]\n    public void Adds() {}\n}\n',
}
const words = () => {
  let count = 0
  return () => `w${(count++).toString(36)}mark`
}

describe('canary', () => {
  test.each(having(({ canary }) => canary?.tests))('of %s stands in a test file', (name, { files, plant }) => {
    const [path = '', text = ''] = Object.entries(TEST_FILES).find(([file]) => files.test(file)) ?? []
    expect(path, `no sample of a test file for ${name}: add one to TEST_FILES`).not.toBe('')
    const planted = plant({ path, text, titles: ['adds'], differed: [], word: words() })
    expect(planted?.marks.length, `\`canary.tests\` of ${name} plants nothing in ${path}`).toBeGreaterThan(0)
    const whole = planted ? textOf(planted) : ''
    for (const { word } of planted?.marks ?? []) expect(whole.toLowerCase()).toContain(word.toLowerCase())
    expect(whole).not.toBe(text)
  })

  test.each(having(({ canary }) => canary?.errors))('of %s is an error in a source file', (_, { files, kind }) => {
    const path = ['a.ts', 'a.py', 'a.go', 'a.rs'].find(name => files.test(name)) ?? ''
    const planted = plantError({ path, text: '', word: words() }, kind)
    expect(planted === null ? '' : textOf(planted)).toContain('w0mark')
  })
})

describe('protection', () => {
  test.each(having(({ protection }) => protection?.files))('knows the files of %s', (_, files) => {
    for (const pattern of Object.values(files).flat()) {
      const path = sampleOf(pattern)
      expect(path).toMatch(pattern)
      expect(kindOf(path), path).not.toBeNull()
    }
  })

  test.each(having(({ protection }) => protection?.settings))(
    'of the settings of %s protects their file',
    (_, settings) => {
      const path = sampleOf(settings.files)
      expect(path).toMatch(settings.files)
      // Project files of .NET are source as well: their settings are compared, and the files stay free.
      if (!/\.\w+proj$/.test(path)) expect(kindOf(path), path).not.toBeNull()
    },
  )

  test.each(having(({ protection }) => protection?.directives))('sees comments for %s', (_, directives) => {
    for (const { says } of directives) expect(sampleOf(says)).toMatch(says)
  })

  test.each(having(({ protection }) => protection?.caches))('drops the caches of %s', (_, caches) => {
    for (const cache of caches) expect(isResultCache(`packages/a/${cache}`)).toBe(true)
  })

  test.each(having(({ protection }) => protection?.outputs))('passes by what %s writes', (_, outputs) => {
    for (const output of outputs) expect(isOutputFolder(output)).toBe(true)
  })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'agent-loop-tools-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
