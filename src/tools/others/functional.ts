import { comment } from '../protection/suppressions.ts'
import { append, insertAfter, instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const functionalTools: readonly Tool[] = [
  {
    name: 'mix',
    kind: 'build-tool',
    cannotStart: [
      { pattern: /^\*\* \(Mix\) The task "([^"]+)" could not be found/, what: 'target', exits: [1] },
      {
        pattern: /^Unchecked dependencies for environment|Can't continue due to errors on dependencies/,
        what: 'dependencies',
        exits: [1],
      },
    ],
    commands: {
      programs: 'mix elixir iex',
      proves: [
        [/^mix (coveralls\S*|test .*--cover)\b/, 'coverage', 'test'],
        [/^mix dialyzer\b/, 'types'],
        [/^mix format\b.*--check-formatted/, 'format'],
        [/^mix (docs|doctor)\b/, 'docs'],
        [/^mix check(?![\w.])/, 'test'],
        [/^mix compile\b|^elixirc(\s|$)/, 'build', 'types'],
      ],
      spoken: { format: 'mix format', types: 'dialyxir' },
      hazards: { rewrites: /\bmix format\b(?!.*--(check-formatted|dry-run))/, 'never-ends': /\bmix phx\.server(\s|$)/ },
      looksOnly: [[/\bmix format\b(?!.*--(check-formatted|dry-run))/, append('--check-formatted')]],
    },
    protection: {
      files: {
        config: [/^\.formatter\.exs$/],
        build: [/^mix\.exs$|^rebar\.config(?:\.script)?$/],
        configPaths: [/(?:^|\/)config\/test\.exs$/],
      },
      outputs: ['.elixir_ls'],
    },
  },
  {
    name: 'credo',
    kind: 'linter',
    commands: { starts: 'mix credo', spoken: { lint: 'credo' }, settings: { files: String.raw`\.credo` } },
    protection: {
      files: { config: [/^\.credo\.exs$/] },
      directives: [comment('lint', /^elixir$/, /^\s*credo:disable-for-[\w-]+(?:\s+(?<rules>[\w.]+))?/, 'line')],
    },
  },
  {
    name: 'rebar3',
    kind: 'build-tool',
    commands: {
      programs: 'rebar3 erlc erl',
      proves: [
        [/^rebar3 cover\b/, 'coverage', 'test'],
        [/^rebar3( as \S+)? dialyzer\b/, 'types'],
        [/^rebar3 fmt\b.*--check/, 'format'],
        [/^(rebar3 (lint|xref|hank)|elvis|erlang_ls)\b/, 'lint'],
        [/^(rebar3 (as \S+ )?(eunit|ct|proper|do .*(eunit|ct))|erlang\.mk)\b/, 'test'],
        [/^rebar3 compile\b|^erlc(\s|$)/, 'build', 'types'],
      ],
      spoken: { lint: 'elvis|xref', test: 'eunit' },
      hazards: { rewrites: /\brebar3 fmt\b.*\s-[a-z]*w[a-z]*(\s|$)/ },
    },
  },
  {
    name: 'dialyzer',
    kind: 'type-checker',
    commands: { programs: 'dialyzer', proves: [[/^dialyzer\b(?!.*--build_plt)/, 'types']] },
    protection: { files: { config: [/^\.dialyzer_ignore\.exs$|^dialyzer\.ignore\w*$/] } },
  },
  {
    name: 'erlfmt',
    kind: 'formatter',
    commands: {
      proves: [[/^erlfmt\b.*(-c|--check)/, 'format']],
      hazards: { rewrites: /\berlfmt\b.*\s-[a-z]*w[a-z]*(\s|$)/ },
    },
  },
  {
    name: 'gleam',
    kind: 'build-tool',
    commands: {
      programs: 'gleam',
      proves: [
        [/^gleam format\b.*--check/, 'format'],
        [/^gleam check\b/, 'types', 'build'],
        [/^gleam test\b/, 'test'],
        [/^gleam build\b/, 'build', 'types'],
      ],
      hazards: { rewrites: /\bgleam (format|fix)\b(?!.*--check)/ },
      looksOnly: [[/\bgleam format\b(?!.*--(check|diff))/, insertAfter(/\bgleam format\b/, '--check')]],
    },
    protection: { files: { config: [/^gleam\.toml$|^Scarb\.toml$/] } },
  },
  {
    name: 'cabal',
    kind: 'build-tool',
    commands: {
      programs: 'cabal ghc ghci',
      proves: [
        [/^(cabal|stack) test\b.*(--enable-coverage|--coverage|fhpc)/, 'coverage', 'test'],
        [/^(cabal|stack) (-\S+ )*test\b|^cabal (v2|new)-test\b/, 'test'],
        [/^(cabal|stack) (-\S+ )*build\b|^cabal (v2|new)-build\b|^ghc(\s|$)/, 'build', 'types'],
      ],
      spoken: { test: 'hspec' },
      hazards: { 'never-ends': /\bghcid\b/ },
    },
  },
  { name: 'hlint', kind: 'linter', commands: { programs: 'hlint', starts: 'hlint|weeder|stan', fed: 'hlint' } },
  {
    name: 'ormolu',
    kind: 'formatter',
    commands: {
      proves: [[/^(ormolu|fourmolu)\b.*(check)|^stylish-haskell\b/, 'format']],
      spoken: { format: 'ormolu|fourmolu' },
      hazards: { rewrites: /\bormolu\b.*inplace/ },
    },
  },
  {
    name: 'dune',
    kind: 'build-tool',
    commands: {
      programs: 'dune ocaml opam',
      proves: [
        [/^dune build @fmt/, 'format'],
        [/^(dune (test|runtest|build @runtest)|esy test)\b/, 'test'],
        [/^dune build\b|^ocamlopt(\s|$)/, 'build', 'types'],
      ],
      spoken: { format: 'ocamlformat' },
      hazards: { rewrites: /\bdune (fmt|promote)\b|\bdune build\b.*--auto-promote/ },
      looksOnly: [[/\bdune fmt\b/, instead('dune fmt', 'dune build @fmt')]],
    },
    protection: { files: { build: [/^dune(?:-project|-workspace)?$/] } },
  },
]
