import { expect, test } from 'vitest'
import { adoptedEnvironment, storedEnvironment } from './adopted-environment.ts'

const NONCE = 'abc'
const SHAPED = `/x/sk-${'a1'.repeat(20)}`
const credentials = {
  LD_SDK_KEY: 'sdk-8f7a',
  GIT_TOKEN: 't-1',
  AWS_ACCESS_KEY_ID: 'id',
  MYSQL_PWD: 'pw',
  npm_config__authToken: 'npm-9f8e',
}
const others = {
  ...Object.fromEntries(
    ['MAKEFILES', 'RUBYOPT', 'PERL5OPT', 'PYTHONHOME', 'CC', 'RUSTC_WRAPPER', 'npm_config_script_shell', 'ENV'].map(
      name => [name, SHAPED],
    ),
  ),
  DATABASE_URL: 'postgres://me:hunter22@db/x',
  GIT_ASKPASS: '/usr/bin/ask',
  GIT_CONFIG_KEY_0: 'core.pager',
}
const open = { PATH: `/bin:${SHAPED}`, HOME: '/home/dev', EDITOR: 'vi' }
const all = { ...open, ...credentials, ...others }
const changed = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, `${value}-other`]))

const stored = { ...storedEnvironment(all, NONCE), nonce: NONCE }

test('a stop with the environment of the adoption has all of it, and no secret is stored', () => {
  expect(stored.env).toEqual(open)
  expect(
    Object.values({ ...credentials, ...others }).filter(value => JSON.stringify(stored.digests).includes(value)),
  ).toEqual([])
  expect(adoptedEnvironment(stored, all)).toEqual(all)
})

test('a stop with another environment brings new credentials, and nothing that chooses programs', () => {
  const own = { ...changed(all), EVIL: 'x', EVIL_KEY: 'x' }
  const expected = { ...open, ...changed(credentials) }
  const { digests: _, ...older } = stored
  const oldest = { env: older.env, nonce: NONCE }
  expect(adoptedEnvironment(stored, own)).toEqual(expected)
  expect(adoptedEnvironment({ ...older, secrets: Object.keys({ ...credentials, ...others }) }, own)).toEqual(expected)
  expect(adoptedEnvironment(oldest, own)).toEqual({ ...expected, EVIL_KEY: 'x' })
})
