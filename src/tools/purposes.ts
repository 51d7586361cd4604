import type { Purpose } from './purpose.ts'
import { matches } from './quick-match.ts'

/** What each tool proves. First match wins, so the narrow pattern stands above the broad one. */
const TOOLS: readonly (readonly [RegExp, readonly Purpose[]])[] = [
  // Several at once.
  [/^(pre-commit|prek) run\b|^lefthook run\b|^overcommit --run\b/, ['lint', 'format']],
  [/^hatch check\b(?! types)/, ['lint', 'format']],
  [/^(biome|@biomejs\/biome) (check|ci)\b/, ['lint', 'format']],
  [
    /^(\S*\/)?(php-cs-fixer (fix|check)|phpcs|ecs check|pint|rubocop|standardrb|standard|ts-standard|xo|semistandard|pycodestyle|checkstyle)\b/,
    ['lint', 'format'],
  ],
  [/^pants\b.* (lint check|check lint)\b/, ['lint', 'types']],
  [/^ct lint-and-install\b/, ['test', 'lint']],
  [/^(turbo|nx|lerna|moon|rush)\b.*\btest\b.*\blint\b|^(turbo|nx)\b.*\blint\b.*\btest\b/, ['test', 'lint', 'build']],

  // Coverage.
  [
    /^(jest|vitest|wtr|web-test-runner|bun test|deno test|react-scripts test|flutter test|dart test|hardhat test|ava|tap)\b.*--coverage\b/,
    ['coverage', 'test'],
  ],
  [/^(pytest|py\.test)\b.*--cov\b(?!-config)|^(pytest|py\.test)\b.*--cov=/, ['coverage', 'test']],
  [/^coverage run\b/, ['coverage', 'test']],
  [/^coverage report\b/, ['coverage']],
  [/^cargo (\+\S+ )?(llvm-cov|tarpaulin)\b/, ['coverage', 'test']],
  [/^(go test|gotestsum)\b.*-cover/, ['coverage', 'test']],
  [/^mix (coveralls\S*|test .*--cover)\b/, ['coverage', 'test']],
  [/^hatch test\b.*--cover/, ['coverage', 'test']],
  [/^(\S*\/)?(phpunit|pest)\b.*--coverage/, ['coverage', 'test']],
  [/^dotnet test\b.*--collect\b/, ['coverage', 'test']],
  [/^(\S*mvnw?|mvn)\b.*jacoco/, ['coverage', 'test']],
  [/^(\S*gradlew|gradle)\b.*(jacoco|kover|coverage)\w*/i, ['coverage', 'test']],
  [/^(cabal|stack) test\b.*(--enable-coverage|--coverage|fhpc)/, ['coverage', 'test']],
  [/^swift test\b.*--enable-code-coverage/, ['coverage', 'test']],
  [/^(c8|nyc|istanbul cover)\b/, ['coverage', 'test']],
  [/^julia\b.*coverage ?= ?true/, ['coverage', 'test']],
  [
    /^(lein cloverage|sbt\b.*coverage\w*|rebar3 cover|kcov|bisect-ppx-report|luacov|gcovr|lcov)\b/,
    ['coverage', 'test'],
  ],

  // Types.
  [/^(tsc|vue-tsc|tsgo)\b(?!.*(--build|-b)\b).*--noEmit\b/i, ['types']],
  [
    /^(vue-tsc|svelte-check|astro check|tsd|tstyche|tsgo|mypy|dmypy|pyright|basedpyright|pyre|pytype|ty check|flow( check)?|psalm|phpstan|steep|srb|typecheck|tapioca)\b/,
    ['types'],
  ],
  [/^hatch (run types:\S+|check types)/, ['types']],
  [/^(\S*\/)?(phpstan|psalm|larastan)\b/, ['types']],
  [/^cargo (\+\S+ )?(hack )?check\b/, ['types', 'build']],
  [/^(mix|rebar3( as \S+)?) dialyzer\b|^dialyzer\b(?!.*--build_plt)|^pants( -\S+)* check\b/, ['types']],
  [/^deno check\b|^gleam check\b|^elm make\b/, ['types', 'build']],
  [/^terraform validate\b/, ['types', 'build']],
  [/^(tsc|tsgo)\b/, ['build', 'types']],
  [/^go vet\b/, ['types', 'lint']],

  // Formatters that only look, or whose work git is asked about.
  [
    /^(shfmt|prettier|black|gofmt|goimports|gofumpt|clang-format|[\w./-]+ (fmt|format))\b.*git (diff|status)/,
    ['format'],
  ],
  [/^(prettier|oxfmt|dprint)\b.*(--check|-c\b|--list-different|\s-l\b|\bcheck\b)/, ['format']],
  [/^(black|isort|ruff format|yapf|autopep8)\b.*(--check|--diff|-c\b)/, ['format']],
  [/^hatch fmt\b.*--check/, ['lint', 'format']],
  [/^(cargo (\+\S+ )?fmt|rustfmt)\b.*--check/, ['format']],
  [/^(test -z .*)?\$?\(?"?\$?\(?gofmt\b|^test -z .*gofmt|^(gofumpt|goimports) -[ld]/, ['format']],
  [/^mix format\b.*--check-formatted|^gleam format\b.*--check|^deno fmt\b.*--check|^zig fmt\b.*--check/, ['format']],
  [/^terraform fmt\b.*-check|^(tofu|packer) fmt\b.*-check/, ['format']],
  [/^(dart ?|flutter )(format|fmt)\b.*--set-exit-if-changed|^dotnet format\b.*--verify-no-changes/, ['format', 'lint']],
  [/clang-format(-\d+)?\b/, ['format', 'lint']],
  [/^(swiftformat|swift-format|swift format)\b.*(--lint|\blint\b)/, ['format', 'lint']],
  [/^(ormolu|fourmolu)\b.*(check)|^stylish-haskell\b/, ['format']],
  [/^(scalafmt|sbt\b.*scalafmtCheck|\S*mill\b.*checkFormat)\S*/, ['format']],
  [
    /^(cljfmt check|lein cljfmt check|stylua\b.*--check|shfmt\b.*-d|taplo\b.*--check|nixfmt\b.*--check|erlfmt\b.*(-c|--check)|rebar3 fmt\b.*--check|dune build @fmt|buf format\b.*--exit-code)/,
    ['format'],
  ],
  [
    /^(\S*gradlew|gradle)\b.*(spotlessCheck|ktlintCheck|lintKotlin|checkstyle\w*|detekt\w*|pmd\w*|spotbugs\w*|ktfmtCheck|(\s|:)lint(Debug|Release)?(?=\s|$))/,
    ['lint', 'format'],
  ],
  [
    /^(\S*mvnw|mvn)\b.*(spotless:check|checkstyle:check|spotbugs:check|pmd:check|fmt:check|formatter:validate|\w-maven-plugin(:[\d.]+)?:check)/,
    ['lint', 'format'],
  ],

  // Linters.
  [
    /^(eslint|oxlint|tslint|stylelint|biome lint|next lint|ng lint|jshint|jscs|dtslint|ember-template-lint)\b/,
    ['lint'],
  ],
  [
    /^(ruff( check)?|flake8|pylint|pyflakes|bandit|vulture|prospector|pylama|wemake|twine check|check-manifest|djlint|slotscheck)\b/,
    ['lint'],
  ],
  [/^cargo (\+\S+ )?(hack )?clippy\b/, ['lint']],
  [
    /^(golangci-lint( run)?|staticcheck|revive|golint|gosec|errcheck|go run \S*(staticcheck|golangci-lint)\S*)(\s|$)/,
    ['lint'],
  ],
  [/^(reek|brakeman|erb_?lint|haml-lint|slim-lint|fasterer|rake (\w+:)?(rubocop|lint|standard|style))\b/, ['lint']],
  [/^(phpmd|phplint|phan|parallel-lint|deptrac|composer (validate|normalize))\b/, ['lint']],
  [/^(mix credo|rebar3 (lint|xref|hank)|elvis|erlang_ls)\b/, ['lint']],
  [/^(cppcheck|clang-tidy|run-clang-tidy|cpplint|include-what-you-use|oclint|splint|checkpatch)\b/, ['lint']],
  [
    /^(swiftlint|ktlint|detekt|hlint|weeder|stan|scalafix|scalastyle|wartremover|sbt\b.*scalafix(\w*Check\w*|.*--check))\b/,
    ['lint'],
  ],
  [/^((dart|flutter) analyze|flutter analyze|dartanalyzer)\b/, ['lint', 'types']],
  [
    /^(clj-kondo|lein (eastwood|kibit|bikeshed|clj-kondo)|luacheck|selene|shellcheck|tflint|sqlfluff lint|ansible-lint|helm lint|ct lint|kube-linter|buf lint|vint|lintr)\b/,
    ['lint'],
  ],
  [
    /^(find|git ls-files|fd|ls|grep)\b.*\|\s*xargs\b.*\b(shellcheck|hlint|luacheck|php -l)\b|^find\b.*-exec (shellcheck|hlint|php -l)\b/,
    ['lint'],
  ],
  [/^pants( -\S+)* lint\b/, ['lint', 'format']],
  [/^(deno lint|terraform-docs|R -e .*lintr|Rscript .*lintr)\b/, ['lint']],
  // Where a project is made of such files, this is all the lint it has.
  [/^(yamllint|hadolint|tfsec|checkov)\b/, ['docs', 'lint']],
  // What they find is about words and wrapping, not about the program.
  [
    /^(actionlint|zizmor|codespell|typos|cspell|misspell|ec|editorconfig-checker|taplo)\b|^cargo (deny|machete|udeps)\b/,
    ['docs'],
  ],
  [
    /^(markdownlint(-cli2?)?|remark|vale|doc8|rstcheck|alex|textlint|proselint|interrogate|pydocstyle|docstr-coverage|yard stats|typedoc|darglint|numpydoc|lychee|mix doctor|inch)\b/,
    ['docs'],
  ],

  // Tests.
  [
    /^(jest|vitest|mocha|ava|tape|tap|uvu|jasmine|karma|borp|lab|qunit|wtr|web-test-runner|cypress run|playwright test|nightwatch|testcafe|react-scripts test|ng test|ember test|jtr|poku|tsx --test|node (--\S+ )*--test|bun test|deno test|vscode-test|hardhat test|forge test|elm-test|spago test|aegir test|web-ext lint)\b/,
    ['test'],
  ],
  [
    /^(pytest|py\.test|unittest|nose2|nosetests|trial|tox|nox|stestr|behave|robot|hatch test|green|ward|zope-testrunner|manage\.py test|\S*manage\.py test|python3? (\S*\/)?(setup\.py test|runtests\.py|manage\.py test|tests?\.py|run_tests?\.py))\b/,
    ['test'],
  ],
  [
    /^cargo (\+\S+ )?(hack )?(test|nextest( run)?|insta test|careful test|miri (test|nextest)|xtask (test|ci|check))\b(?!.*--no-run)/,
    ['test'],
  ],
  [/^(go test|gotestsum|gotest|richgo test|ginkgo)\b/, ['test']],
  [
    /^(rspec|cucumber|minitest|rails test(:\w+)?|rake (\w+:)?(test|spec|features|ci)(:\w+)?|ruby -I\s?\S* \S*test\S*|turbo_tests|parallel_rspec|parallel_test|appraisal)\b/,
    ['test'],
  ],
  [/^rake$/, ['test']],
  [
    /^(\S*\/)?(phpunit|pest|paratest|codecept run|behat|phpspec run|kahlan|simple-phpunit|atoum)\b|^(php )?artisan test\b/,
    ['test'],
  ],
  [/^mix (test|check)(?![\w.])/, ['test']],
  [/^dotnet test\b/, ['test', 'build']],
  [/^(ctest|meson test|ninja (-C \S+ )?(test|check))\b/, ['test']],
  [/^swift (package )?test\b|^xcodebuild\b.*\btest\b/, ['test']],
  [/^(cabal|stack) (-\S+ )*test\b|^cabal (v2|new)-test\b/, ['test']],
  [/^(sbt|sbtn|\.\/sbt|scala-cli)\b.*\btest\b|^\S*mill\b.*\btest\S*/, ['test']],
  [/^zig (build )?test\b|^(dart|flutter) (pub run )?test\b|^melos (run )?test\b/, ['test']],
  [
    /^lein (with-profiles? \S+ )?((sub|modules|monolith each)( -s \S+)? )?(test|midje|kaocha|doo|ci|do .*test)\b|^(clojure|clj) .*(test|kaocha)\S*|^bb (\S*test\S*|ci)$/,
    ['test'],
  ],
  [/^(dune (test|runtest|build @runtest)|esy test)\b/, ['test']],
  [
    /^(busted|bats|shellspec|shunit2|prove|roundup|testem ci|nvim .*-c .*(Plenary|Test)|bin\/bats|\S*\/bats)\b/,
    ['test'],
  ],
  [/^julia\b.*(Pkg\.test|runtests\.jl|\btest\b)/, ['test']],
  [
    /^(gleam test|rebar3 (as \S+ )?(eunit|ct|proper|do .*(eunit|ct))|erlang\.mk|crystal spec|nimble test|shards spec|v test|raku -Ilib|zef test|raco test|terraform test|opa test|molecule test|ansible-test|helm unittest|ct install|conftest verify|R CMD check|Rscript -e .*(test|check)|R -e .*(test|check)|odin test|racket|nim c -r)\b/,
    ['test'],
  ],
  [/^(bazel|bazelisk|buck2?|please|plz) test\b/, ['test', 'build']],
  [/^pants( -\S+)* test\b/, ['test']],
  [/^(?!.*(-DskipTests|-Dmaven\.test\.skip))(\S*mvnw|mvn)\b.*\b(verify|install)\b/, ['test', 'build']],
  [/^(\S*mvnw|mvn)\b.*\btest\b/, ['test']],
  [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)build(\s|$)/, ['build', 'test']],
  [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)check(\s|$)/, ['test']],
  [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)([a-z]\w*T|t)ests?(\s|$)/, ['test']],

  // Builds.
  [
    /^(?!.*\s-MM?\s)(\$[({](CC|CXX|LD|CPP)[)}]|cc|gcc|clang|g\+\+|clang\+\+|c\+\+|rustc|javac|kotlinc|ghc|ocamlopt|valac|nasm|erlc|elixirc)(\s|$)/,
    ['build', 'types'],
  ],
  [/^(\S*mvnw|mvn)\b.*\b(package|compile|verify|install|test-compile)\b/, ['build', 'types']],
  [/^(\S*gradlew|gradle)\b.*(\s|:)(assemble\w*|classes|compile\w+|jar|build|testClasses)(\s|$)/, ['build', 'types']],
  [
    /^(vite|webpack|rollup|tsup|tsdown|esbuild|rspack|parcel|next|nuxt|astro|unbuild|swc|babel|ng|nest|remix|bunchee|microbundle|pkgroll|preconstruct|wireit|obuild|vinxi|gatsby|expo export|rslib|farm)(\s|$)/,
    ['build'],
  ],
  [
    /^(cargo (\+\S+ )?(hack )?(build|b)|go (build|install)|dotnet (build|msbuild)|msbuild|swift build|xcodebuild)\b/,
    ['build', 'types'],
  ],
  [/^(cmake --build|ninja|meson compile|scons|waf|xmake|premake)\b/, ['build']],
  [/^(cabal|stack) (-\S+ )*build\b|^cabal (v2|new)-build\b/, ['build', 'types']],
  [/^(sbt|sbtn|\.\/sbt|scala-cli)\b.*\bcompile\b|^\S*mill\b.*(\bcompile\b|__\.jar|\bassembly\b)/, ['build', 'types']],
  [
    /^(zig build|mix compile|gleam build|rebar3 compile|dune build|lein (compile|uberjar|jar)|nimble build|crystal build|bun build|deno compile|dart compile|flutter build|elm make|shards build|forge build|hardhat compile|buf build|spago build|nix build|pants package)\b/,
    ['build', 'types'],
  ],
  [
    /^(python3? -m build|uv build|poetry build|hatch build|pdm build|flit build|python3? setup\.py (sdist|bdist_wheel|build)|maturin build|tox -e build)\b/,
    ['build'],
  ],
  [/^(publint|attw|are-the-types-wrong)\b/, ['build']],
  // A flake's checks build things; which of them are tests it does not say.
  [/^nix flake check\b/, ['build', 'test']],
  [/^(bazel|bazelisk|buck2?|please|plz) build\b|^rake (build|compile)\b|^gem build\b/, ['build']],
  [
    /^((make|\$\(MAKE\)) -C docs?(\/\S*)? (html|dirhtml|doctest|build)|sphinx-build|mkdocs build|mdbook (build|test)|cargo (\+\S+ )?(doc|rustdoc)|docusaurus build|vitepress build|mix docs|dart doc|hugo|zensical build|antora)\b/,
    ['docs'],
  ],
]

/** What the tool at the start of a command proves; undefined for a tool we do not know. */
export const purposesOfTool = (bare: string): readonly Purpose[] | undefined =>
  TOOLS.find(([pattern]) => matches(pattern, bare))?.[1] ?? (NAMED_LINTER.test(bare) ? ['lint'] : undefined)

/** A linter that we never heard of still says what it is: `fpb-lint ./books`. */
const NAMED_LINTER = /^[a-z][\w.]*-lint(er)?(?=\s|$)|^lint-[a-z]\w+(?=\s|$)/
