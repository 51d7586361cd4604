import { expect, test } from 'vitest'
import { scrubbed, withoutHome } from './scrubbed-environment.ts'

test('nothing of the person stays but where programs and downloads are', () => {
  const env = { PATH: '/bin', HOME: '/home/me', LANG: 'C', API_TOKEN: 's', FOO: 'bar', NODE_ENV: 'x', GOPATH: '/go' }
  expect(scrubbed(env, '/empty')).toMatchObject({
    PATH: '/bin',
    HOME: '/empty',
    LANG: 'C',
    GOPATH: '/go',
    CARGO_HOME: '/home/me/.cargo',
  })
  expect(Object.keys(scrubbed(env, '/empty'))).not.toEqual(expect.arrayContaining(['API_TOKEN']))
  expect(scrubbed(env, '/empty')).not.toHaveProperty('FOO')
  expect(scrubbed(env, '/empty')).not.toHaveProperty('NODE_ENV')
})

test('without a home directory, tools find the places that they need', () => {
  const env = withoutHome({ PATH: '/bin', HOME: '/nobody', GOPATH: '/go' }, '/empty')
  expect(env).not.toHaveProperty('HOME')
  expect(env).toMatchObject({ PATH: '/bin', GOPATH: '/go', GOCACHE: '/empty/.cache/go-build' })
})
