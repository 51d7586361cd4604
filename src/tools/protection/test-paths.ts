import { dirname } from 'node:path/posix'

const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|rs|go|java|kts?|scala|groovy|php|phpt|exs?|erl|hs|ml|mli|clj[cs]?|cs|fs|vb|swift|m|mm|c|cc|cpp|cxx|h|hh|hpp|lua|pl|t|pm|sh|bash|bats|zsh|fish|ps1|r|R|jl|dart|zig|nim|cr|sol|vue|svelte|feature|robot|coffee|elm|res|re|tcl|exp|cmake|sql|hcl|star|bzl|mts|cts|gleam|v|sv|vhd|csproj|fsproj|vbproj)$|^[\w-]+$/

// Names by which runners find tests, wherever they stand.
const TEST_NAMES: readonly RegExp[] = [
  /[.\-_](?:test|tests|spec|specs|e2e|cy|pw|it|unit|integration|e2e-spec|e2e-test|int-test|bench-test|test-d|spec-d|browser-test)\.(?:[cm]?[jt]sx?|vue|svelte|coffee|res|elm|lua|py|rb|sh|dart|cr|jl|pl|R|gleam|nim|zig|c|cc|cpp|cxx|go|exs|ex|ml|clj[cs]?|php|v|sol|tcl|bash|zsh|fish)$/,
  /^(?:test|tests|spec|specs)\.(?:[cm]?[jt]sx?|py|rb|rs|sh|lua|pl|php|R|jl|exs|go|c|cc|cpp|bash)$/,
  /^test[_-][\w.-]+\.(?:py|c|cc|cpp|cxx|rb|sh|bash|R|r|lua|ml|nim|jl|zig|pl|[cm]?[jt]s|h|hpp)$/,
  /^(?:runtests|run[-_]tests?|testthat)\.(?:jl|R|py|sh|js|mjs|cjs|ts)$/,
  /^(?:[A-Z]\w*)?(?:Tests?|TestCase|IT|ITCase|Specs?|Suite)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|swift|php|hs|m|mm|cpp|cc|py|dart)$/,
  /^Test[A-Z]\w*\.(?:java|kt|cs|php|py|swift)$/,
  /_(?:SUITE|tests?)\.erl$/,
  /\.(?:bats|feature|robot|phpt|tftest\.hcl|t\.sol|Tests\.ps1|Test\.ps1)$/,
  /(?:^|\.)Tests?\.(?:csproj|fsproj|vbproj)$|\w(?:Tests?|\.Specs)\.(?:csproj|fsproj|vbproj)$/,
]

// Files that tests depend on: a change to these affects all tests.
const TEST_SUPPORT =
  /^(?:(?:test|tests|spec|jest|vitest)[-_.]?(?:utils?|helpers?|support|env|environment|bootstrap|fixtures?|mocks?|matchers?|harness|lib|common)|setup[-_.]?(?:tests?|jest|vitest|specs?)|(?:spec|test|rails|feature)_helper|TestHelper|TestCase|TestBase)\.[\w.]+$/i

const TEST_FOLDERS =
  /(?:^|\/)(?:__tests__|__test__|tests?|e2e|cypress|integration[-_]tests?|unit[-_]tests?|e2e[-_]tests?|functional[-_]tests?|acceptance[-_]tests?|test[-_]suite|androidTest|commonTest|jvmTest|jsTest|nativeTest|iosTest|Tests|UITests|[A-Z]\w*Tests|[\w.]+\.(?:Unit|Integration)?Tests?|testthat|testFixtures|integrationTest|functionalTest)\//

// Also words for documents: only code below them is a test.
const PERHAPS_FOLDERS = /(?:^|\/)(?:specs?|t|features\/step_definitions|features\/support|checks)\//

const SNAPSHOT_FOLDERS =
  /(?:^|\/)(?:__snapshots__|__image_snapshots__|__file_snapshots__|__fixtures__|__screenshots__|snapshots|goldens?|golden[-_]files|testdata|test[-_]data|testresources|approvals|cassettes|vcr_cassettes|[^/]+-snapshots|baselines)\//
const SNAPSHOT_NAMES =
  /\.(?:snap|golden|ambr|approved\.\w+|verified\.\w+|snapshot|expected|expect\.txt|snap\.json|snap\.ts)$|[._-](?:golden|approved|expected)\.\w+$/
const FIXTURE_FOLDERS =
  /(?:^|\/)(?:fixtures?|__fixtures__|goldens?|expected|expectations|cassettes|testdata|test[-_]data|snapshots|__snapshots__)\//

/** Data of the tests, whatever its name: a config or a test in there belongs to a project that is made up. */
export const isFixture = (path: string): boolean => FIXTURE_FOLDERS.test(path)

// What runs leave behind in such folders, and what only people read.
const LEFT_BEHIND =
  /(?:^|\/)(?:__pycache__|\.pytest_cache|tmp|temp|\.tmp|logs?|videos|screenshots\/actual|downloads|test-results|playwright-report|allure-results|test-reports?|coverage|\.cache|\.jest-cache|\.DS_Store|Thumbs\.db)(?:\/|$)|\.(?:pyc|pyo|log|tmp|orig|rej|swp|received\.\w+|snap\.new|profraw|gcda|gcno|class|o|out)$|~$/
const FOR_PEOPLE = /(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING|NOTES|TODO)(?:\.\w+)?$|\.(?:md|mdx|rst|adoc)$/i

/** Whether a file is a test, or what tests compare with, by the names that runners and people give them. */
export function testKind(path: string): 'test' | 'snapshot' | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (LEFT_BEHIND.test(path)) return null
  if (SNAPSHOT_NAMES.test(name)) return 'snapshot'
  const below = TEST_FOLDERS.test(path)
  if (SNAPSHOT_FOLDERS.test(path) && (below || ALWAYS_SNAPSHOT.test(path))) return 'snapshot'
  if (FOR_PEOPLE.test(path)) return below && isFixture(path) ? 'snapshot' : null
  if (below) return CODE.test(name) && !isFixture(path) ? 'test' : 'snapshot'
  if (TEST_NAMES.some(pattern => pattern.test(name)) || TEST_SUPPORT.test(name)) return 'test'
  if (/(?:^|\/)__mocks__\//.test(path)) return 'test'
  if (!PERHAPS_FOLDERS.test(path)) return null
  if (isFixture(path)) return 'snapshot'
  return CODE.test(name) ? 'test' : null
}

// `snapshots/` or `data/` in the product's own source may be anything; these names are used for nothing else.
const ALWAYS_SNAPSHOT =
  /(?:^|\/)(?:__snapshots__|__image_snapshots__|__file_snapshots__|__fixtures__|__screenshots__|goldens?|golden[-_]files|testdata|test[-_]data|vcr_cassettes|[^/]+\.(?:test|spec)\.\w+-snapshots)\//

/** Data that is compared with, and that nothing but a person's wish rewrites; other data a run may write for itself. */
export const isStoredAnswer = (path: string): boolean =>
  SNAPSHOT_NAMES.test(path.slice(path.lastIndexOf('/') + 1)) || SNAPSHOT_FOLDERS.test(path)

/** The test whose answers are stored in a file, by the names that runners give them; null for other data. */
export function testOfAnswers(path: string): string | null {
  const [, folder = '', name, ending] =
    /^((?:.*\/)?)(?:__snapshots__|snapshots)\/([^/]+)\.(snap|md|ambr)$/.exec(path) ?? []
  return name === undefined ? null : `${folder}${name}${ending === 'ambr' ? '.py' : ''}`
}

/** Whether two test files are compiled as one: those of a folder in Go, those of a project in other languages. Without the one, the other may not compile. */
export const isCompiledWith = (path: string, other: string): boolean =>
  /\.(?:java|kts?|scala|groovy|cs|fs|swift)$/.test(path) || (path.endsWith('.go') && dirname(path) === dirname(other))
