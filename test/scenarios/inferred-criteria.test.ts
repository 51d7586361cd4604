import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { environmentOf, type Json, type Project } from '../rig/project.ts'

// Every test runs several loops to their end.
vi.setConfig({ testTimeout: 240_000 })

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

const LIB = `'use strict'
function parsePair(text) {
  return text.split('=')
}

function parseQuery(text) {
  return Object.fromEntries(text.split('&').map(parsePair))
}

module.exports = { parsePair, parseQuery }
`
const MAIN = `'use strict'
const { parsePair, parseQuery } = require('./lib/query.js')

const first = text => parsePair(text)[0]
const unused = () => parsePair('x=y')

module.exports = { first, parseQuery }
`
const files = {
  'package.json': JSON.stringify(
    { name: 'pairs', scripts: { test: 'node --test', lint: 'node --check index.js' } },
    null,
    2,
  ),
  'CLAUDE.md': '# Project\n\n## Development\n\n```sh\nnpm test\n```\n',
  '.github/workflows/ci.yml':
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  'index.js': MAIN,
  'lib/query.js': LIB,
  'test/query.test.js': `const test = require('node:test')
const assert = require('node:assert')
const { first, parseQuery } = require('../index.js')
test('parses', () => assert.deepEqual(parseQuery('a=1&b=2'), { a: '1', b: '2' }))
test('first', () => assert.equal(first('a=1'), 'a'))
`,
  'test/old.test.js': `const test = require('node:test')
const assert = require('node:assert')
const { parsePair } = require('../lib/query.js')
test('parsePair', () => assert.deepEqual(parsePair('a=1'), ['a', '1']))
`,
}

type Work = Readonly<Record<string, string | null>>

/** An agent that writes these files, and removes those without a text. */
function agentThat(from: Project, work: Work): string {
  const script = join(from.home, 'work.mjs')
  writeFileSync(
    script,
    `import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
for (const [path, text] of Object.entries(${JSON.stringify(work)})) {
  mkdirSync(dirname(path), { recursive: true })
  text === null ? rmSync(path) : writeFileSync(path, text)
}
`,
  )
  return `${process.execPath} ${script}`
}

interface Asked {
  readonly task: string
  readonly work: Work
  readonly files?: Readonly<Record<string, string>>
  /** With clean copies: for work that changes tests. Elsewhere the proof is not the subject. */
  readonly proven?: true
  /** The person gives the proposed criterion with -c, because it needs a confirmation. */
  readonly confirmed?: true
}

async function statusOf({ task, work, files: own = files, proven, confirmed }: Asked): Promise<unknown> {
  const from = project(own, proven ? {} : { proof: 'fast' })
  const accept = confirmed ? ['-c', (await proposalFor(from, task)).criterion] : ['-y']
  const end = await from.cli([
    'run',
    task,
    ...accept,
    '--agent-cmd',
    agentThat(from, work),
    '--max-iterations',
    '1',
    '--json',
  ])
  return end.events.at(-1)?.['status'] ?? end.err
}

interface Proposed {
  readonly criterion: string
  readonly verification_command: string
  readonly class: string
  readonly needs_human_confirmation: boolean
  readonly evidence: readonly { readonly says: string }[]
}

async function proposalFor(from: Project, task: string): Promise<Proposed> {
  const { events } = await from.cli(['infer', task, '--json'])
  const document = events[0] as Json & { readonly proposed_completion: Proposed }
  return document.proposed_completion
}

const COMMENTED = { 'index.js': `// The pairs are parsed here.\n${MAIN}` }

describe('work that nothing shows is not verified', () => {
  const own = {
    ...files,
    'package.json': JSON.stringify({
      name: 'pairs',
      scripts: { test: 'node --test', coverage: 'node --test --experimental-test-coverage' },
    }),
  }

  test('"add tests": more tests than at the start, whether or not the project measures coverage', async () => {
    const task = 'add tests'
    expect((await proposalFor(project(own), task)).criterion).toBe('npm test passes with more tests than at the start')
    expect(await statusOf({ task, files: own, work: COMMENTED })).toBe('limit_reached')
    const more = `${files['test/query.test.js']}test('empty', () => assert.equal(first('=1'), ''))\n`
    expect(await statusOf({ task, files: own, work: { 'test/query.test.js': more }, proven: true })).toBe('verified')
  })

  test('"increase coverage": above the value that the loop measured', async () => {
    const { criterion } = await proposalFor(project(own), 'increase coverage')
    expect(criterion).toBe('coverage from npm run coverage is higher than at the start')
    expect(await statusOf({ task: 'increase coverage', files: own, work: COMMENTED, confirmed: true })).toBe(
      'limit_reached',
    )
  })

  test('"remove dead code", "refactor": nothing, and a comment, are no work', async () => {
    expect(await statusOf({ task: 'remove dead code', work: {} })).toBe('limit_reached')
    for (const task of sampled(['remove dead code', 'refactor the query module'], 1))
      expect(await statusOf({ task, work: COMMENTED })).toBe('limit_reached')
    const without = MAIN.replace("const unused = () => parsePair('x=y')\n", '')
    expect(await statusOf({ task: 'remove dead code', work: { 'index.js': without } })).toBe('verified')
    // What the task itself is about may be all that changes.
    expect(await statusOf({ task: 'refactor the comments in index.js', work: COMMENTED })).toBe('verified')
  })
})

describe('documentation is what was asked for, not a comment anywhere', () => {
  const documented = LIB.replaceAll(/^function/gm, '/** Reads a text. */\nfunction')

  test('JSDoc: every function has one, and the check needs no program on PATH', async () => {
    const task = 'add JSDoc to all functions in lib/'
    expect((await proposalFor(project(files), task)).criterion).toContain('all functions in `lib/**/*')
    expect(await statusOf({ task, work: { 'lib/query.js': `/** x */\n\n// x\n${LIB}` } })).toBe('limit_reached')
    expect(
      await statusOf({
        task,
        work: { 'lib/query.js': LIB.replace('function parsePair', '/** One. */\nfunction parsePair') },
      }),
    ).toBe('limit_reached')
    expect(await statusOf({ task, work: { 'lib/query.js': documented } })).toBe('verified')
    for (const named of sampled(['add JSDoc to parseQuery'], 0))
      expect(await statusOf({ task: named, work: { 'lib/query.js': documented } })).toBe('verified')
  })

  test('documents: the file, a heading, and what the task names', async () => {
    const task = 'write a README with installation and usage instructions'
    expect(await statusOf({ task, work: { 'README.md': 'todo\n' }, confirmed: true })).toBe('limit_reached')
    const text = `# pairs\n\n## Installation\n\nRun npm install pairs in the folder of your project, then require it as any other package.\n\n## Usage\n\nCall parseQuery with the text after the question mark.\n`
    expect(await statusOf({ task, work: { 'README.md': text }, confirmed: true })).toBe('verified')
    const api = 'document parseQuery in docs/api.md'
    expect(
      await statusOf({ task: api, work: { 'docs/api.md': text.replace('parseQuery', 'it') }, confirmed: true }),
    ).toBe('limit_reached')
    expect(await statusOf({ task: api, work: { 'docs/api.md': text }, confirmed: true })).toBe('verified')
  })

  test('a section: its heading', async () => {
    const own = { ...files, 'README.md': '# pairs\n\nPairs.\n' }
    const task = 'add a FAQ section to the README'
    expect(
      await statusOf({ task, files: own, work: { 'README.md': '# pairs\n\nPairs. FAQ: none.\n' }, confirmed: true }),
    ).toBe('limit_reached')
    expect(
      await statusOf({ task, files: own, work: { 'README.md': '# pairs\n\n## FAQ\n\nNone.\n' }, confirmed: true }),
    ).toBe('verified')
  })
})

describe('a project without tests', () => {
  const bare = {
    'package.json': JSON.stringify({ name: 'bare', scripts: { test: 'echo "no tests" && exit 1' } }),
    'index.js': 'module.exports = {}\n',
  }

  test('"implement login": tests for the new code exist and pass', async () => {
    const task = 'implement login'
    const proposal = await proposalFor(project(bare), task)
    expect(proposal).toMatchObject({
      criterion: 'npm test passes with at least 1 test',
      needs_human_confirmation: true,
    })
    expect(await statusOf({ task, files: bare, work: { 'foo.txt': 'hi' }, confirmed: true })).toBe('limit_reached')
    const login = {
      'package.json': JSON.stringify({ name: 'bare', scripts: { test: 'node --test' } }),
      'index.js': 'exports.login = name => name === "ann"\n',
      'login.test.js':
        'const test = require("node:test")\nconst assert = require("node:assert")\nconst { login } = require("./index.js")\ntest("login", () => assert.ok(login("ann") && !login("bob")))\n',
    }
    expect(await statusOf({ task, files: bare, work: login, confirmed: true })).toBe('verified')
  })

  test('only a change can be seen: a person must say that this is enough', async () => {
    const from = project({ 'notes.txt': 'a\nb\n' })
    const task = 'refactor notes.txt'
    const proposal = await proposalFor(from, task)
    expect(proposal).toMatchObject({ class: 'structural', needs_human_confirmation: true })
    expect(proposal.criterion).toBe('`notes.txt` differs from the start')
    const end = await from.cli(['run', task, '-y', '--agent-cmd', 'echo hi > foo.txt'])
    expect(end.code).toBe(3)
    expect(end.err).toContain('only checks that something changed')
    const given = ['run', task, '-c', proposal.criterion, '--max-iterations', '1', '--json', '--agent-cmd']
    expect((await from.cli([...given, 'echo hi > foo.txt'])).events.at(-1)).toMatchObject({ status: 'limit_reached' })
    expect((await from.cli([...given, 'echo c >> notes.txt'])).events.at(-1)).toMatchObject({ status: 'verified' })
  })

  const lendsTerminals = spawnSync('script', ['--version']).status === 0

  test.skipIf(!lendsTerminals)('on a terminal, Enter declines it and y accepts it', async () => {
    for (const [answer, code] of [
      ['\r', 3],
      ['y\r', 0],
    ] as const) {
      const from = project({ 'notes.txt': 'a\n' })
      const line = [process.execPath, CLI, 'run', "'refactor notes.txt'", '--agent-cmd', "'echo b >> notes.txt'"].join(
        ' ',
      )
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        cwd: from.path,
        env: { ...environmentOf(from.home), TERM: 'xterm', SHELL: '/bin/sh' },
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let seen = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        seen += text
        if (seen.includes('[y/N/edit]') && child.stdin.writable) child.stdin.end(answer)
      })
      expect(await new Promise(done => child.on('close', done))).toBe(code)
    }
  })
})

describe('what the task names joins the criterion', () => {
  test('a renamed file: the new one is there and the old one is gone', async () => {
    const task = 'rename lib/query.js to lib/parse.js'
    const proposal = await proposalFor(project(files), task)
    expect(proposal.criterion).toContain('lib/query.js does not exist AND lib/parse.js exists')
    expect(proposal.evidence.map(({ says }) => says)).toContain(
      'The task names the file lib/query.js, which must be gone',
    )
    expect(await statusOf({ task, work: COMMENTED })).toBe('limit_reached')
    expect(await statusOf({ task, work: { 'lib/parse.js': LIB } })).toBe('limit_reached')
    const moved = {
      'lib/query.js': null,
      'lib/parse.js': LIB,
      'index.js': MAIN.replace('lib/query', 'lib/parse'),
      'test/old.test.js': files['test/old.test.js'].replace('lib/query', 'lib/parse'),
    }
    expect(await statusOf({ task, work: moved, proven: true })).toBe('verified')
  })

  const renamed = (text: string): string => text.replaceAll('parsePair', 'splitPair')

  test('a renamed identifier: no alias, no use left; comments and strings may mention it', async () => {
    const task = 'rename parsePair to splitPair'
    for (const alias of sampled(['module.exports.parsePair', "exports['parsePair']"], 1))
      expect(await statusOf({ task, work: { 'lib/query.js': `${renamed(LIB)}${alias} = splitPair\n` } })).toBe(
        'limit_reached',
      )
    const half = MAIN.replace('text => parsePair', 'text => splitPair').replace(
      '{ parsePair,',
      '{ splitPair, splitPair: parsePair,',
    )
    expect(await statusOf({ task, work: { 'lib/query.js': renamed(LIB), 'index.js': half } })).toBe('limit_reached')
    const all = {
      'lib/query.js': `// Was called parsePair until 2.0.\n${renamed(LIB)}`,
      'index.js': renamed(MAIN),
      'CHANGELOG.md': '- parsePair is now called splitPair\n',
      'test/old.test.js': renamed(files['test/old.test.js']).replace("test('splitPair'", "test('parsePair'"),
    }
    expect(await statusOf({ task, work: all, proven: true })).toBe('verified')
  })

  test('a deprecated alias that the task asks for is kept', async () => {
    const task = 'rename parsePair to splitPair, keep the old name as a deprecated alias'
    const alias = { 'lib/query.js': `${renamed(LIB)}module.exports.parsePair = splitPair\n` }
    expect(await statusOf({ task, work: alias })).toBe('verified')
  })

  test('a removed function: deleting its test is half of the work', async () => {
    const task = 'remove parsePair and delete test/old.test.js'
    expect(await statusOf({ task, work: { 'test/old.test.js': null } })).toBe('limit_reached')
    const inline = {
      'test/old.test.js': null,
      'lib/query.js': LIB.replace(/function parsePair[\s\S]*?\n}\n/, '')
        .replace('map(parsePair)', "map(pair => pair.split('='))")
        .replace('parsePair, ', ''),
      'index.js': MAIN.replace('parsePair, ', '')
        .replace('parsePair(text)[0]', "text.split('=')[0]")
        .replace(/const unused.*\n/, ''),
    }
    expect(await statusOf({ task, work: inline, proven: true })).toBe('verified')
  })

  test('extracted code: declared in the new file, and no longer in the old one', async () => {
    const task = 'extract parsePair into lib/pair.js'
    const pair =
      "'use strict'\nfunction parsePair(text) {\n  return text.split('=')\n}\n\nmodule.exports = { parsePair }\n"
    expect(await statusOf({ task, work: { 'lib/pair.js': pair } })).toBe('limit_reached')
    const whole = LIB.replace(/function parsePair[\s\S]*?\n}\n/, "const { parsePair } = require('./pair.js')\n")
    expect(await statusOf({ task, work: { 'lib/pair.js': pair, 'lib/query.js': whole } })).toBe('verified')
  })
})

describe('the verification command stands alone', () => {
  const run = (from: Project, line: string) =>
    spawnSync('bash', ['-c', line], { cwd: from.path, env: environmentOf(from.home), encoding: 'utf8' })

  test.each([
    [
      'rename lib/query.js to lib/parse.js',
      {
        'lib/query.js': null,
        'lib/parse.js': LIB,
        'index.js': MAIN.replace('lib/query', 'lib/parse'),
        'test/old.test.js': null,
      },
    ],
    [
      'rename parsePair to splitPair',
      Object.fromEntries(
        ['index.js', 'lib/query.js', 'test/old.test.js'].map(path => [
          path,
          (files as Record<string, string>)[path]?.replaceAll('parsePair', 'splitPair') ?? '',
        ]),
      ),
    ],
    [
      'add JSDoc to all functions in lib/',
      { 'lib/query.js': LIB.replaceAll(/^function/gm, '/** Reads. */\nfunction') },
    ],
    ['write a README', { 'README.md': `# pairs\n\n${'One more word of many. '.repeat(10)}\n` }],
  ] satisfies readonly (readonly [string, Work])[])('%s', async (task, work) => {
    const from = project(files)
    const line = (await proposalFor(from, task)).verification_command
    expect(line).not.toMatch(/agent-loop|AGENT_LOOP/)
    expect(run(from, line).status).not.toBe(0)
    spawnSync('sh', ['-c', agentThat(from, work)], { cwd: from.path })
    expect(run(from, line)).toMatchObject({ status: 0 })
  })

  test('a comparison with the start fails, and says what is missing', async () => {
    const from = project(files)
    const { status, stderr } = run(from, (await proposalFor(from, 'add tests')).verification_command)
    expect(status).toBe(1)
    expect(stderr).toContain('from before the first turn is missing')
  })
})
