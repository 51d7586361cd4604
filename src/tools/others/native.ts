import { dial } from '../protection/protection.ts'
import { comment, forBlock } from '../protection/suppressions.ts'
import { append, insertAfter, instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const nativeTools: readonly Tool[] = [
  {
    name: 'cc',
    kind: 'compiler',
    commands: {
      programs: 'gcc g++ clang clang++ cc c++',
      proves: [
        [
          /^(?!.*\s-MM?\s)(\$[({](CC|CXX|LD|CPP)[)}]|cc|gcc|clang|g\+\+|clang\+\+|c\+\+|valac|nasm)(\s|$)/,
          'build',
          'types',
        ],
      ],
    },
  },
  {
    name: 'cmake',
    kind: 'build-tool',
    commands: {
      programs: 'cmake qmake',
      proves: [
        [/^cmake --workflow\b/, 'test', 'build', 'types'],
        [/^cmake --build\b(?!.*clang-format)/, 'build'],
      ],
      spoken: { build: 'cmake' },
      settings: { name: 'cmake(?:lists)?', byFile: { files: /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake)$/ } },
    },
    protection: { files: { config: [/^CMake(?:User)?Presets\.json$/], build: [/^CMakeLists\.txt$|\.cmake$/] } },
  },
  {
    name: 'ninja',
    kind: 'build-tool',
    commands: {
      programs: 'ninja',
      proves: [
        [/^ninja (-C \S+ )?(test|check)\b/, 'test'],
        [/^ninja\b(?!.*clang-format)/, 'build'],
      ],
    },
  },
  {
    name: 'meson',
    kind: 'build-tool',
    commands: {
      programs: 'meson',
      proves: [
        [/^meson test\b/, 'test'],
        [/^meson compile\b/, 'build'],
      ],
    },
    protection: { files: { build: [/^meson(?:_options|\.options)?\.(?:build|txt)$|^build\.ninja$/] } },
  },
  {
    name: 'scons',
    kind: 'build-tool',
    commands: { programs: 'scons premake', proves: [[/^(scons|waf|xmake|premake)\b/, 'build']] },
    protection: { files: { build: [/^SConstruct$|^SConscript$|^wscript$/] } },
  },
  {
    name: 'clang-format',
    kind: 'formatter',
    commands: {
      programs: 'clang-format',
      proves: [
        [/^clang-format\b.*git (diff|status)/, 'format'],
        [/clang-format(-\d+)?\b/, 'format', 'lint'],
      ],
      hazards: { rewrites: /\bclang-format(-\d+)?\b.*\s-[a-z]*i(\s|$)/, runs: /^clang-format(-\d+)?$/ },
      looksOnly: [[/\bclang-format(-\d+)?\b.*\s-i\b/, instead(/(?<=\s)-i\b/, '--dry-run --Werror')]],
      fed: 'clang-format',
    },
  },
  {
    name: 'clang-tidy',
    kind: 'linter',
    commands: {
      programs: 'clang-tidy',
      starts: 'cppcheck|clang-tidy|run-clang-tidy|cpplint|include-what-you-use|oclint|splint|checkpatch',
      spoken: { lint: 'cppcheck|clang-tidy|cpplint' },
    },
    protection: {
      files: { config: [/^\.clang-(?:tidy|format)$/] },
      directives: [comment('lint', /^c$/, /^\s*NOLINT(?:NEXTLINE|BEGIN)?\b(?:\((?<rules>[^)]+)\))?/, 'line')],
      outside: { home: ['.clang-tidy'], above: ['.clang-tidy'] },
    },
  },
  {
    name: 'googletest',
    kind: 'test-runner',
    commands: { spoken: { test: 'gtest|googletest' } },
    protection: {
      detection: {
        patches: [
          {
            name: 'the assertions of the tests',
            languages: /^c$/,
            pattern: String.raw`^[ \t]*(?<code>#)[ \t]*(?:define[ \t]+(?:TEST_(?:ASSERT|CHECK)\w*|(?:EXPECT|ASSERT)_(?:EQ|NE|LT|LE|GT|GE|TRUE|FALSE|STR\w+|NEAR|FLOAT_EQ|DOUBLE_EQ|THROW|NO_THROW|THAT)|(?:ck|cr|mu|munit)_assert\w*|assert_(?:int|string|ptr|memory|float)_\w*equal|CU_ASSERT\w*|BOOST_(?:TEST|CHECK|REQUIRE)\w*)\b|undef[ \t]+(?:(?:TEST|CHECK|REQUIRE|EXPECT|ASSERT|BOOST|CU)\w*|\w*_?assert\w*)\b)`,
          },
        ],
      },
    },
  },
  {
    name: 'kcov',
    kind: 'coverage',
    commands: { programs: 'kcov lcov', starts: 'kcov|bisect-ppx-report|luacov|gcovr|lcov' },
  },
  {
    name: 'swift',
    kind: 'build-tool',
    commands: {
      programs: 'swiftc xctest xcodebuild',
      proves: [
        [/^swift test\b.*--enable-code-coverage/, 'coverage', 'test'],
        [/^swift (package )?test\b|^xcodebuild\b.*\btest\b/, 'test'],
        [/^(swift build|xcodebuild)\b/, 'build', 'types'],
      ],
      spoken: { test: 'xctest' },
    },
    protection: {
      files: { config: [/\.xctestplan$|^\.swift-version$/], build: [/^Package\.swift$/] },
      outputs: ['.build', 'DerivedData'],
    },
  },
  {
    name: 'swiftlint',
    kind: 'linter',
    commands: { programs: 'swiftlint', fixes: 'swiftlint', settings: { files: String.raw`\.swiftlint` } },
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
        comment('lint', /^swift$/, /^\s*swiftlint:disable:(?:next|this|previous)\s+(?<rules>[\w ]+)/, 'line'),
        comment('lint', /^swift$/, /^\s*swiftlint:disable\s+(?<rules>[\w ]+)/, 'file', {
          ends: /^\s*swiftlint:enable\b/,
        }),
      ],
    },
  },
  {
    name: 'swift-format',
    kind: 'formatter',
    commands: {
      proves: [[/^(swiftformat|swift-format|swift format)\b.*(--lint|\blint\b)/, 'format', 'lint']],
      spoken: { format: 'swiftformat' },
      hazards: { rewrites: /\bswift-?format\b.*\s(-i|--in-place)(\s|$)/ },
    },
  },
  {
    name: 'zig',
    kind: 'build-tool',
    commands: {
      programs: 'zig',
      proves: [
        [/^zig fmt\b.*--check/, 'format'],
        [/^zig (build )?test\b/, 'test'],
        [/^zig build( [\w-]+)* test\b/, 'test', 'build', 'types'],
        [/^zig build\b/, 'build', 'types'],
      ],
      spoken: { format: 'zig fmt', build: 'zig build' },
      hazards: { rewrites: /\bzig fmt\b(?!.*--check)/ },
      looksOnly: [[/\bzig fmt\b(?!.*--(check|diff))/, insertAfter(/\bzig fmt\b/, '--check')]],
    },
    protection: { files: { build: [/^build\.zig$/] }, outputs: ['zig-cache', 'zig-out', '.zig-cache'] },
  },
  {
    name: 'dart',
    kind: 'build-tool',
    commands: {
      programs: 'flutter',
      proves: [
        [/^(flutter|dart) test\b.*--coverage\b/, 'coverage', 'test'],
        [/^(dart ?|flutter )(format|fmt)\b.*--set-exit-if-changed/, 'format', 'lint'],
        [/^((dart|flutter) analyze|dartanalyzer)\b/, 'lint', 'types'],
        [/^(dart|flutter) (pub run )?test\b|^melos (run )?test\b/, 'test'],
        [/^(dart compile|flutter build)\b/, 'build', 'types'],
        [/^dart doc\b/, 'docs'],
      ],
      spoken: { lint: 'dart analyze', format: 'dart format' },
      hazards: { rewrites: /\b(dart|flutter) format\b(?!.*--set-exit-if-changed)|\bdart fix\b/ },
      looksOnly: [
        [
          /\b(dart|flutter) format\b(?!.*--set-exit-if-changed)/,
          insertAfter(/\b(dart|flutter) format\b/, '--output=none --set-exit-if-changed'),
        ],
      ],
    },
    protection: {
      files: { config: [/^analysis_options\.yaml$|^dart_test\.yaml$|^build\.yaml$/] },
      directives: [
        comment('lint', /^c$/, /^\s*ignore_for_file:\s*(?<rules>[\w, ]+)/, 'file'),
        comment('lint', /^c$/, /^\s*ignore:\s*(?<rules>[\w, ]+)/, 'line'),
        comment('coverage', /^c$/, /^\s*coverage:ignore-(?:line|start|file)\b/, 'line'),
      ],
      outputs: ['.dart_tool'],
    },
  },
  {
    name: 'dotnet format',
    kind: 'formatter',
    commands: {
      proves: [[/^dotnet format\b.*--verify-no-changes/, 'format', 'lint']],
      hazards: { rewrites: /\bdotnet format\b(?!.*--verify-no-changes)/ },
      looksOnly: [[/\bdotnet format\b(?!.*--verify-no-changes)/, append('--verify-no-changes')]],
    },
  },
  {
    name: 'msbuild',
    kind: 'build-tool',
    commands: {
      programs: 'msbuild nuget',
      proves: [[/^(dotnet (build|msbuild)|msbuild)\b/, 'build', 'types']],
      spoken: { build: 'dotnet build' },
    },
  },
  { name: 'xunit', kind: 'test-runner', commands: { spoken: { test: 'xunit|nunit|mstest' } } },

  // Languages with one tool for everything.
  {
    name: 'crystal',
    kind: 'compiler',
    commands: {
      programs: 'crystal shards',
      proves: [
        [/^(crystal|shards) spec\b/, 'test'],
        [/^(crystal|shards) build\b/, 'build', 'types'],
      ],
    },
  },
  {
    name: 'nim',
    kind: 'compiler',
    commands: {
      programs: 'nim nimble',
      proves: [
        [/^(nimble test|nim c -r)\b/, 'test'],
        [/^nimble build\b/, 'build', 'types'],
      ],
    },
  },
  {
    name: 'julia',
    kind: 'runtime',
    commands: {
      programs: 'julia',
      proves: [
        [/^julia\b.*coverage ?= ?true/, 'coverage', 'test'],
        [/^julia\b.*(Pkg\.test|runtests\.jl|\btest\b)/, 'test'],
      ],
    },
  },
  {
    name: 'R',
    kind: 'runtime',
    commands: {
      programs: 'Rscript',
      proves: [
        [/^(lintr|R -e .*lintr|Rscript .*lintr)\b/, 'lint'],
        [/^(R CMD check|Rscript -e .*(test|check)|R -e .*(test|check))\b/, 'test'],
      ],
    },
  },
  {
    name: 'raku',
    kind: 'runtime',
    commands: {
      programs: 'racket raco perl prove',
      proves: [[/^(raku -Ilib|zef test|raco test|racket|prove|odin test|v test)\b/, 'test']],
    },
  },

  // Lua and the shell.
  {
    name: 'busted',
    kind: 'test-runner',
    commands: { programs: 'busted', starts: String.raw`busted|nvim .*-c .*(Plenary|Test)` },
    protection: { files: { config: [/^\.busted$/] } },
  },
  {
    name: 'luacheck',
    kind: 'linter',
    commands: { programs: 'luacheck', starts: 'luacheck|selene', spoken: { lint: 'luacheck|selene' }, fed: 'luacheck' },
    protection: { files: { config: [/^\.luacheckrc$/] } },
  },
  {
    name: 'stylua',
    kind: 'formatter',
    commands: {
      proves: [[/^stylua\b.*--check/, 'format']],
      spoken: { format: 'stylua' },
      hazards: { rewrites: /\bstylua\b(?!.*--check)/ },
      looksOnly: [[/\bstylua\b(?!.*--(check|diff))/, insertAfter(/\bstylua\b/, '--check')]],
    },
  },
  {
    name: 'shellspec',
    kind: 'test-runner',
    commands: { starts: 'shellspec|shunit2|roundup' },
    protection: {
      detection: {
        signs: [
          {
            name: 'that it runs as a test',
            languages: /^shell$/,
            pattern: String.raw`^[ \t]*(?<code>\S)[^\n]*?(?:\$\{?[#!]?(?:_*SHUNIT\w|SHELLSPEC_)|-v[ \t]+["']?(?:_*SHUNIT|SHELLSPEC)_|\b(?:declare|typeset)[ \t]+-[Ff][ \t]+["']?(?:oneTimeSetUp|setUp|assert))`,
          },
        ],
        patches: [
          {
            name: 'the assertions of the tests',
            languages: /^shell$/,
            pattern: String.raw`(?:^|[;&|{]|\bfunction\b)[ \t]*(?<code>_?(?:assert(?:Equals|NotEquals|Same|NotSame|True|False|Null|NotNull|Contains|NotContains)|fail(?:NotEquals|Same|NotSame)|_?shunit_\w+))[ \t]*\([ \t]*\)`,
          },
        ],
      },
    },
  },
  {
    name: 'gcc',
    kind: 'compiler',
    sharedFormat: true,
    protection: {
      label: 'compiler',
      detection: {
        patches: [
          {
            name: 'the assertions of the tests',
            languages: /^c$/,
            pattern: String.raw`^[ \t]*(?<code>#)[ \t]*(?:undef|define)[ \t]+(?:assert|static_assert|abort|exit|_exit|__assert\w*|strn?cmp|memcmp|if|else|while|for|return|switch)\b|^[ \t]*#[ \t]*define[ \t]+NDEBUG\b`,
          },
          {
            name: 'the assertions of the tests',
            languages: /^c$/,
            pattern: String.raw`^(?:[\w()"]+[ \t*]+)+(?:__assert\w*|_w?assert|abort|strn?(?:case)?cmp|memcmp)[ \t]*\([^;{]*\)[^;{=]*\{`,
          },
        ],
      },
      attributes: [
        {
          family: 'lint',
          languages: /^c$/,
          pattern:
            /(?:#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored|_Pragma\s*\(\s*"(?:GCC|clang) diagnostic ignored)\s+\\?(?<rules>"-W[\w+=-]+)/g,
          scope: forBlock,
          compiler: true,
        },
        {
          family: 'lint',
          languages: /^c$/,
          pattern: /#\s*pragma\s+warning\s*\(\s*disable\s*:(?<rules>[\d ]+)\)/g,
          scope: forBlock,
          compiler: true,
        },
      ],
    },
  },
  {
    name: 'task',
    kind: 'task-runner',
    cannotStart: [{ pattern: /^task: Task "([^"]+)" does not exist/, what: 'target', exits: [200] }],
    protection: { files: { loadedBuild: [/^[Tt]askfile(?:\.dist)?\.ya?ml$/] } },
  },
  { name: 'earthly', kind: 'build-tool', protection: { files: { build: [/^Earthfile$|^Snakefile$|^Dangerfile$/] } } },
  {
    name: 'excoveralls',
    kind: 'coverage',
    protection: {
      files: { config: [/^coveralls\.json$/] },
      directives: [comment('coverage', /^elixir$/, /^\s*coveralls-ignore-(?:start|next-line)\b/, 'block')],
    },
  },
  {
    name: 'haskell',
    kind: 'build-tool',
    protection: {
      files: { config: [/^\.hlint\.yaml$|^hie\.yaml$/], build: [/^stack\.yaml$|^cabal\.project(?:\.local)?$/] },
      outputs: ['.stack-work', 'dist-newstyle'],
    },
  },
  {
    name: 'foundry',
    kind: 'build-tool',
    protection: { files: { config: [/^foundry\.toml$|^hardhat\.config\.\w+$/] } },
  },
  {
    name: 'perl',
    kind: 'test-runner',
    protection: { files: { config: [/^\.perlcriticrc$|^\.perltidyrc$|^\.proverc$/] }, outside: { home: ['.proverc'] } },
  },
  { name: 'lintr', kind: 'linter', protection: { files: { config: [/^\.lintr$/] } } },
  {
    name: 'sonar',
    kind: 'linter',
    protection: {
      files: { config: [/^sonar-project\.properties$/] },
      directives: [comment('lint', /./, /^\s*NOSONAR\b/, 'line')],
    },
  },
  {
    name: 'lcov',
    kind: 'coverage',
    protection: {
      directives: [
        comment('coverage', /./, /^\s*(?:LCOV|GCOVR?|GRCOV)_EXCL_(?:LINE|START|BR_LINE|BR_START)\b/, 'line'),
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
