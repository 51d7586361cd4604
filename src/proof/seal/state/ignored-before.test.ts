import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderBlobs } from '../../../system/blobs.ts'
import { buildTimes } from '../../../workspace/clean-copy/build-times.ts'
import { survey } from '../../../workspace/clean-copy/survey.ts'
import { besideOutput } from '../built-files.ts'
import { buildBaseline, ignoredBefore } from './ignored-before.ts'

const env = { HOME: '/nonexistent', PATH: process.env['PATH'] }
const RULES = '*.o\n*.d\n*.so\n*.a\n*.gch\nbuild/\nlink\nlocal.json\n'

function stand(files: Readonly<Record<string, string>>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-ignored-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tree = join(folder, 'tree')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  return { tree, put, blobs: folderBlobs(join(folder, 'blobs')) }
}

/** As if all of it were older than the baseline run. */
const aged = (tree: string, paths: readonly string[]): void => {
  for (const path of paths) utimesSync(join(tree, path), 9, 9)
}

test('what a copy does with ignored files that changed since the seal', async () => {
  const { tree, put, blobs } = stand({
    '.gitignore': RULES,
    'build/CMakeCache.txt': 'Debug',
    'prebuilt.so': '\x7fELF',
    'made.o': '\x7fELF',
    'made.d': 'made.o: made.c',
    'old.a': '!<arch>',
    'local.json': '{}',
  })
  const sinceMs = Date.now() - 60_000
  aged(tree, ['prebuilt.so', 'old.a', 'local.json'])
  const sealed = await ignoredBefore({ tree, env, blobs, ranSinceMs: sinceMs })
  put('.gitignore', '')
  put('build/CMakeCache.txt', 'Release')
  put('made.d', 'override CFLAGS += -DNDEBUG')
  put('planted.so', '\x7fELF')
  put('ring.h.gch', 'gpch')
  put('notes/build/late.txt', 'x')
  symlinkSync('/bin/true', join(tree, 'link'))
  put('text.o', 'INPUT(x)')
  const builds = await buildTimes({ tree, env, ...buildBaseline(sealed, blobs) }, await survey(tree, []), sinceMs)
  expect([...builds.added].sort()).toEqual(['link', 'planted.so', 'ring.h.gch', 'text.o'])
  expect([...builds.without].sort()).toEqual(['link', 'made.d', 'made.o', 'planted.so', 'ring.h.gch', 'text.o'])
  expect([...builds.restored].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['build/CMakeCache.txt', 'Debug'],
  ])
  // Neither built by the check nor new: it may be a library or a setting that somebody needs.
  expect(builds.old).toEqual(expect.arrayContaining(['prebuilt.so', 'old.a', 'local.json', 'build/CMakeCache.txt']))
  expect(besideOutput(builds.ignored, sealed.paths).sort()).toEqual([
    'link',
    'notes/build',
    'planted.so',
    'ring.h.gch',
    'text.o',
  ])
})

test('a repository that cannot be read hides no ignored file', async () => {
  const { tree, put, blobs } = stand({ '.gitignore': 'dist/\n', 'dist/lib.js': '1', '.git/HEAD': 'garbage' })
  put('.git/index', 'garbage')
  expect((await ignoredBefore({ tree, env, blobs })).paths).toEqual(['dist/lib.js'])
})
