import { append, insertAfter, instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

/** Tools for C, C++, Swift, Zig, Dart, .NET, and their like of which we know their commands only. */
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
      proves: [[/^cmake --build\b(?!.*clang-format)/, 'build']],
      spoken: { build: 'cmake' },
      settings: {
        name: 'cmake(?:lists)?',
        byFile: { files: /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake)$/ },
      },
    },
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
  },
  {
    name: 'scons',
    kind: 'build-tool',
    commands: { programs: 'scons premake', proves: [[/^(scons|waf|xmake|premake)\b/, 'build']] },
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
      spoken: { format: 'clang-format' },
      hazards: { rewrites: /\bclang-format(-\d+)?\b.*\s-[a-z]*i(\s|$)/ },
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
  },
  { name: 'googletest', kind: 'test-runner', commands: { spoken: { test: 'gtest|googletest' } } },
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
  },
  {
    name: 'swiftlint',
    kind: 'linter',
    commands: {
      programs: 'swiftlint',
      starts: 'swiftlint',
      spoken: { lint: 'swiftlint' },
      fixes: 'swiftlint',
      settings: { files: String.raw`\.swiftlint` },
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
        [/^zig build\b/, 'build', 'types'],
      ],
      hazards: { rewrites: /\bzig fmt\b(?!.*--check)/ },
      looksOnly: [[/\bzig fmt\b(?!.*--(check|diff))/, insertAfter(/\bzig fmt\b/, '--check')]],
    },
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
      spoken: { lint: 'dart analyze' },
      hazards: { rewrites: /\b(dart|flutter) format\b(?!.*--set-exit-if-changed)|\bdart fix\b/ },
      looksOnly: [
        [
          /\b(dart|flutter) format\b(?!.*--set-exit-if-changed)/,
          insertAfter(/\b(dart|flutter) format\b/, '--output=none --set-exit-if-changed'),
        ],
      ],
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
    commands: { programs: 'busted', starts: String.raw`busted|nvim .*-c .*(Plenary|Test)`, spoken: { test: 'busted' } },
  },
  {
    name: 'luacheck',
    kind: 'linter',
    commands: { programs: 'luacheck', starts: 'luacheck|selene', spoken: { lint: 'luacheck|selene' }, fed: 'luacheck' },
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
  { name: 'shellspec', kind: 'test-runner', commands: { starts: 'shellspec|shunit2|roundup' } },
]
