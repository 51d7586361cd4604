import { expect, test } from 'vitest'
import { cleanEnvironment } from './environment.ts'

const folders = { temporary: "/state/it's/t", bytecode: '/state/py' }

test('what was captured stays, and is added to where a variable holds a list', () => {
  const env = cleanEnvironment(
    { CI: '1', HOME: '/h', GOFLAGS: '-mod=vendor', PYTEST_ADDOPTS: '-q', TMP: '/tmp' },
    folders,
  )
  expect(env).toMatchObject({ CI: '1', HOME: '/h', GOFLAGS: '-mod=vendor -count=1' })
  expect(env['PYTEST_ADDOPTS']).toBe(`-q -o 'cache_dir=/state/it'"'"'s/t/pytest'`)
  expect([env['TMPDIR'], env['TMP'], env['TEMP']]).toEqual([folders.temporary, folders.temporary, undefined])
})

test('caches of results are off, and servers that know the user’s tree are not asked', () => {
  expect(cleanEnvironment({ NX_DAEMON: 'true' }, folders)).toMatchObject({
    TURBO_FORCE: 'true',
    NX_SKIP_NX_CACHE: 'true',
    NX_DAEMON: 'false',
    RUFF_NO_CACHE: 'true',
    PYTHONPYCACHEPREFIX: folders.bytecode,
    MYPY_CACHE_DIR: `${folders.temporary}/mypy`,
    GRADLE_OPTS: '-Dorg.gradle.caching=false -Dorg.gradle.daemon=false',
  })
})

// Jest takes the variable's word that the watcher is there, and ends with 0 and without a test when nobody answers.
test('no file watcher is named that does not listen', () => {
  expect(cleanEnvironment({}, folders)).not.toHaveProperty('WATCHMAN_SOCK')
})

test('CI is not invented', () => {
  expect(cleanEnvironment({}, folders)).not.toHaveProperty('CI')
})
