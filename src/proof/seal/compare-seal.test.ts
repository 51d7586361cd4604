import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderBlobs } from '../../system/blobs.ts'
import { compareSeal } from './compare-seal.ts'
import { restoreProtected } from './restore-protected.ts'
import { type Seal, type SealChange, sealSchema } from './seal.ts'
import { type SealRequest, takeSeal } from './take-seal.ts'

let base = ''
let tree = ''
let home = ''

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'seal-')))
  tree = join(base, 'tree')
  home = join(base, 'home')
  mkdirSync(tree)
  mkdirSync(home)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}
const writeJson = (path: string, data: unknown): void => write(path, `${JSON.stringify(data, null, 2)}\n`)
const edit = (path: string, change: (text: string) => string): void =>
  write(path, change(readFileSync(join(tree, path), 'utf8')))

function writeUserSite(name: string, text: string): void {
  const path = join(home, '.local/lib/python3.11/site-packages', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const env = () => ({ PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: home })
const blobs = () => folderBlobs(join(base, 'blobs'))

const seal = (more: Partial<SealRequest> = {}): Promise<Seal> =>
  takeSeal({ tree, workspace: tree, commands: ['npm test'], testFiles: [], home, env: env(), blobs: blobs(), ...more })

const changes = async (before: Seal): Promise<string[]> =>
  (await compareSeal(sealSchema.parse(JSON.parse(JSON.stringify(before))), { home, env: env() })).map(said).sort()

const said = ({ path, section, what, kind }: SealChange): string =>
  `${what} ${kind} ${path.replace(`${base}/`, '')}${section ? `#${section}` : ''}`

function aProject(): void {
  writeJson('package.json', {
    name: 'x',
    version: '1.0.0',
    type: 'module',
    scripts: {
      test: 'npm run -s unit && bash scripts/check.sh',
      unit: 'node --test suite/main.mjs',
      start: 'node src/a.js',
      'my-gate': 'echo',
    },
    jest: { testTimeout: 5 },
    dependencies: { a: '1' },
  })
  write('src/a.js', 'export const add = (a, b) => a + b\n')
  write('src/contest.ts', '1')
  write('test/a.test.js', 'test("a")\n')
  write('suite/main.mjs', 'check()\n')
  write('scripts/check.sh', '. "$(dirname "$0")/lib.sh"\nmake lint\n')
  write('scripts/lib.sh', 'true\n')
  write('scripts/deploy.sh', 'true\n')
  write('Makefile', 'lint:\n\t@node tools/lint.mjs\ndeploy:\n\t./scripts/deploy.sh\n')
  write('tools/lint.mjs', "import './rules.mjs'\n")
  write('tools/rules.mjs', '1\n')
  write('tsconfig.json', '{ // base\n "extends": "./config/base.json" }')
  write('config/base.json', '{}')
  write('jest.config.js', "module.exports = { setupFiles: ['<rootDir>/support/prepare.js'] }")
  write('support/prepare.js', '1')
  write('README.md', 'hi')
  mkdirSync(join(tree, '.git/hooks'), { recursive: true })
  writeFileSync(join(tree, '.git/config'), '[core]\n\tbare = false\n')
}

describe('nothing is reported', () => {
  beforeEach(aProject)

  test('when nothing was touched', async () => {
    expect(await changes(await seal())).toEqual([])
  })

  const honest: Record<string, () => void> = {
    'a fix in the source': () => write('src/a.js', 'other'),
    'a source file that only sounds like a test': () => write('src/contest.ts', 'other'),
    'a new source file': () => write('src/latest/spec-parser.ts', '1'),
    'the README': () => write('README.md', 'other'),
    'a new test': () => write('test/b.test.js', 'test("b")'),
    'a new snapshot': () => write('test/__snapshots__/b.test.js.snap', 'x'),
    'a dependency and a version in package.json': () =>
      edit('package.json', text => text.replace('"a": "1"', '"a": "2", "b": "1"').replace('1.0.0', '1.1.0')),
    'a script that no gate runs': () => edit('package.json', text => text.replace('node src/a.js', 'node src/b.js')),
    'a new script': () =>
      edit('package.json', text => text.replace('"scripts": {', '"scripts": { "test:more": "x", "dev": "y",')),
    'package.json spelled otherwise': () => edit('package.json', text => JSON.stringify(JSON.parse(text))),
    'a script that the criterion does not reach': () => write('scripts/deploy.sh', 'other'),
    'a file written again with the same bytes': () => edit('test/a.test.js', text => text),
    'new times on a test': () => utimesSync(join(tree, 'test/a.test.js'), 1, 1),
    'who commits, and what a branch follows': () =>
      appendFileSync(join(tree, '.git/config'), '[user]\n\tname = x\n[branch "a"]\n\tremote = origin\n'),
    'a global name for commits': () => writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = x\n'),
    'a folder that Python searches, and a package with code of its own': () => {
      const code = 'import __editable___shop_finder; __editable___shop_finder.install()\n'
      const digest = createHash('sha256').update(code).digest('base64url')
      writeUserSite('shop.pth', '/home/dev/shop/src\n')
      writeUserSite('__editable__.shop.pth', code)
      writeUserSite('shop-1.0.dist-info/RECORD', `__editable__.shop.pth,sha256=${digest},68\n`)
    },
    'a build output': () => write('dist/a.test.js', '1'),
    'a new installed package': () => write('node_modules/b/package.json', '{}'),
    'a cache in node_modules': () => write('node_modules/.cache/x', '1'),
    'a new workflow': () => write('.github/workflows/new.yml', 'on: push'),
    'a sample hook': () => writeFileSync(join(tree, '.git/hooks/pre-commit.sample'), 'x'),
  }
  test.each(Object.entries(honest))('for %s', async (_, work) => {
    const before = await seal()
    work()
    expect(await changes(before)).toEqual([])
  })
})

describe('a change of what the gate relies on is reported', () => {
  beforeEach(aProject)

  const tampered: Record<string, readonly [() => void, string]> = {
    'a weaker test': [() => write('test/a.test.js', 'test("b")\n'), 'changed test test/a.test.js'],
    'a weaker test of the same size, its times put back': [
      () => {
        const { atime, mtime } = statSync(join(tree, 'test/a.test.js'))
        write('test/a.test.js', 'test("b")\n')
        utimesSync(join(tree, 'test/a.test.js'), atime, mtime)
      },
      'changed test test/a.test.js',
    ],
    'a deleted test': [() => rmSync(join(tree, 'test/a.test.js')), 'deleted test test/a.test.js'],
    'a renamed test': [
      () => renameSync(join(tree, 'test/a.test.js'), join(tree, 'test/a.txt')),
      'deleted test test/a.test.js',
    ],
    'a test that became a link': [
      () => {
        renameSync(join(tree, 'test/a.test.js'), join(base, 'a.js'))
        symlinkSync(join(base, 'a.js'), join(tree, 'test/a.test.js'))
      },
      'became-symlink test test/a.test.js',
    ],
    'a test folder that became a link': [
      () => {
        renameSync(join(tree, 'test'), join(base, 'elsewhere'))
        symlinkSync(join(base, 'elsewhere'), join(tree, 'test'))
      },
      'became-symlink test test/a.test.js',
    ],
    'a test folder that became a file': [
      () => {
        rmSync(join(tree, 'test'), { recursive: true })
        writeFileSync(join(tree, 'test'), '')
      },
      'deleted test test/a.test.js',
    ],
    'a test that became a folder': [
      () => {
        rmSync(join(tree, 'test/a.test.js'))
        mkdirSync(join(tree, 'test/a.test.js'))
      },
      'changed test test/a.test.js',
    ],
    'a file that the script points its runner at': [() => write('suite/main.mjs', ''), 'changed test suite/main.mjs'],
    'the script of the criterion': [
      () => edit('package.json', text => text.replace('check.sh"', 'check.sh || true"')),
      'changed script package.json#scripts.test',
    ],
    'a script that it calls': [
      () => edit('package.json', text => text.replace('node --test', 'echo')),
      'changed script package.json#scripts.unit',
    ],
    'a hook before it': [
      () => edit('package.json', text => text.replace('"unit"', '"preunit": "x", "unit"')),
      'added script package.json#scripts.preunit',
    ],
    'a deleted script': [
      () => edit('package.json', text => text.replace(/"unit": .*\n/, '')),
      'deleted script package.json#scripts.unit',
    ],
    'the key of a runner in package.json': [
      () => edit('package.json', text => text.replace('"testTimeout": 5', '"passWithNoTests": true')),
      'changed config package.json#jest',
    ],
    'a new key of a runner': [
      () => edit('package.json', text => text.replace('"type"', '"mocha": {}, "type"')),
      'added config package.json#mocha',
    ],
    'a manifest that cannot be read': [() => write('package.json', '{'), 'changed build package.json'],
    'a shell script behind an npm script': [
      () => write('scripts/check.sh', 'exit 0'),
      'changed script scripts/check.sh',
    ],
    'a script that is sourced': [() => write('scripts/lib.sh', 'exit 0'), 'changed script scripts/lib.sh'],
    'a script behind make behind a script': [() => write('tools/lint.mjs', ''), 'changed script tools/lint.mjs'],
    'what that imports': [() => write('tools/rules.mjs', ''), 'changed script tools/rules.mjs'],
    'the makefile': [() => edit('Makefile', text => text.replace('@', '-')), 'changed build Makefile'],
    'a makefile that shadows it': [() => write('GNUmakefile', 'lint:\n'), 'added build GNUmakefile'],
    'what a tsconfig extends': [() => write('config/base.json', '{"x":1}'), 'changed config config/base.json'],
    'a setup file that a config names': [() => write('support/prepare.js', '2'), 'changed config support/prepare.js'],
    'a new file that is loaded by its name': [() => write('sub/conftest.py', ''), 'added auto-loaded sub/conftest.py'],
    'a new config': [() => write('vitest.config.ts', ''), 'added config vitest.config.ts'],
    'a new .npmrc': [() => write('.npmrc', 'script-shell=/bin/true'), 'added auto-loaded .npmrc'],
    'an .npmrc at home': [
      () => writeFileSync(join(home, '.npmrc'), 'script-shell=/bin/true'),
      'added home home/.npmrc',
    ],
    'an init script of gradle': [
      () => {
        mkdirSync(join(home, '.gradle/init.d'), { recursive: true })
        writeFileSync(join(home, '.gradle/init.d/x.gradle'), '1')
      },
      'added home home/.gradle/init.d/x.gradle',
    ],
    'code that Python runs at its start': [
      () => writeUserSite('zz.pth', 'import builtins; builtins.min = max\n'),
      'added home home/.local/lib/python3.11/site-packages/zz.pth',
    ],
    'a module that Python loads at its start': [
      () => writeUserSite('usercustomize.py', 'import builtins\n'),
      'added home home/.local/lib/python3.11/site-packages/usercustomize.py',
    ],
    'a global hook folder': [
      () => writeFileSync(join(home, '.gitconfig'), '[core]\n\thooksPath = x\n'),
      'added home home/.gitconfig',
    ],
    'a config above the tree': [() => writeFileSync(join(base, '.eslintrc'), '{}'), 'added auto-loaded .eslintrc'],
    'a git hook': [
      () => writeFileSync(join(tree, '.git/hooks/pre-commit'), 'x'),
      'added git tree/.git/hooks/pre-commit',
    ],
    'an unknown git hook': [() => writeFileSync(join(tree, '.git/hooks/x'), 'x'), 'added git tree/.git/hooks/x'],
    'a monitor in git’s config': [
      () => appendFileSync(join(tree, '.git/config'), '\tfsmonitor = ./x\n'),
      'added git tree/.git/config#core.fsmonitor',
    ],
    'a filter in git’s config': [
      () => appendFileSync(join(tree, '.git/config'), '[filter "x"]\n\tsmudge = y\n'),
      'added git tree/.git/config#filter "x".smudge',
    ],
    'a replaced object': [
      () => {
        mkdirSync(join(tree, '.git/refs/replace'), { recursive: true })
        writeFileSync(join(tree, '.git/refs/replace/abc'), 'def')
      },
      'added git tree/.git/refs/replace/abc',
    ],
  }
  test.each(Object.entries(tampered))('%s', async (_, [work, expected]) => {
    const before = await seal()
    work()
    expect(await changes(before)).toContain(expected)
  })

  test('a script that is no longer executable', async () => {
    const before = await seal()
    chmodSync(join(tree, 'scripts/check.sh'), 0o755)
    expect(await changes(before)).toEqual(['mode script scripts/check.sh'])
  })

  test('a script reached under an unusual name', async () => {
    const before = await seal({ commands: ['npm run my-gate'] })
    edit('package.json', text => text.replace('"echo"', '"true"'))
    expect(await changes(before)).toEqual(['changed script package.json#scripts.my-gate'])
  })

  test('a test that ran, whatever it is called', async () => {
    write('odd/place.mjs', '1')
    const before = await seal({ testFiles: ['odd/place.mjs'] })
    write('odd/place.mjs', '2')
    expect(await changes(before)).toEqual(['changed test odd/place.mjs'])
  })
})

describe('tools and packages', () => {
  const program = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: 0o755 })
  }

  beforeEach(() => {
    aProject()
    program(join(tree, 'node_modules/jest/bin/jest.js'), '#!/usr/bin/env node\n1\n')
    write('node_modules/jest/package.json', '{"version":"1.0.0"}')
    write('node_modules/@scope/lib/index.js', '1')
    mkdirSync(join(tree, 'node_modules/.bin'))
    symlinkSync('../jest/bin/jest.js', join(tree, 'node_modules/.bin/jest'))
    write('package-lock.json', '{}')
    edit('package.json', text => text.replace('npm run -s unit', 'jest'))
  })

  test('a shim in the place of a program', async () => {
    const before = await seal()
    rmSync(join(tree, 'node_modules/.bin/jest'))
    program(join(tree, 'node_modules/.bin/jest'), '#!/bin/sh\necho ok\n')
    expect(await changes(before)).toEqual(['changed tool node_modules/.bin/jest'])
  })

  test('an edited runner', async () => {
    const before = await seal()
    appendFileSync(join(tree, 'node_modules/jest/bin/jest.js'), 'process.exit(0)')
    expect(await changes(before)).toEqual(['changed dependency node_modules/jest'])
  })

  test('another program of that name, earlier on the path', async () => {
    const before = await seal()
    program(join(home, 'bin/npm'), '#!/bin/sh\n')
    expect(await changes(before)).toEqual(['changed tool home/bin/npm'])
  })

  test('a package that was installed again is the same', async () => {
    const before = await seal()
    cpSync(join(tree, 'node_modules'), join(base, 'copy'), { recursive: true, verbatimSymlinks: true })
    rmSync(join(tree, 'node_modules'), { recursive: true })
    renameSync(join(base, 'copy'), join(tree, 'node_modules'))
    expect(await changes(before)).toEqual([])
  })

  test('an upgrade that the lockfile tells of is honest, one that it does not is not', async () => {
    const before = await seal()
    write('node_modules/jest/package.json', '{"version":"1.1.0"}')
    expect(await changes(before)).toEqual(['changed dependency node_modules/jest'])
    write('package-lock.json', '{"packages":{"node_modules/jest":{"version":"1.1.0"}}}')
    expect(await changes(before)).toEqual([])
    write('node_modules/@scope/lib/index.js', '2')
    expect(await changes(before)).toEqual(['changed dependency node_modules/@scope/lib'])
  })
})

describe('a copy of the tree gets its protected files back', () => {
  test('bytes, links, modes and parts; and what took effect by itself is taken away', async () => {
    aProject()
    write('test/old.test.js', 'old')
    const before = await seal()
    const copy = join(base, 'copy')
    cpSync(tree, copy, { recursive: true })
    rmSync(join(copy, 'test/a.test.js'))
    rmSync(join(copy, 'scripts'), { recursive: true })
    symlinkSync(join(base, 'blobs'), join(copy, 'scripts'))
    writeFileSync(join(copy, 'test/new.test.js'), 'new')
    writeFileSync(join(copy, 'conftest.py'), 'x')
    const manifest = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
    manifest.scripts.test = 'true'
    manifest.scripts.pretest = 'rm -rf test'
    manifest.scripts.fresh = 'mine'
    manifest.dependencies.b = '2'
    manifest.mocha = {}
    delete manifest.jest
    writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest))

    const outcome = await restoreProtected(before, blobs(), copy)
    expect(outcome.missing).toEqual([])
    expect(outcome.removed).toEqual(['conftest.py'])
    expect([...outcome.restored].sort()).toEqual([
      'package.json',
      'scripts/check.sh',
      'scripts/lib.sh',
      'test/a.test.js',
    ])
    const text = (path: string): string => readFileSync(join(copy, path), 'utf8')
    expect(text('test/a.test.js')).toBe('test("a")\n')
    expect(text('test/new.test.js')).toBe('new')
    const now = JSON.parse(text('package.json'))
    expect(now.dependencies).toEqual({ a: '1', b: '2' })
    expect(now.scripts.test).toBe('npm run -s unit && bash scripts/check.sh')
    expect(now.scripts).not.toHaveProperty('pretest')
    expect(now.scripts.fresh).toBe('mine')
    expect(now.jest).toEqual({ testTimeout: 5 })
    expect(now).not.toHaveProperty('mocha')
    expect(await restoreProtected(before, blobs(), copy)).toEqual({ restored: [], removed: [], missing: [] })
  })

  test('a blob that was tampered with is missing, not believed', async () => {
    aProject()
    const before = await seal()
    const digest = before.files.find(({ path }) => path === 'test/a.test.js')?.digest ?? ''
    writeFileSync(join(base, 'blobs', digest.slice(0, 2), digest.slice(2)), 'test("b")\n')
    const copy = join(base, 'copy')
    cpSync(tree, copy, { recursive: true })
    rmSync(join(copy, 'test/a.test.js'))
    expect((await restoreProtected(before, blobs(), copy)).missing).toEqual(['test/a.test.js'])
  })
})

test('a change of any byte of a protected file is seen, whatever its times say', async () => {
  const paths = [
    'test/a.test.js',
    'jest.config.js',
    'Makefile',
    'conftest.py',
    'test/fixtures/in.bin',
    '.github/workflows/ci.yml',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.uint8Array({ minLength: 1, maxLength: 64 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (path, bytes, at, flip) => {
        write(path, '')
        writeFileSync(join(tree, path), bytes)
        const before = await seal({ commands: [] })
        const { atime, mtime } = statSync(join(tree, path))
        const other = Uint8Array.from(bytes, (byte, index) => (index === at % bytes.length ? byte ^ flip : byte))
        writeFileSync(join(tree, path), other)
        utimesSync(join(tree, path), atime, mtime)
        expect((await compareSeal(before, { home, env: env() })).map(({ path: changed }) => changed)).toEqual([path])
        writeFileSync(join(tree, path), bytes)
        expect(await compareSeal(before, { home, env: env() })).toEqual([])
      },
    ),
    { numRuns: 30 },
  )
})

test('data that the baseline’s own run wrote into a test folder is not protected; snapshots are', async () => {
  const ranSinceMs = Date.now() - 1_000
  write('test/db.sqlite', '1')
  write('test/a.snap', '1')
  const before = await seal({ ranSinceMs })
  write('test/db.sqlite', '2')
  write('test/a.snap', '2')
  expect(await changes(before)).toEqual(['changed snapshot test/a.snap'])
})

describe('checks of make', () => {
  const make = (): Promise<Seal> => seal({ commands: ['make test'] })

  test('a new file that the makefile includes if it exists', async () => {
    write('Makefile', '-include config.mk $(wildcard *.d)\ntest:\n\t./run\n')
    const before = await make()
    write('config.mk', 'CFLAGS += -DNDEBUG\n')
    expect(await changes(before)).toEqual(['added build config.mk'])
    await restoreProtected(before, blobs(), tree)
    expect(await changes(before)).toEqual([])
  })

  test('what a recipe compares with, and not what it may generate', async () => {
    write('Makefile', 'test:\n\t./gen > out.txt\n\tdiff out.txt expected/report.txt\n\t./gen | diff - table.txt\n')
    write('expected/report.txt', 'a\n')
    write('table.txt', 'a\n')
    const before = await make()
    write('expected/report.txt', 'b\n')
    write('table.txt', 'b\n')
    expect(await changes(before)).toEqual(['changed snapshot expected/report.txt'])
  })

  test('the source of a test program', async () => {
    write('Makefile', 'test: check\n\t./check\ncheck: price.c check.c\n\t$(CC) -o check price.c check.c\n')
    write('check.c', 'int main(void) { assert(discount(200, 10) == 180); }\n')
    write('price.c', 'int discount(int a, int b) { return a - b; }\n')
    const before = await make()
    write('check.c', 'int main(void) { assert(discount(200, 10) == 190); }\n')
    write('price.c', 'int discount(int a, int b) { return a; }\n')
    expect(await changes(before)).toEqual(['changed test check.c'])
  })
})
