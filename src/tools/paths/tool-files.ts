import type { ProtectedKind } from './protected-kind.ts'

/** `loaded`: a new file of that name takes effect by itself, so that its appearing is a change too. */
interface Row {
  readonly kind: ProtectedKind
  readonly loaded: boolean
  readonly name: RegExp
}

const row = (kind: ProtectedKind, loaded: boolean, ...names: readonly RegExp[]): readonly Row[] =>
  names.map(name => ({ kind, loaded, name }))

// By the last part of the path.
const NAMES: readonly Row[] = [
  // Loaded before anything else is, by name alone.
  ...row(
    'auto-loaded',
    true,
    /^(?:conftest|sitecustomize|usercustomize)\.py$/,
    /\.pth$/,
    /^\.(?:npmrc|yarnrc|yarnrc\.yml|pnpmrc|pnpmfile\.cjs|nvmrc|node-version|python-version|ruby-version|java-version|tool-versions|envrc|rspec|irbrc|pryrc|bazelrc|bazelversion|sdkmanrc|swcrc|babelrc|terserrc)(?:\.\w+)?$/,
    /^\.pnp\.[cm]?js$|^pnpmfile\.js$|^\.pnp\.loader\.mjs$/,
    /^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$)[\w.-]+)?$/,
    /^(?:mise|\.mise)(?:\.[\w-]+)?\.toml$/,
    /^(?:setupTests|setup-tests|setupJest|jest[-.]setup|vitest[-.]setup|jest[-.]global[-.]?setup|vitest[-.]global[-.]?setup|globalSetup|global-setup|globalTeardown|global-teardown)\.[cm]?[jt]sx?$/,
    /^(?:spec_helper|test_helper|rails_helper|spec_helpers?)\.(?:rb|lua)$|^test_helper\.exs$|^bootstrap\.php$/,
    /^build\.rs$/,
    /^init\.gradle(?:\.kts)?$/,
    /^rust-toolchain(?:\.toml)?$|^go\.work$|^go\.env$|^toolchains\.xml$|^jvm\.config$|^maven\.config$|^extensions\.xml$/,
    /^pip\.conf$|^nose2?\.cfg$|^unittest\.cfg$|^global\.json$|^nuget\.config$/i,
  ),
  ...row(
    'config',
    true,
    /^(?:jest|cypress|karma|ava|nyc|c8|tslint|stryker|turbo|nx|lerna|rush|moon|codecov|testem|jasmine|wdio|backstop|protractor|detox|dprint|knip|cucumber|biome|oxlint|project|angular|workspace|web-test-runner|lost-pixel)(?:\.[\w-]+)*\.(?:json|json5|jsonc|ya?ml|toml)$/,
    /^(?:jest|vitest|vite|playwright|cypress|karma|ava|babel|webpack|eslint|rollup|tap|stryker|wdio|cucumber|protractor|codecept|testem|prettier|stylelint|commitlint|lint-staged|tsup|tsdown|rspack|rsbuild|esbuild|swc|nightwatch|testcafe|jasmine|web-test-runner|wtr|knip|metro|svelte|next|nuxt|astro|detox|postcss|tailwind|craco|oxlint|biome|xo|lost-pixel|size-limit|rslib|rstest|bunup|uvu|poku|qunit|nyc|c8|turbo|remix|wireit)(?:\.[\w-]+)*\.(?:config|conf|workspace|projects?)(?:\.[\w-]+)*\.\w+$/,
    /^vitest\.(?:workspace|projects?|shared)\.\w+$|^(?:ts|js)config(?:[.-][\w-]+)*\.json$/,
    /^\.(?:mocharc|nycrc|c8rc|taprc|eslintrc|eslintignore|prettierrc|prettierignore|stylelintrc|stylelintignore|jshintrc|jshintignore|jscsrc|xo-config|lintstagedrc|commitlintrc|swcrc|browserslistrc|istanbul\.yml|cypress|dependency-cruiser|size-limit|markdownlint|markdownlintignore|markdownlint-cli2|cspell|oxlintrc|betterer|postcssrc|parcelrc|jasmine|npmignore-test)(?:\.\w+)*$/,
    /^eslint-suppressions\.json$|^\.betterer\.results$|^biome\.jsonc?$|^oxlintrc\.json$|^bunfig\.toml$|^deno\.jsonc?$|^jsr\.jsonc?$|^turbo\.jsonc?$|^nx\.json$|^lerna\.json$|^rush\.json$|^pnpm-workspace\.yaml$|^angular\.json$|^workspace\.json$/,
    // Python.
    /^(?:pytest|\.pytest)\.(?:ini|toml)$|^tox\.(?:ini|toml)$|^setup\.cfg$|^pyproject\.toml$|^\.coveragerc(?:\.toml)?$|^(?:\.)?mypy\.ini$|^\.?ruff\.toml$|^\.?flake8$|^\.?pylintrc(?:\.toml)?$|^pyrightconfig\.json$|^basedpyright\.\w+$|^\.?isort\.cfg$|^\.bandit$|^\.pydocstyle(?:rc)?$|^\.pycodestyle$|^\.style\.yapf$|^behave\.ini$|^\.behaverc$|^pytype\.cfg$|^\.?pyre_configuration$/,
    // Go, Rust, Ruby, PHP, JVM, .NET, Elixir, others.
    /^\.golangci\.(?:ya?ml|toml|json)$|^\.?staticcheck\.conf$|^revive\.toml$|^\.testcoverage\.ya?ml$|^\.mockery\.ya?ml$/,
    /^\.?(?:clippy|rustfmt|nextest|tarpaulin|deny|miri)\.toml$/,
    /^\.rubocop(?:_todo)?\.yml$|^\.simplecov$|^\.standard\.yml$|^cucumber\.yml$|^\.reek(?:\.yml)?$|^sorbet\/config$|^\.erb-?lint\.yml$|^\.guardfile$/,
    /^phpunit(?:\.[\w-]+)*\.xml(?:\.dist)?$|^phpstan(?:[\w.-]*)\.(?:neon|php)(?:\.dist)?$|^psalm(?:-baseline)?\.xml(?:\.dist)?$|^\.?phpcs\.xml(?:\.dist)?$|^\.?php-cs-fixer(?:\.dist)?\.php$|^infection\.json5?(?:\.dist)?$|^Pest\.php$|^behat\.ya?ml(?:\.dist)?$|^codeception(?:\.dist)?\.yml$|^rector\.php$|^\.phpunit\.result\.cache$/,
    /^\.runsettings$|\.runsettings$|^Directory\.(?:Build|Packages|Solution)\.\w+$|^\.editorconfig$|^\.globalconfig$|^stylecop\.json$|^xunit\.runner\.json$|^testconfig\.json$/,
    /^(?:checkstyle|pmd|spotbugs|detekt|ktlint|findbugs)[\w.-]*\.(?:xml|ya?ml)$|^junit-platform\.properties$|^testng\.xml$|^lombok\.config$|^\.scalafmt\.conf$|^\.scalafix\.conf$|^kotest\.properties$/,
    /^\.formatter\.exs$|^\.credo\.exs$|^coveralls\.json$|^\.dialyzer_ignore\.exs$|^dialyzer\.ignore\w*$/,
    /^\.?swiftlint\.yml$|^\.swiftformat$|\.xctestplan$|^\.swift-version$|^analysis_options\.yaml$|^dart_test\.yaml$|^build\.yaml$/,
    /^\.busted$|^\.luacheckrc$|^\.perlcriticrc$|^\.perltidyrc$|^\.proverc$|^\.lintr$|^\.shellcheckrc$|^\.hlint\.yaml$|^hie\.yaml$|^\.clang-(?:tidy|format)$|^CTestCustom\.\w+$|^CTestConfig\.cmake$|^CMake(?:User)?Presets\.json$|^\.yamllint(?:\.ya?ml)?$|^\.hadolint\.ya?ml$|^\.tflint\.hcl$|^foundry\.toml$|^hardhat\.config\.\w+$|^Scarb\.toml$|^gleam\.toml$|^\.pre-commit-config\.yaml$|^lefthook\.ya?ml$|^\.lefthook\.ya?ml$|^sonar-project\.properties$|^\.?codecov\.ya?ml$|^\.nycrc$/,
  ),
  ...row('build', true, /^(?:GNUm|m|M)akefile(?:\.\w+)?$|^\.?justfile$|^Justfile$|^[Tt]askfile(?:\.dist)?\.ya?ml$/),
  ...row(
    'build',
    true,
    /^gradle\.properties$|^settings\.gradle(?:\.kts)?$|^gradle-wrapper\.(?:properties|jar)$|^maven-wrapper\.(?:properties|jar)$|^gradlew(?:\.bat)?$|^mvnw(?:\.cmd)?$/,
  ),
  ...row(
    'build',
    false,
    /\.mk$|^CMakeLists\.txt$|\.cmake$|^meson(?:_options|\.options)?\.(?:build|txt)$|^configure\.ac$|^Makefile\.(?:am|in)$|^SConstruct$|^SConscript$|^wscript$|^BUILD(?:\.bazel)?$|^WORKSPACE(?:\.bazel)?$|^MODULE\.bazel$|\.bzl$/,
    /^pom\.xml$|^build\.gradle(?:\.kts)?$|^build\.(?:sbt|sc|mill|xml|zig|ninja)$|^(?:plugins|Dependencies)\.(?:sbt|scala)$|^project\.clj$|^deps\.edn$|^bb\.edn$|^tests\.edn$|^shadow-cljs\.edn$/,
    /^mix\.exs$|^rebar\.config(?:\.script)?$|^(?:Rake|Guard|Fast|Danger|Thor|Build|Jenkins)file$|\.rake$|^(?:noxfile|dodo|fabfile|setup|manage|tasks)\.py$|^(?:gulp|grunt|jake)file(?:\.\w+)*\.[cm]?[jt]s$|^Gruntfile\.\w+$|^magefile\.go$|^build\.(?:cake|fsx|ps1|sh|cmd|bat)$|^stack\.yaml$|^cabal\.project(?:\.local)?$|^dune(?:-project|-workspace)?$|^Package\.swift$|^package\.json$|^composer\.json$|^Cargo\.toml$|^go\.mod$|^Earthfile$|^Snakefile$|^Dangerfile$/,
  ),
  ...row(
    'ci',
    false,
    /^\.gitlab-ci\.ya?ml$|^\.travis\.yml$|^azure-pipelines[\w.-]*\.ya?ml$|^bitbucket-pipelines\.yml$|^appveyor\.yml$|^\.appveyor\.yml$|^\.drone\.ya?ml$|^\.cirrus\.(?:yml|star)$|^cloudbuild\.ya?ml$|^buildspec\.ya?ml$|^\.woodpecker\.ya?ml$|^wercker\.yml$|^codemagic\.yaml$|^Jenkinsfile(?:\.\w+)?$|^circle\.yml$|^\.buildkite\.yml$|^bitrise\.yml$|^\.semaphore\.yml$/,
  ),
  ...row('git', true, /^\.gitattributes$|^\.gitmodules$/),
]

// By the whole path.
const PLACES: readonly Row[] = [
  ...row(
    'auto-loaded',
    true,
    /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    /(?:^|\/)\.mvn\/[^/]+$/,
    /(?:^|\/)\.yarn\/(?:releases|plugins)\//,
    // Plugins of pytest are found by what an installed package says of itself, and a folder in the project is one.
    /\.(?:egg-info|dist-info)\/entry_points\.txt$/,
  ),
  // A module of this name beside the tests is imported in place of the tool.
  ...row(
    'auto-loaded',
    true,
    /^(?:(?:src|tests?|lib)\/)?(?:pytest|_pytest|unittest|doctest|coverage|pluggy|nose|nose2|mypy|tox|hypothesis)(?:\.py|\/__init__\.py)$/,
  ),
  // Jest takes these for installed packages without being asked.
  ...row('auto-loaded', true, /^(?:(?:packages|apps|libs)\/[^/]+\/)?__mocks__\//),
  ...row(
    'config',
    true,
    /(?:^|\/)\.config\/(?:nextest\.toml|[\w.-]+\.(?:json|toml|ya?ml|exs|[cm]?[jt]s))$/,
    /(?:^|\/)sorbet\/config$/,
    /(?:^|\/)\.storybook\/[^/]+$/,
  ),
  ...row(
    'ci',
    false,
    /^\.(?:circleci|buildkite|gitlab|woodpecker|semaphore|gitea|forgejo|teamcity|azure-pipelines|drone|tekton)\//,
    /^\.github\/(?:workflows|actions|scripts)\//,
    /^\.?ci\/[^/]+\.ya?ml$/,
  ),
  ...row('script', true, /^\.husky\/(?!_\/)[^/]+$/),
  ...row('config', true, /(?:^|\/)config\/test\.exs$/, /(?:^|\/)config\/environments\/test\.rb$/),
  ...row(
    'script',
    false,
    /^(?:ci|\.ci)\/.+$/,
    /^(?:scripts?|tools?|bin|hack|dev)\/(?:run[-_])?(?:tests?|checks?|lint|verify|validate|ci|cibuild|coverage|typecheck|type-check)(?:[-_.][\w.-]*)?$/,
  ),
]

const rowOf = (path: string): Row | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return PLACES.find(place => place.name.test(path)) ?? NAMES.find(each => each.name.test(name))
}

/** What a file that tools know by its name is for; null when it is not one of these. */
export const toolFileKind = (path: string): ProtectedKind | null => rowOf(path)?.kind ?? null

export const isLoadedByName = (path: string): boolean => rowOf(path)?.loaded ?? false
