import { expect, test } from 'vitest'
import { kindOf, takesEffectAlone } from './kind-of.ts'

const protectedAs = {
  test: `
    a.test.js src/a.test.ts src/a.spec.tsx lib/a.test.mjs src/a.test.cjs packages/x/src/b.spec.mts src/a.cy.ts src/a.e2e.ts src/app.e2e-spec.ts src/types.test-d.ts
    test.js test/index.js tests/run.py tests/unit/deep/thing.ts __tests__/a.js src/__tests__/b.tsx src/components/__tests__/helper.js test/helpers/render.js
    e2e/login.ts cypress/e2e/login.cy.js cypress/support/commands.js test/support/db.rb src/test-utils.tsx src/setup-jest.js src/testHelpers.ts
    add_test.go pkg/a/a_test.go internal/x/y_test.go test_add.py tests/test_add.py pkg/add_test.py app/tests.py app/tests/views.py
    spec/models/user_spec.rb spec/a_spec.rb lib/a_spec.rb test/models/user_test.rb spec/support/matchers.rb
    tests/Unit/AddTest.php src/AddTest.php tests/Feature/LoginTest.php tests/phpt/a.phpt
    src/test/java/com/x/AddTest.java src/test/java/com/x/Helper.java src/main/java/AddTests.java src/test/kotlin/AddTest.kt src/AddSpec.scala src/it/java/AddIT.java
    src/androidTest/java/Login.kt Tests/AddTests.swift Sources/AddTests.swift AddTests/Add.cs App.Tests/AddTests.cs src/Add.Tests/Helpers.cs App.Tests.csproj
    test/add_test.exs lib/add_test.exs test/support/case.ex test/add_SUITE.erl src/add_tests.erl test/AddSpec.hs
    add.bats test/add.bats t/basic.t features/login.feature features/step_definitions/login.rb tests/add.rs src/tests.rs tests/common/mod.rs
    test/widget_test.dart add_test.cc test/add.cpp test_add.c spec/add_spec.lua tests/testthat/test-add.R test/runtests.jl test/a_test.clj
    tests/resources/api/parse.test.ts tests/build/test_wheel.py src/build/a.test.ts tests/venv/init.py test/run test/App.Specs/App.csproj test/playwright.test.ts
    main.tftest.hcl Add.Tests.ps1 contracts/Add.t.sol src/__mocks__/fs.js tests/add.nim test/basic.sh test_cli.sh run-tests.sh`,
  snapshot: `
    __snapshots__/a.test.js.snap src/__snapshots__/a.snap tests/__snapshots__/t.ambr test/fixtures/in.json tests/data/a.csv test/golden/out.txt pkg/testdata/in.golden
    testdata/a.json e2e/login.spec.ts-snapshots/home.png src/__fixtures__/a.json tests/goldens/a.png test/expected.txt test/fixtures/package.json tests/fixtures/proj/tsconfig.json
    out.approved.txt AddTest.verified.txt spec/fixtures/user.yml test/resources/a.xml src/test/resources/app.properties spec/cassettes/api.yml test/fixtures/project/a.test.js tests/schema.json`,
  config: `
    jest.config.js jest.config.ts packages/x/jest.config.cjs jest.integration.config.js vitest.config.ts vitest.workspace.ts vite.config.ts vitest.unit.config.mts playwright.config.ts cypress.config.js cypress.json
    karma.conf.js ava.config.js .mocharc.json .mocharc.yml .mocharc.cjs .nycrc .nycrc.json .c8rc.json .taprc babel.config.js tsconfig.json tsconfig.build.json packages/a/tsconfig.json jsconfig.json
    eslint.config.js eslint.config.mjs .eslintrc .eslintrc.cjs .eslintrc.json .eslintignore eslint-suppressions.json biome.json biome.jsonc .prettierrc prettier.config.js .stylelintrc.json oxlintrc.json .oxlintrc.json
    stryker.conf.json turbo.json nx.json lerna.json bunfig.toml deno.json deno.jsonc pnpm-workspace.yaml .betterer.results wdio.conf.ts webpack.config.js
    pytest.ini tox.ini setup.cfg pyproject.toml .coveragerc mypy.ini .mypy.ini ruff.toml .ruff.toml .flake8 .pylintrc pyrightconfig.json
    .golangci.yml .golangci.toml clippy.toml .clippy.toml rustfmt.toml .config/nextest.toml .rubocop.yml .rubocop_todo.yml .simplecov phpunit.xml phpunit.xml.dist phpstan.neon phpstan-baseline.neon phpstan.neon.dist psalm.xml Pest.php
    ci.runsettings Directory.Build.props .editorconfig checkstyle.xml junit-platform.properties .formatter.exs .credo.exs coveralls.json .swiftlint.yml analysis_options.yaml dart_test.yaml
    config/test.exs config/environments/test.rb libs/a/project.json next.config.mjs
    .busted .luacheckrc .proverc .shellcheckrc .clang-tidy CTestCustom.cmake CMakePresets.json .pre-commit-config.yaml foundry.toml codecov.yml`,
  build: `
    Makefile makefile GNUmakefile src/Makefile justfile .justfile Taskfile.yml taskfile.yaml rules.mk CMakeLists.txt cmake/tests.cmake meson.build BUILD.bazel
    test/Makefile tests/app/package.json
    pom.xml app/pom.xml build.gradle build.gradle.kts settings.gradle gradle.properties gradlew mvnw build.sbt project.clj deps.edn mix.exs rebar.config Rakefile lib/tasks/test.rake
    noxfile.py setup.py manage.py gulpfile.js Gruntfile.js package.json packages/a/package.json composer.json Cargo.toml crates/a/Cargo.toml go.mod stack.yaml dune Package.swift`,
  ci: `
    .github/workflows/ci.yml .github/actions/setup/action.yml .gitlab-ci.yml .circleci/config.yml .travis.yml azure-pipelines.yml Jenkinsfile.groovy .buildkite/pipeline.yml .drone.yml bitbucket-pipelines.yml`,
  'auto-loaded': `
    conftest.py tests/conftest.py sitecustomize.py usercustomize.py evil.pth .npmrc packages/a/.npmrc .yarnrc.yml .nvmrc .envrc .env .env.test .env.local .rspec .tool-versions mise.toml .cargo/config.toml crates/a/.cargo/config
    jest.setup.ts src/setupTests.ts vitest.setup.ts spec/spec_helper.rb test/test_helper.rb test/test_helper.exs tests/bootstrap.php build.rs rust-toolchain rust-toolchain.toml go.work .mvn/jvm.config .pnp.cjs
    pytest.py unittest/__init__.py __mocks__/lodash.js packages/a/__mocks__/axios.js .babelrc .swcrc .bazelrc global.json`,
  git: `.gitattributes .gitmodules`,
  script: `.husky/pre-commit ci/check.sh scripts/test script/lint bin/test scripts/check.sh scripts/run-tests tools/verify.py`,
} as const

const rows = Object.entries(protectedAs).flatMap(([kind, paths]) =>
  paths
    .trim()
    .split(/\s+/)
    .map(path => [path, kind] as const),
)

test.each(rows)('%s is protected as %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})

test('the table is wide', () => {
  expect(rows.length).toBeGreaterThan(250)
})

test.each(
  `README.md docs/testing.md src/index.ts src/contest.ts src/latest/spec-parser.ts src/latest.ts lib/attest.py src/protest.go src/testing/index.ts src/specification.ts src/inspect.js
  src/manifest.json src/config.ts src/jest-like.ts src/spec.md spec/openapi.yaml specs/001-feature.md spec/README.md docs/spec/api.json CHANGELOG.md LICENSE test/README.md
  src/setup.ts app/settings.py src/environment.ts .env.example .env.sample src/main.rs src/lib.rs cmd/main.go src/Main.java src/main/resources/app.yml lib/app.rb lib/add.ex
  node_modules/jest/index.js node_modules/a/a.test.js dist/a.test.js build/a.test.js target/debug/test.rs coverage/lcov.info vendor/x/x_test.go .venv/lib/python3.11/site-packages/conftest.py
  test/tmp/out.json tests/__pycache__/a.pyc test/run.log cypress/videos/a.mp4 test-results/a.json playwright-report/index.html
  package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock go.sum Gemfile Gemfile.lock requirements.txt poetry.lock src/snapshots/store.ts src/data/users.json src/fixtures.ts
  src/project.ts src/next.ts src/jest.js src/babel.ts src/deno.ts src/turbo.js app.config.ts src/auth.config.ts config/config.exs config/prod.exs data/next.json src/metro.json scripts/release.sh scripts/testimonials.js
  .gitignore Dockerfile docker-compose.yml public/index.html src/build/index.html App.csproj src/greatest.test-results.ts src/request.ts src/fastest.py src/digest.rs index.js main.py app.py
  src/mocks/server.ts .github/ISSUE_TEMPLATE/bug.md .github/dependabot.yml .vscode/settings.json assets/logo.png scripts/deploy.sh bin/cli.js src/testament.ts src/IT.md`
    .trim()
    .split(/\s+/),
)('%s is the agent’s', path => {
  expect(kindOf(path)).toBeNull()
})

test.each(
  `GNUmakefile Makefile conftest.py tests/conftest.py .npmrc jest.config.ts sitecustomize.py .env .env.test vitest.config.ts .mocharc.yml .rspec .cargo/config.toml
  pytest.ini src/setupTests.ts tsconfig.json .eslintrc.json packages/a/biome.json phpunit.xml .golangci.yml pytest.py x.pth __mocks__/fs.js .gitattributes build.rs .babelrc`
    .trim()
    .split(/\s+/),
)('a new %s takes effect by itself', path => {
  expect(takesEffectAlone(path)).toBe(true)
})

test.each(
  `src/new.test.ts test/new.js __snapshots__/new.snap packages/new/package.json crates/new/Cargo.toml .github/workflows/new.yml tests/fixtures/new/jest.config.js src/new.ts
  node_modules/a/.npmrc dist/conftest.py modules/new/pom.xml lib/CMakeLists.txt .env.example src/__mocks__/b.ts`
    .trim()
    .split(/\s+/),
)('a new %s does not', path => {
  expect(takesEffectAlone(path)).toBe(false)
})
