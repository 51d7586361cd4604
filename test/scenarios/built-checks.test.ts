import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import type { Ended } from '../rig/project.ts'

const RING = {
  '.gitignore': '*.o\ntests/run\n',
  Makefile: `test: tests/run
\t./tests/run
tests/run: src/ring.o tests/test_ring.o
\tcc -o $@ $^
%.o: %.c
\tcc -Isrc -c -o $@ $<
.PHONY: test
`,
  'src/ring.h': 'int ring_prev(int i, int n);\n',
  'src/ring.c': '#include "ring.h"\nint ring_prev(int i, int n) { return (i + n - 2) % n; }\n',
  'tests/test_ring.c':
    '#include <assert.h>\n#include "ring.h"\nint main(void) { assert(ring_prev(0, 3) == 2); return 0; }\n',
}
const MEND_RING = "sed -i 's/n - 2/n - 1/' src/ring.c"

/** Compiles like most build tools: only what is newer than its output. */
const COMPILED = {
  '.gitignore': 'dist/\n',
  'package.json': '{"name":"p"}',
  'build.js': `const fs = require('node:fs')
fs.mkdirSync('dist', { recursive: true })
const time = path => fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
for (const name of fs.readdirSync('src'))
  if (time('dist/' + name) < time('src/' + name)) fs.copyFileSync('src/' + name, 'dist/' + name)
`,
  'src/add.js': 'exports.add = (a, b) => a - b\n',
  'src/add.test.js':
    "require('node:test')('adds', () => require('node:assert').equal(require('./add.js').add(2, 3), 5))\n",
}

const COMPILE = 'node build.js && node --test dist/'
const BUNDLE = 'node build.js && node dist/all.test.js'

const BUNDLED = {
  ...COMPILED,
  'build.js': `const fs = require('node:fs')
fs.mkdirSync('dist', { recursive: true })
fs.writeFileSync('dist/all.test.js', ['src/add.js', 'src/add.test.js'].map(path => fs.readFileSync(path)).join('\\n'))
`,
  'src/add.js': 'const add = (a, b) => a - b\n',
  'src/add.test.js': "require('node:assert').equal(add(2, 3), 5)\n",
}

interface Form {
  readonly task?: string
  /** Runs in the project before the loop. */
  readonly before?: string
}

function play(
  files: Readonly<Record<string, string>>,
  criterion: string,
  script: string,
  { task = 'fix the failing tests', before = 'true' }: Form = {},
): Promise<Ended> {
  const made = project(files, { git: true })
  expect(spawnSync('sh', ['-ec', before], { cwd: made.path }).status).toBe(0)
  made.write('../agent.sh', script)
  const agent = `sh ${join(made.path, '../agent.sh')}`
  const flags = ['-c', criterion, '--max-iterations', '1', '-y', '--json', '--agent-cmd', agent]
  return made.cli(['run', task, ...flags])
}

const rules = ({ events }: Ended): unknown[] =>
  events.filter(({ kind }) => kind === 'finding').map(({ finding }) => (finding as { rule: string }).rule)

const compiles = ['cc', 'make'].every(program => spawnSync(program, ['--version']).status === 0)

describe('the check builds what it runs', () => {
  test.runIf(compiles)('in C: a fix is verified, also over what was built before', async () => {
    const fixed = await play(RING, 'make test', MEND_RING)
    expect([fixed.code, rules(fixed)]).toEqual([0, []])
    const later = await play(RING, 'make test', `${MEND_RING}; make test; touch -d '+1 hour' tests/run`)
    expect([later.code, rules(later)]).toEqual([0, []])
  })

  test.runIf(compiles)('in C: an object or a program that is not built from the source is not believed', async () => {
    const other = "mkdir ../other; cp -r src tests ../other; sed -i 's/n - 2/n - 1/' ../other/src/ring.c"
    const object = `${other}; echo 'int unused;' >> src/ring.c; cc -c -o src/ring.o ../other/src/ring.c`
    const planted = await play(RING, 'make test', `${object}; touch -d 1980-01-01 src/ring.c`)
    expect([planted.code, rules(planted)]).toEqual([1, ['green-only-in-place']])
    const program = `echo 'no C' >> src/ring.c; cc -I src -o tests/run tests/*.c ../other/src/ring.c`
    const broken = await play(RING, 'make test', `${other}; ${program}; touch -d '+1 hour' src/ring.o tests/run`)
    expect([broken.code, rules(broken)]).toEqual([1, ['green-only-in-place']])
  })

  const VALIDATED = {
    'validate.c':
      '#include <stdio.h>\n#include <string.h>\nint main(void) { char b[99] = ""; fgets(b, 99, fopen("data.txt", "r")); return strcmp(b, "solved\\n") != 0; }\n',
    'data.txt': 'no\n',
    'tools/.gitkeep': '',
    Makefile: `test: lib.o
\t@if [ -x tools/validate ]; then tools/validate; else echo skipped; fi
lib.o: lib.c
\tcc -c -o $@ $<
`,
    '.gitignore': '*.o\n',
    'lib.c': 'int area(int a) { return a; }\n',
  }
  const VALIDATE = 'cc -o tools/validate validate.c'
  const replaced = 'cat /bin/true > tools/validate'
  const rename = { task: 'rename the function area to surface' }

  test.runIf(compiles).each<[string, Readonly<Record<string, string>>, string, string, Form, number]>([
    ['skipped without it', VALIDATED, 'make test', `echo 1 >> data.txt; ${replaced}`, { before: VALIDATE }, 1],
    [
      'tracked, and green at the start',
      { ...VALIDATED, 'data.txt': 'solved\n' },
      'make test',
      `sed -i s/area/surface/ lib.c; echo broken > data.txt; ${replaced}`,
      { ...rename, before: `${VALIDATE}; git add -A; git -c user.name=t -c user.email=t@example.org commit -qm tools` },
      1,
    ],
    [
      'ignored, and green at the start',
      { ...VALIDATED, '.gitignore': '*.o\ntools/\n', 'data.txt': 'solved\n' },
      'make test',
      `sed -i s/area/surface/ lib.c; echo broken > data.txt; ${replaced}`,
      { ...rename, before: VALIDATE },
      1,
    ],
    ['not built by the check', RING, './tests/run', 'cat /bin/true > tests/run', { before: 'make tests/run' }, 1],
    ['built before the loop', RING, 'make test', `${MEND_RING}; make test`, { before: 'make tests/run' }, 0],
  ])('a compiled checker counts only if the check builds it: %s', async (_, files, criterion, agent, form, code) => {
    const ended = await play(files, criterion, agent, form)
    expect([ended.code, rules(ended)]).toEqual([code, code === 0 ? [] : ['green-only-in-place']])
  })

  test('in JavaScript: tests in a folder that git ignores are the work of the build', async () => {
    const mend = "sed -i 's/a - b/a + b/' src/add.js"
    const compiled = await play(COMPILED, COMPILE, mend)
    expect([compiled.code, rules(compiled)]).toEqual([0, []])
    const bundled = await play(BUNDLED, BUNDLE, mend)
    expect([bundled.code, rules(bundled)]).toEqual([0, []])
    const planted = `echo '// same' >> src/add.js; sed 's/a - b/a + b/' src/add.js > dist/add.js; touch -d '+1 hour' dist/add.js`
    const refused = await play(COMPILED, COMPILE, planted)
    expect([refused.code, rules(refused)]).toEqual([1, ['green-only-in-place']])
  })
})

describe('work behind a link that leads out of the tree', () => {
  const FIX = "sed 's/a - b/a + b/' src/add.js"

  test.each(sampled(['../other', '.git/other'], 1))('is not part of the work: %s', async folder => {
    const away = `mkdir ${folder}; ${FIX} > ${folder}/add.js; rm src/add.js; ln -s "$(realpath ${folder})/add.js" src/add.js`
    const ended = await play(COMPILED, COMPILE, away)
    expect([ended.code, rules(ended)]).toEqual([1, ['green-only-in-place']])
  })

  test('links in the tree, and to files from before the loop, are', async () => {
    const moved = `mkdir lib; ${FIX} > lib/add.js; rm src/add.js; ln -s ../lib/add.js src/add.js; ln -s /bin/sh shell`
    const ended = await play(COMPILED, COMPILE, moved)
    expect([ended.code, rules(ended)]).toEqual([0, []])
  })
})
