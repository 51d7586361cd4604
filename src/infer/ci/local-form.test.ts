import { expect, test } from 'vitest'
import { localForm } from './local-form.ts'

test.each([
  ['staticcheck ./... || fail=1', 'staticcheck ./...'],
  ['set -o pipefail && swift test 2>&1 | xcbeautify --renderer github-actions', 'swift test'],
  ['uv run -- codespell && echo No typos', 'uv run -- codespell'],
  ['make check || exit 1', 'make check'],
  ['python3.9 -m pytest tests', 'python -m pytest tests'],
  ['npm run e2e -- --workers=50% --forbid-only', 'npm run e2e'],
  ['python3.11 -m pytest', 'python -m pytest'],
  ['npm run test:api -- --reporter min', 'npm run test:api'],
  ['cargo fmt -- --check --color always', 'cargo fmt -- --check'],
  ['tox --verbose --verbose -e py', 'tox -e py'],
  ['python -m pytest -vv --color=yes -ra tests', 'python -m pytest tests'],
  ['grep -v TODO src', 'grep -v TODO src'],
])('%s → %s', (line, local) => {
  expect(localForm(line)).toBe(local)
})
