import type { Purpose } from '../../tools/purpose.ts'

/** Tools that people name in a sentence instead of what they check. */
export const TOOL_NAMES: readonly (readonly [RegExp, Purpose])[] = [
  [
    /\b(?:mypy|pyright|basedpyright|phpstan|psalm|dialyzer|dialyxir|svelte-check|vue-tsc|tsc|sorbet|steep|pytype|pyre|tsd|tstyche)\b|^flow(?= (?:reports?|complain\w*|finds?|is|fails?)\b)|\bflow(?= (?:types?|type-?check\w*|errors?)\b)/i,
    'types',
  ],
  [
    /\b(?:prettier|rustfmt|gofmt|gofumpt|black|isort|clang-format|scalafmt|ktlint|spotless|cargo fmt|mix format|terraform fmt|stylua|ormolu|fourmolu|shfmt|dprint|swiftformat|ocamlformat|cljfmt)\b/i,
    'format',
  ],
  [
    /\bstandard(?= (?:complain\w*|violations?|offen[sc]es?|errors?|reports?)\b)|\b(?:eslint|oxlint|biome|xo|tslint|stylelint|standardjs|ruff|flake8|pylint|clippy|golangci(?:-lint)?|staticcheck|golint|rubocop|standardrb|reek|checkstyle|spotbugs|pmd|detekt|php-cs-fixer|phpcs|pint|credo|cppcheck|clang-tidy|cpplint|swiftlint|hlint|scalafix|scalastyle|clj-kondo|eastwood|luacheck|selene|shellcheck|hadolint|tflint|yamllint|actionlint|vale|markdownlint|codespell|typos|sqlfluff|knip|pre-commit|dart analyze|go vet|deno lint|ansible-lint|elvis|xref)\b/i,
    'lint',
  ],
  [
    /\b(?:jest|vitest|mocha|ava|pytest|tox|nox|rspec|minitest|phpunit|pest|junit|ctest|gtest|googletest|cypress|playwright|bats|busted|exunit|eunit|cargo test|go test|nextest|karma|jasmine|cucumber|kaocha|hspec|scalatest|xctest|xunit|nunit|mstest)\b/i,
    'test',
  ],
  [
    /\b(?:go build|cargo build|webpack|rollup|vite build|tsup|cmake|gradle build|mvn package|next build|dotnet build|terraform validate)\b|\bvalidates?$/i,
    'build',
  ],
]
