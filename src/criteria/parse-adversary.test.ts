import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { book, notationOf } from '../../test/rig/notation.ts'
import { commandsOf } from './criterion.ts'
import { parseCriterion } from './parse.ts'

// Sentences that somebody tried in order to get a gate that proves something else, and their relatives.
const sentences: readonly (readonly [text: string, outcome: string])[] = [
  ['src/app.ts has no type errors', 'npm run typecheck   ⚠ wider_than_said'],
  ['src/ has no lint errors', 'npm run lint   ⚠ wider_than_said'],
  ['src/app.ts has no lint errors', 'npm run lint   ⚠ wider_than_said'],
  ['test.py has no errors', 'refused: unreadable'],
  ['./check.sh has no errors', './check.sh'],
  ['./check.sh has exit code 0', './check.sh'],
  ['./x.sh has no new failures', 'nonew ./x.sh'],
  ['src has no errors', 'refused: unreadable'],
  ['src/index.ts has zero type errors', 'npm run typecheck   ⚠ wider_than_said'],
  ['lib/ is free of lint warnings', 'npm run lint !~ /(?<!\\b(?:0|no|zero) )\\b(?:warn|warnings?)\\b/i →0'],
  ['src/app.ts does not have type errors', 'npm run typecheck   ⚠ wider_than_said'],
  ['packages/api has no warnings', 'refused: unreadable'],
  ['src/a.ts has no problems', 'refused: unreadable'],
  ['app/models.py has no violations', 'refused: unreadable'],
  ['src/a.ts contains no errors', 'refused: unreadable'],
  ['every file in src has no lint errors', 'refused: unreadable'],
  ['no file in src has type errors', 'refused: unreadable'],
  ['src/a.ts compiles without type errors', 'npm run typecheck   ⚠ wider_than_said'],
  ['bin/check reports no errors', 'bin/check'],
  ['scripts/ci has no failures', 'scripts/ci'],
  ['dist/app.js is smaller than 200kB', 'test -f dist/app.js && test "$(wc -c < dist/app.js)" -lt 204800'],
  [
    'dist/ is smaller than 2 MB',
    'test -n "$(find dist/ -type f | head -n 1)" && test "$(find dist/ -type f -exec cat {} + | wc -c)" -lt 2097152',
  ],
  ['src/main.py has at least 10 lines', 'test -f src/main.py && test "$(wc -l < src/main.py)" -ge 10'],
  ['dist/*.js is smaller than 10 kB', 'refused: unreadable'],
  ['grep -rn "TODO" src | wc -l returns 0', 'grep -rn "TODO" src | wc -l # = 0'],
  ['grep -rn "TODO" src | wc -l is 0', 'grep -rn "TODO" src | wc -l # = 0'],
  ['grep -c TODO src/app.ts is 0', 'grep -c TODO src/app.ts # = 0'],
  ['jq .total r.json returns 5', 'jq .total r.json # = 5'],
  ["find . -name '*.js' | wc -l gives 3", "find . -name '*.js' | wc -l # = 3"],
  ['git rev-list --count HEAD returns 3', 'git rev-list --count HEAD # = 3'],
  ['node -p 1+1 returns 2', 'node -p 1+1 # = 2'],
  ['rg -c foo src outputs 0', 'rg -c foo src # = 0'],
  ['ls | wc -l equals 4', 'ls | wc -l # = 4'],
  ['ls | wc -l must be 4', 'ls | wc -l # = 4'],
  ['wc -l src/a.ts exits 0', 'wc -l src/a.ts'],
  ['npm test returns 0', 'npm test'],
  ['`echo touch x` → exit 0', 'echo touch x   ⚠ cannot_fail'],
  ['`npm test` → passes', 'npm test'],
  ['`npm test` => 0', 'npm test'],
  ['`npm test` — green', 'npm test'],
  ['`npm test` whatever happens', 'refused: unreadable'],
  ['`echo touch x` then `ls`', '(echo touch x & ls)   ⚠ cannot_fail,cannot_fail'],
  ['test `git rev-parse HEAD` = abc', 'refused: unreadable'],
  ['echo `date`', 'refused: unreadable'],
  ['`node stats.js --json` .summary.errors == 0', 'node stats.js --json $.summary.errors = 0'],
  ['`node stats.js --json` $.total >= 3', 'node stats.js --json $.total >= 3'],
  ['`npm test` maybe', 'refused: unreadable'],
  ['npm test `passes`', 'refused: unreadable'],
  ['see `npm test`', 'refused: unreadable'],
  ['`ls` `pwd`', 'refused: unreadable'],
  ['npm test passes (see: docs/adr)', 'npm test'],
  ['npm test passes (see docs/adr)', 'npm test'],
  ['npm test passes (issue 12)', 'npm test'],
  ['npm test passes (docs/adr)', 'npm test'],
  ['npm test passes (and lint is clean)', 'refused: unreadable'],
  ['npm test passes (npm run lint)', 'refused: unreadable'],
  ['tests pass without lint errors', '(npm test & npm run lint)'],
  ['tests pass with no type errors', '(npm test & npm run typecheck)'],
  [
    'npm test passes without lint warnings',
    '(npm test & npm run lint !~ /(?<!\\b(?:0|no|zero) )\\b(?:warn|warnings?)\\b/i →0)',
  ],
  ['lint passes without lint errors', 'npm run lint'],
  ['just test', 'just test'],
  ['just test passes', 'just test'],
  ['task test', 'task test'],
  ['make test', 'make test'],
  ['node bench.js reports p50 < 1s', 'refused: unreadable'],
  ['node bench.js reports p50 < 250 ms', 'refused: unreadable'],
  ['node bench.js reports heap < 5 mb', 'refused: unreadable'],
  ['npm run bench reports at most 200 ms', 'npm run bench #ms <= 200'],
  ['coverage >= 0.8', 'npm run coverage cov:any >= 0.8%   ⚠ suspicious_threshold'],
  ['coverage > 1%', 'npm run coverage cov:any > 1%   ⚠ suspicious_threshold'],
  ['branch coverage >= 0.75', 'npm run coverage cov:branches >= 0.75%   ⚠ suspicious_threshold'],
  ['coverage >= 0%', 'npm run coverage cov:any >= 0%   ⚠ cannot_fail'],
  ['npm run cov2 shows coverage >= 40%', 'npm run cov2 cov:any >= 40%'],
  ['npm run x reports branch coverage above 60%', 'npm run x cov:branches > 60%'],
  ['make cov prints coverage >= 40%', 'make cov cov:any >= 40%'],
  ['e2e tests pass', 'npm test   ⚠ wider_than_said'],
  ['bin/tool contains "MIT"', 'files bin/tool contains "MIT"'],
  ['scripts/deploy mentions staging', 'files scripts/deploy contains "staging"'],
  ['src/auth has no console.log', 'files src/auth/**/* contains !"console.log"'],
  ['all .ts files under src have a corresponding .test.ts', 'refused: unreadable'],
  ['README.md contains at least 3 code blocks', 'refused: unreadable'],
  ['README.md has several examples', 'refused: unreadable'],
  ['src/a.ts has 100% coverage', 'refused: unreadable'],
  ['each .md file in docs has a title', 'refused: unreadable'],
  ['every file in src has an owner', 'refused: unreadable'],
  [
    'src/new.ts exports a function called foo',
    'files src/new.ts matches /^\\s*export\\s+(?:(?:declare|default|async|abstract)\\s+)*(?:function\\s*\\*?|class|const|let|var|type|interface|enum|namespace)\\s*\\bfoo(?![\\w$])|\\bexport\\s*\\{[^}]*\\bfoo(?![\\w$])|\\bexports\\.foo(?![\\w$])/m',
  ],
  [
    'src/a.ts exports `a`',
    'files src/a.ts matches /^\\s*export\\s+(?:(?:declare|default|async|abstract)\\s+)*(?:function\\s*\\*?|class|const|let|var|type|interface|enum|namespace)\\s*\\ba(?![\\w$])|\\bexport\\s*\\{[^}]*\\ba(?![\\w$])|\\bexports\\.a(?![\\w$])/m',
  ],
  ['src/a.ts exports a class', 'refused: unreadable'],
  ['curl localhost:3000/health returns 200', 'refused: unreadable'],
  ['curl localhost:3000 responds with 404', 'refused: unreadable'],
  ['curl -sf localhost returns 0', 'curl -sf localhost   ⚠ needs_network'],
  ['wget -q localhost gives 200', 'refused: unreadable'],
  ['exit code 0', 'refused: unreadable'],
  ['$? is 0 after npm test', 'npm test'],
  ['npm test => 0', 'npm test'],
  ['npm test -> 0', 'npm test'],
  ['npm test — passes', 'npm test'],
  ['npm test – must pass', 'npm test'],
  ['npm test → 300', 'refused: unreadable'],
  ['if npm test; then echo ok; else echo bad; fi', 'if npm test; then echo ok; else echo bad; fi   ⚠ cannot_fail'],
  ['if npm test; then echo ok; else exit 1; fi', 'if npm test; then echo ok; else exit 1; fi'],
  ['if a; then npm test; elif b; then echo x; fi', 'if a; then npm test; elif b; then echo x; fi'],
  ['{ npm test; npm run lint; }', '{ npm test; npm run lint; }   ⚠ forgets_failures'],
  ['(npm test; npm run lint)', 'npm test; npm run lint   ⚠ forgets_failures'],
  ['node --version', 'node --version   ⚠ cannot_fail'],
  ['node -e ""', 'node -e ""   ⚠ cannot_fail'],
  ['python -c ""', 'python -c ""   ⚠ cannot_fail'],
  ['test 1 -eq 1', 'test 1 -eq 1   ⚠ cannot_fail'],
  ['[ a = b ]', '[ a = b ]   ⚠ cannot_pass'],
  ['test -n x', 'test -n x   ⚠ cannot_fail'],
  ['npm test passes OR npm test fails', '(npm test | !npm test)   ⚠ cannot_fail'],
  ['npm test passes and npm test fails', '(npm test & !npm test)   ⚠ cannot_pass'],
  ['npm version patch', 'npm version patch   ⚠ rewrites_files'],
  ['helm lint', 'helm lint'],
  ['ping -c1 localhost', 'ping -c1 localhost   ⚠ needs_network'],
  ['npm run start:test-server-check', 'npm run start:test-server-check'],
  ['All tests pass. No lint errors.', '(npm test & npm run lint)'],
  [
    'README.md, LICENSE and CHANGELOG.md exist',
    '(files README.md exists & files LICENSE* exists & files CHANGELOG.md exists)',
  ],
  ['docs/adr and README.md exist', '(files docs/adr exists & files README.md exists)'],
  ['**npm test** passes', 'npm test'],
  ['✅ npm test passes', 'npm test'],
  [
    'npm test passes with no skipped tests',
    'npm test !~ /\\b[1-9]\\d*\\s+(?:tests?\\s+)?(?:skipped|pending|ignored|disabled|todo)\\b|\\b(?:skipped|pending|ignored|todo)\\b[:=\\s]+[1-9]/i →0',
  ],
  ['(setsid sleep 1 &) ; sleep 1', '(setsid sleep 1 &) ; sleep 1   ⚠ cannot_fail,depends_on_clock'],
  ['eslint and tsc pass', '(npm run lint & npm run typecheck)'],
  ['npm test and pytest -k fail', '(npm test & pytest -k fail)'],
  ['npm test and cargo test fail', '(!npm test & !cargo test)'],
  ['npm test passes with errors', 'refused: unreadable'],
  ['npm test fails 0', 'refused: unreadable'],
  ['npm run lint errors out', '!npm run lint'],
  ['pytest -k fails exits 5', 'pytest -k fails →5'],
  ['cargo clippy -- -D warnings passes', 'cargo clippy -- -D warnings'],
  ['cargo test -- --nocapture fails', '!cargo test -- --nocapture'],
  ['npx vitest run passes', 'npx vitest run'],
  ['`npm test` ok', 'npm test'],
  ['tests pass with no lint problems', '(npm test & npm run lint)'],
  ['tests pass without format errors', '(npm test & npm run format:check)'],
  ['the build succeeds without type errors', '(npm run build & npm run typecheck)'],
  [
    'npm test passes without build warnings',
    '(npm test & npm run build !~ /(?<!\\b(?:0|no|zero) )\\b(?:warn|warnings?)\\b/i →0)',
  ],
  ["find src -name '*.ts' | wc -l is 12", "find src -name '*.ts' | wc -l # = 12"],
  [
    'no file in nosuch is longer than 300 lines',
    "test -n \"$(find nosuch -type f -not -path '*/node_modules/*' -not -path '*/.git/*' | head -n 1)\" && test -z \"$(find nosuch -type f -not -path '*/node_modules/*' -not -path '*/.git/*' ! -exec awk 'END { exit !(NR <= 300) }' {} \\; -print)\"",
  ],
  ['npm test passes. npm run lint passes.', '(npm test & npm run lint)'],
  ['README.md contains 5 examples', 'refused: unreadable'],
  ['README.md has a proper introduction', 'refused: unreadable'],
  [
    'src/a.ts exports foo',
    'files src/a.ts matches /^\\s*export\\s+(?:(?:declare|default|async|abstract)\\s+)*(?:function\\s*\\*?|class|const|let|var|type|interface|enum|namespace)\\s*\\bfoo(?![\\w$])|\\bexport\\s*\\{[^}]*\\bfoo(?![\\w$])|\\bexports\\.foo(?![\\w$])/m',
  ],
  [
    'src/a.ts exports a const named LIMIT',
    'files src/a.ts matches /^\\s*export\\s+(?:(?:declare|default|async|abstract)\\s+)*(?:function\\s*\\*?|class|const|let|var|type|interface|enum|namespace)\\s*\\bLIMIT(?![\\w$])|\\bexport\\s*\\{[^}]*\\bLIMIT(?![\\w$])|\\bexports\\.LIMIT(?![\\w$])/m',
  ],
  ['http localhost returns 500', 'refused: unreadable'],
  ['xh localhost returns a 200', 'refused: unreadable'],
  ['npm test returns 3', 'npm test →3'],
  ['[ 1 -lt 2 ] && npm test', '[ 1 -lt 2 ] && npm test'],
  ['npm test passes and coverage >= 0%', '(npm test & npm run coverage cov:any >= 0%)   ⚠ cannot_fail'],
  ['node --help', 'node --help   ⚠ cannot_fail'],
]

describe('what was tried against us', () => {
  test.each(sentences)('%s → %s', (text, outcome) => {
    const parsed = parseCriterion(text, book)
    expect(parsed.ok ? notationOf(parsed.value) : `refused: ${parsed.error.kind}`).toBe(outcome)
  })

  test.each(['\u202e', '\u202d', '\u2066', '\u2069', '\u200f', '\u200e', '\u061c', '\u202a', '\u202b', '\u202c'])(
    'what turns the direction of writing is refused',
    sign => expect(parseCriterion(`npm test ${sign}passes`, book).ok).toBe(false),
  )
})

describe('what is not there has no size and no length', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  writeFileSync(join(folder, 'small.js'), 'a\nb\n')
  const holds = (text: string): boolean => {
    const parsed = parseCriterion(text, {})
    const [command = 'false'] = parsed.ok ? commandsOf(parsed.value.criterion) : []
    return spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd: folder }).status === 0
  }

  test.each([
    'gone.js is smaller than 200kB',
    'gone.js has fewer than 10 lines',
    'gone.js has at most 0 lines',
    'gone/ is smaller than 2 MB',
    'no file in gone is longer than 300 lines',
    'all files in gone are under 300 lines',
    'every .md file in . has at most 500 lines',
    'gone/app.js is under 1 MB',
    'gone/app.js is at most 5 lines long',
    'no *.ts file in . exceeds 10 lines',
  ])('%s: no', text => expect(holds(text)).toBe(false))

  test.each([
    'small.js is smaller than 200kB',
    'small.js has fewer than 10 lines',
    'no file in . is longer than 300 lines',
    './ is smaller than 2 MB',
  ])('%s: yes', text => expect(holds(text)).toBe(true))
})
