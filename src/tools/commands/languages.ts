/** Tools by the endings of the files they look at. Runners of scripts look at anything. */
export const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(npm|pnpm|yarn|bun|npx|bunx|jest|vitest|deno|eslint)\b/, 'js mjs cjs jsx ts mts cts tsx vue svelte'],
  [/^mix\b/, 'ex exs'],
  [/^cargo\b/, 'rs'],
  [/^(go|gotestsum|golangci-lint)\b/, 'go'],
  [/^(pytest|tox|nox|uv|poetry|hatch|pdm|uvx|python3?|ruff|mypy|pyright)\b/, 'py pyi'],
  [/^(bundle|rake|rspec|rubocop|standardrb|bin\/rails)\b/, 'rb'],
  [/^(\.\/)?(mvnw?|gradlew?)\b/, 'java kt scala groovy'],
  [/^(composer|vendor\/bin|php)\b/, 'php'],
  [/^dotnet\b/, 'cs fs vb'],
  [/^(lein|clojure|clj|bb|bin\/kaocha)\b/, 'clj cljs cljc'],
  [/^(\.\/)?rebar3\b/, 'erl hrl'],
  [/^(cabal|stack|hlint)\b/, 'hs'],
  [/^(dune|opam)\b/, 'ml mli'],
  [/^(swift|swiftlint|swift-format)\b/, 'swift'],
  [/^zig\b/, 'zig'],
  [/^(dart|flutter)\b/, 'dart'],
  [/^(cmake|ctest|meson|ninja)\b/, 'c cc cpp cxx h hh hpp hxx m mm cu'],
  [/^(shellcheck|shfmt|bats)\b/, 'sh bash zsh bats'],
]

/** Systems that build the same language. A project that has several mostly keeps one for itself and the others for its users. */
export const BUILD_SYSTEMS: readonly RegExp[] = [
  /^(cmake|ctest)\b/,
  /^(meson|ninja)\b/,
  /^(bazel|bazelisk)\b/,
  /^(scons|xmake|premake)\b/,
  /^zig\b/,
]

/** What people call the languages, by one of their endings. */
export const SPOKEN_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['elixir', 'ex'],
  ['rust', 'rs'],
  ['go', 'go'],
  ['golang', 'go'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['java', 'java'],
  ['kotlin', 'kt'],
  ['php', 'php'],
  ['clojure', 'clj'],
  ['clojurescript', 'cljs'],
  ['erlang', 'erl'],
  ['haskell', 'hs'],
  ['ocaml', 'ml'],
  ['swift', 'swift'],
  ['dart', 'dart'],
])

/** Scripts of a shell stand beside every language; they are asked for by name and count for nothing else. */
export const SHELL_LINE = /^(bats|shellcheck|shfmt|\S+\.(sh|bash))(\s|$)/
