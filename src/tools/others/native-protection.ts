import { dial } from '../protection.ts'
import { asItStands, forBlock } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

/** C, C++, Swift, Dart, Elixir, and the languages that have one or two tools. */
export const protectedNative: readonly Tool[] = [
  {
    name: 'gcc',
    kind: 'compiler',
    sharedFormat: true,
    protection: {
      label: 'compiler',
      attributes: [
        {
          family: 'lint',
          languages: /^c$/,
          pattern:
            /(?:#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored|_Pragma\s*\(\s*"(?:GCC|clang) diagnostic ignored)\s+\\?(?<rules>"-W[\w+=-]+)/g,
          scope: forBlock,
        },
        {
          family: 'lint',
          languages: /^c$/,
          pattern: /#\s*pragma\s+warning\s*\(\s*disable\s*:(?<rules>[\d ]+)\)/g,
          scope: forBlock,
        },
      ],
    },
  },
  {
    name: 'clang-tidy',
    kind: 'linter',
    protection: {
      files: { config: [/^\.clang-(?:tidy|format)$/] },
      directives: [
        {
          family: 'lint',
          languages: /^c$/,
          says: /^\s*NOLINT(?:NEXTLINE|BEGIN)?\b(?:\((?<rules>[^)]+)\))?/,
          scope: 'line',
        },
      ],
      outside: { home: ['.clang-tidy'], above: ['.clang-tidy'] },
    },
  },
  {
    name: 'cmake',
    kind: 'build-tool',
    protection: {
      files: { config: [/^CMake(?:User)?Presets\.json$/], build: [/^CMakeLists\.txt$|\.cmake$/] },
    },
  },
  {
    name: 'make',
    kind: 'build-tool',
    protection: {
      files: {
        build: [/\.mk$|^configure\.ac$|^Makefile\.(?:am|in)$/],
        loadedBuild: [/^(?:GNUm|m|M)akefile(?:\.\w+)?$/],
      },
    },
  },
  {
    name: 'just',
    kind: 'task-runner',
    protection: {
      files: { loadedBuild: [/^\.?justfile$|^Justfile$/] },
      outside: { home: ['.config/just/justfile'] },
    },
  },
  { name: 'task', kind: 'task-runner', protection: { files: { loadedBuild: [/^[Tt]askfile(?:\.dist)?\.ya?ml$/] } } },
  {
    name: 'bazel',
    kind: 'build-tool',
    protection: {
      files: {
        autoLoaded: [/^\.(?:bazelrc|bazelversion)(?:\.\w+)?$/],
        build: [/^BUILD(?:\.bazel)?$|^WORKSPACE(?:\.bazel)?$|^MODULE\.bazel$|\.bzl$/],
      },
      outside: { home: ['.bazelrc'] },
    },
  },
  {
    name: 'meson',
    kind: 'build-tool',
    protection: { files: { build: [/^meson(?:_options|\.options)?\.(?:build|txt)$|^build\.ninja$/] } },
  },
  { name: 'scons', kind: 'build-tool', protection: { files: { build: [/^SConstruct$|^SConscript$|^wscript$/] } } },
  { name: 'earthly', kind: 'build-tool', protection: { files: { build: [/^Earthfile$|^Snakefile$|^Dangerfile$/] } } },
  {
    name: 'swiftlint',
    kind: 'linter',
    protection: {
      files: { config: [/^\.?swiftlint\.yml$|^\.swiftformat$/] },
      settings: {
        files: /(?:^|\/)\.?swiftlint\.yml$/,
        dials: [
          dial('skip', 'lint', /^(?:disabled_rules|excluded)$/),
          dial('keep', 'lint', /^(?:opt_in_rules|included|only_rules)$/),
        ],
      },
      directives: [
        {
          family: 'lint',
          languages: /^swift$/,
          says: /^\s*swiftlint:disable:(?:next|this|previous)\s+(?<rules>[\w ]+)/,
          scope: 'line',
        },
        {
          family: 'lint',
          languages: /^swift$/,
          says: /^\s*swiftlint:disable\s+(?<rules>[\w ]+)/,
          scope: 'file',
          ends: /^\s*swiftlint:enable\b/,
        },
      ],
    },
  },
  {
    name: 'swift',
    kind: 'build-tool',
    protection: {
      files: { config: [/\.xctestplan$|^\.swift-version$/], build: [/^Package\.swift$/] },
      outputs: ['.build', 'DerivedData'],
    },
  },
  {
    name: 'dart',
    kind: 'build-tool',
    protection: {
      files: { config: [/^analysis_options\.yaml$|^dart_test\.yaml$|^build\.yaml$/] },
      directives: [
        { family: 'lint', languages: /^c$/, says: /^\s*ignore_for_file:\s*(?<rules>[\w, ]+)/, scope: 'file' },
        { family: 'lint', languages: /^c$/, says: /^\s*ignore:\s*(?<rules>[\w, ]+)/, scope: 'line' },
        { family: 'coverage', languages: /^c$/, says: /^\s*coverage:ignore-(?:line|start|file)\b/, scope: 'line' },
      ],
      outputs: ['.dart_tool'],
    },
  },
  {
    name: 'mix',
    kind: 'build-tool',
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
    protection: {
      files: { config: [/^\.credo\.exs$/] },
      directives: [
        {
          family: 'lint',
          languages: /^elixir$/,
          says: /^\s*credo:disable-for-[\w-]+(?:\s+(?<rules>[\w.]+))?/,
          scope: 'line',
        },
      ],
    },
  },
  {
    name: 'dialyzer',
    kind: 'type-checker',
    protection: { files: { config: [/^\.dialyzer_ignore\.exs$|^dialyzer\.ignore\w*$/] } },
  },
  {
    name: 'excoveralls',
    kind: 'coverage',
    protection: {
      files: { config: [/^coveralls\.json$/] },
      directives: [
        {
          family: 'coverage',
          languages: /^elixir$/,
          says: /^\s*coveralls-ignore-(?:start|next-line)\b/,
          scope: 'block',
        },
      ],
    },
  },
  {
    name: 'haskell',
    kind: 'build-tool',
    protection: {
      files: {
        config: [/^\.hlint\.yaml$|^hie\.yaml$/],
        build: [/^stack\.yaml$|^cabal\.project(?:\.local)?$/],
      },
      outputs: ['.stack-work', 'dist-newstyle'],
    },
  },
  { name: 'dune', kind: 'build-tool', protection: { files: { build: [/^dune(?:-project|-workspace)?$/] } } },
  {
    name: 'zig',
    kind: 'build-tool',
    protection: { files: { build: [/^build\.zig$/] }, outputs: ['zig-cache', 'zig-out', '.zig-cache'] },
  },
  { name: 'gleam', kind: 'build-tool', protection: { files: { config: [/^gleam\.toml$|^Scarb\.toml$/] } } },
  {
    name: 'foundry',
    kind: 'build-tool',
    protection: { files: { config: [/^foundry\.toml$|^hardhat\.config\.\w+$/] } },
  },
  { name: 'busted', kind: 'test-runner', protection: { files: { config: [/^\.busted$/] } } },
  { name: 'luacheck', kind: 'linter', protection: { files: { config: [/^\.luacheckrc$/] } } },
  {
    name: 'perl',
    kind: 'test-runner',
    protection: {
      files: { config: [/^\.perlcriticrc$|^\.perltidyrc$|^\.proverc$/] },
      outside: { home: ['.proverc'] },
    },
  },
  { name: 'lintr', kind: 'linter', protection: { files: { config: [/^\.lintr$/] } } },
  {
    name: 'yamllint',
    kind: 'linter',
    protection: {
      files: { config: [/^\.yamllint(?:\.ya?ml)?$/] },
      directives: [
        { family: 'lint', languages: /^yaml$/, says: /^\s*yamllint\s+disable(?:-line)?\b/, scope: asItStands },
      ],
    },
  },
  { name: 'hadolint', kind: 'linter', protection: { files: { config: [/^\.hadolint\.ya?ml$|^\.tflint\.hcl$/] } } },
  {
    name: 'pre-commit',
    kind: 'linter',
    protection: {
      files: { config: [/^\.pre-commit-config\.yaml$|^lefthook\.ya?ml$|^\.lefthook\.ya?ml$/] },
    },
  },
  {
    name: 'sonar',
    kind: 'linter',
    protection: {
      files: { config: [/^sonar-project\.properties$/] },
      directives: [{ family: 'lint', languages: /./, says: /^\s*NOSONAR\b/, scope: 'line' }],
    },
  },
  {
    name: 'lcov',
    kind: 'coverage',
    protection: {
      directives: [
        {
          family: 'coverage',
          languages: /./,
          says: /^\s*(?:LCOV|GCOVR?|GRCOV)_EXCL_(?:LINE|START|BR_LINE|BR_START)\b/,
          scope: 'line',
        },
      ],
    },
  },
  {
    name: 'codecov',
    kind: 'coverage',
    protection: {
      files: { config: [/^codecov(?:\.[\w-]+)*\.(?:json|json5|jsonc|ya?ml|toml)$/, /^\.?codecov\.ya?ml$/] },
      settings: {
        files:
          /(?:^|\/)\.?codecov\.ya?ml$|(?:^|\/)\.testcoverage\.ya?ml$|(?:^|\/)tarpaulin\.toml$|(?:^|\/)coveralls\.json$/,
        remote: true,
        dials: [
          dial('min', 'coverage', /(?:^|\.)(?:target|fail-under|minimum_coverage)$|^threshold\.\w+$/),
          dial('max', 'coverage', /\.threshold$/),
          dial('off', 'coverage', /\.informational$/),
          dial('skip', 'coverage', /^(?:ignore|exclude\.paths|skip_files|exclude-files)$|\.ignore$/),
          dial('stay', 'coverage', /^coverage\.status\.(?:project|patch)$/),
        ],
      },
    },
  },
]
