import type { Syntax } from './syntax.ts'

/** Libraries for tests, as each language imports them. Assertions that programs use too (`node:assert`) are none. */
const LIBRARIES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^python$/,
    /\bunittest\s*\.\s*mock\b|^[ \t]*from\s+unittest\s+import\b[^\n]*\bmock\b|(?:^[ \t]*(?:from|import)\s+|\b(?:import_module|__import__)\s*\(\s*["'])(?:mock|pytest|pytest_mock|hypothesis|dirty_equals|hamcrest|testfixtures|flexmock|asynctest|nose|callee)\b/gm,
  ],
  [
    /^(?:javascript|typescript|jsx|tsx|markup)$/,
    /(?:\bimport\s+(?!type\b)[^;"'\n]*from\s*|\bimport\s*|\b(?:import|require|getBuiltinModule)\s*\(\s*)["'](?:@?vitest|@vitest\/[\w-]+|@jest\/[\w-]+|jest(?:-mock)?|expect|node:test|bun:test|sinon|testdouble|jasmine(?:-core)?|chai)["']/g,
  ],
  [/^ruby$/, /\brequire\s*\(?\s*["'](?:minitest\/mock|rspec(?:\/[\w/]+)?|mocha(?:\/[\w/]+)?|rr|flexmock)["']/g],
  [
    /^(?:java|kotlin|scala|groovy)$/,
    /^[ \t]*import\s+(?:static\s+)?(?:org\.(?:mockito|hamcrest|junit|easymock|assertj|testng)|io\.mockk)\b/gm,
  ],
  [/^csharp$/, /^[ \t]*using\s+(?:static\s+)?(?:Moq|NSubstitute|NUnit|Xunit|FakeItEasy)\b/gm],
  [/^go$/, /["`](?:github\.com\/(?:stretchr\/testify|golang\/mock)|go\.uber\.org\/mock)\b[^"`\n]*["`]/g],
  [/^php$/, /^[ \t]*use\s+\\?(?:PHPUnit|Mockery|Prophecy)\b/gm],
]

export const testLibraryImports = ({ language, spoken }: Syntax): RegExpExecArray[] =>
  LIBRARIES.filter(([languages]) => languages.test(language)).flatMap(([, pattern]) => [...spoken.matchAll(pattern)])

/** Tests inside of source: in Rust, Elixir, Python, and where the runner is the module itself. */
export const TESTS_IN_SOURCE =
  /#\[(?:\w+::)?(?:test|cfg\(test\))|^\s*(?:>>>|iex>)|import\.meta\.vitest|\bTEST(?:_CASE)?\(|\/\/\/ ```/m
