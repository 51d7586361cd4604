import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicVariables, RedactedStream, redact, redactorFor, secretVariables } from './redact.ts'

const env = {
  MY_API_KEY: 'k7Qx-Zp91-vvLm',
  DB_PASSWORD: 'hunter2',
  DATABASE_URL: 'postgres://app:Wn4-tr8!z@db.local/app',
  SIGNING_KEY: 'first line of the key\nsecond line of the key',
  QUOTED_SECRET: 'a"b\\c d/e',
  GREEK_TOKEN: 'Ωmega-"7😀-key',
  GREETING: 'hello world',
}

test.each([
  ['key=k7Qx-Zp91-vvLm.', 'key=[MY_API_KEY].'],
  ['xk7Qx-Zp91-vvLmy', 'x[MY_API_KEY]y'],
  ['login hunter2!', 'login [DB_PASSWORD]!'],
  ['hunter2000', 'hunter2000'],
  ['the password is Wn4-tr8!z', 'the password is [DATABASE_URL]'],
  ['second line of the key', '[SIGNING_KEY]'],
  [JSON.stringify({ value: 'a"b\\c d/e' }), '{"value":"[QUOTED_SECRET]"}'],
  [`q=${encodeURIComponent('a"b\\c d/e')}`, 'q=[QUOTED_SECRET]'],
  // As Python, .NET, and a program that puts one's output into its own write it.
  ['{"v": "\\u03a9mega-\\"7\\ud83d\\ude00-key"}', '{"v": "[GREEK_TOKEN]"}'],
  ['\\u03A9mega-\\"7\\uD83D\\uDE00-key', '[GREEK_TOKEN]'],
  [JSON.stringify('\\u03a9mega-\\"7\\ud83d\\ude00-key'), '"[GREEK_TOKEN]"'],
  ['hello world', 'hello world'],
])('values of secret variables are replaced: %s', (text, clean) => {
  expect(redact(text, env)).toBe(clean)
})

test.each([
  ['MAX_TOKENS', '1'],
  ['USE_TOKEN', 'true'],
  ['DB_PASS', 'test'],
  ['TEST_SECRET', 'secret'],
  ['PGPASSWORD', 'postgres'],
  ['TOKEN_LIMIT', '100000'],
  ['TOKEN_HOST', '127.0.0.1'],
  ['SSH_AUTH_SOCK', '/tmp/ssh-XXXXabcdef/agent.123'],
  ['KEY_FILE', './certs/server.pem'],
  ['KEY_DIRECTORY', 'src/components/keys'],
  ['TOKEN_URL', 'https://login.example.com/oauth/token'],
  ['PWD', '/home/dev/a-project-of-mine'],
  ['GIT_AUTHOR_NAME', 'Ada Lovelace'],
])('an ordinary value does not destroy the output: %s=%s', (name, value) => {
  const text = `before ${value} after`
  expect(redact(text, { [name]: value })).toBe(text)
})

test.each([
  ['sk-proj-abc123def456ghi789', '[redacted API key]'],
  ['sk-ant-api03-Zx81aaBBccDD', '[redacted API key]'],
  ['sk-abcdefghijklmnopqrstuvwx', '[redacted API key]'],
  [`ghp_${'a1B2'.repeat(9)}`, '[redacted GitHub token]'],
  [`github_pat_${'a1B2_'.repeat(9)}`, '[redacted GitHub token]'],
  ['xoxb-123456789012-abcdefGHIJ', '[redacted Slack token]'],
  ['AKIAIOSFODNN7EXAMPLE', '[redacted AWS key]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N', '[redacted JWT]'],
  ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
  ['"authorization": "Basic dXNlcjpwYXNz"', '"authorization": "Basic [redacted]"'],
  ['https://user:pa55@example.com/x', 'https://user:[redacted]@example.com/x'],
  ['postgres://app:p$ss@db/app', 'postgres://app:[redacted]@db/app'],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx\nshort=\n-----END RSA PRIVATE KEY-----',
    '[redacted private key]',
  ],
  [
    JSON.stringify('-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\n'),
    '"[redacted private key]\\n"',
  ],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqh\nthen some words', '[redacted private key]\nthen some words'],
])('the shape of a secret is enough: %s', (text, clean) => {
  expect(redactorFor({})(`a ${text} z`)).toBe(`a ${clean} z`)
})

test.each([
  'task-runner-with-a-long-name-12',
  'https://example.com:8080/a@b',
  'git@github.com:owner/name.git',
  'https://user:$PASSWORD@example.com',
  'Bearer authentication is required',
  'sk-SK',
  'the .sk-spinner-container class',
  'expected Authorization: Bearer',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
])('ordinary text stays: %s', text => {
  expect(redactorFor({})(text)).toBe(text)
})

test('redacting twice changes nothing more, and JSON stays JSON', () => {
  const clean = redactorFor(env)
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...Object.values(env)))), pieces => {
      const once = clean(JSON.stringify(pieces))
      expect(clean(once)).toBe(once)
      expect(JSON.parse(once)).toHaveLength(pieces.length)
    }),
  )
})

test('however a stream is cut, it is redacted as the whole text would be', () => {
  const clean = redactorFor(env)
  const text = `a k7Qx-Zp91-vvLm b\nsk-proj-abc123def456\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nxyz=\n-----END PRIVATE KEY-----\nhunter2`
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }), sizes => {
      let [out, at] = ['', 0]
      const stream = new RedactedStream(clean, piece => {
        out += piece
      })
      for (const size of sizes) {
        stream.push(text.slice(at, at + size))
        at += size
      }
      stream.push(text.slice(at))
      stream.end()
      expect(out).toBe(clean(text))
    }),
  )
})

test('a line without an end is passed on in pieces, and no secret in it is cut', () => {
  const line = 'x '.repeat(40_000).replace(/x x x x $/, '') + 'k7Qx-Zp91-vvLm'.repeat(20_000)
  const pieces: string[] = []
  const stream = new RedactedStream(redactorFor(env), piece => pieces.push(piece))
  for (let at = 0; at < line.length; at += 1_000) stream.push(line.slice(at, at + 1_000))
  stream.end()
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(redact(line, env))
})

test('a variable is secret by its name or by the shape of its value', () => {
  const variables = { MY_API_KEY: 'x', GH: `ghp_${'a1B2'.repeat(9)}`, HOME: '/home/dev', PWD: '/home/dev' }
  expect(publicVariables(variables)).toEqual({ HOME: '/home/dev', PWD: '/home/dev' })
  expect(Object.keys(secretVariables(variables))).toEqual(['MY_API_KEY', 'GH'])
})
