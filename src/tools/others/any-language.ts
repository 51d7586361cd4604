import { configModule, dataFile, dotFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'

export const anyLanguageTools: readonly Tool[] = [
  {
    name: 'pre-commit',
    kind: 'linter',
    commands: {
      programs: 'pre-commit prek lefthook husky',
      proves: [[/^(pre-commit|prek) run\b|^lefthook run\b|^overcommit --run\b/, 'lint', 'format']],
      spoken: { lint: 'pre-commit' },
      settings: { byFile: { files: /(?:^|\/)\.pre-commit-config\.yaml$/ } },
    },
    protection: { files: { config: [/^\.pre-commit-config\.yaml$|^lefthook\.ya?ml$|^\.lefthook\.ya?ml$/] } },
  },
  {
    name: 'husky',
    kind: 'task-runner',
    commands: { settings: { byFile: { files: /(?:^|\/)\.husky\//, sections: /^husky$/ } } },
  },
  {
    name: 'turbo',
    kind: 'task-runner',
    commands: {
      programs: 'turbo nx lerna rush',
      proves: [
        [
          /^(turbo|nx|lerna|moon|rush)\b.*\btest\b.*\blint\b|^(turbo|nx)\b.*\blint\b.*\btest\b/,
          'test',
          'lint',
          'build',
        ],
      ],
      settings: { name: 'turbo(?:repo)?', byFile: { files: /(?:^|\/)turbo\.jsonc?$/ } },
    },
    protection: {
      files: { config: [dataFile('turbo'), configModule('turbo')] },
      caches: ['.turbo'],
      outputs: ['.turbo'],
      uncached: () => ({ TURBO_FORCE: 'true' }),
      outside: { above: ['turbo.json'] },
    },
  },
  {
    name: 'make',
    kind: 'build-tool',
    cannotStart: [
      { pattern: /^make(?:\[\d+\])?: (\S+): No such file or directory$/, what: 'program', exits: [2, 127] },
      {
        pattern: /^make(?:\[\d+\])?: \*\*\* No rule to make target ['`‘]([^'’]+)['’]\. {2}Stop\.$/,
        what: 'target',
        exits: [2],
      },
      { pattern: /^make(?:\[\d+\])?: \*\*\* No targets specified and no (makefile) found/, what: 'file', exits: [2] },
      {
        pattern: /^make(?:\[\d+\])?: \*\*\* ([^:*]+): No such file or directory\. {2}Stop\.$/,
        what: 'file',
        exits: [2],
      },
    ],
    commands: {
      programs: 'gmake bmake',
      proves: [[/^(make|\$\(MAKE\)) -C docs?(\/\S*)? (html|dirhtml|doctest|build)\b/, 'docs']],
      settings: { name: 'makefiles?', byFile: { files: /(?:^|\/)(?:GNUm|m|M)akefile$/ } },
    },
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
    cannotStart: [{ pattern: /^error: Justfile does not contain recipe [`']([^`']+)[`']/, what: 'target', exits: [1] }],
    commands: {
      programs: 'just mage invoke doit',
      settings: { name: 'justfile', byFile: { files: /(?:^|\/)\.?[jJ]ustfile$/ } },
    },
    protection: { files: { loadedBuild: [/^\.?justfile$|^Justfile$/] }, outside: { home: ['.config/just/justfile'] } },
  },
  {
    name: 'bazel',
    kind: 'build-tool',
    commands: {
      programs: 'bazel bazelisk buck2',
      proves: [
        [/^(bazel|bazelisk|buck2?|please|plz) test\b/, 'test', 'build'],
        [/^(bazel|bazelisk|buck2?|please|plz) build\b/, 'build'],
      ],
    },
    protection: {
      files: {
        autoLoaded: [/^\.(?:bazelrc|bazelversion)(?:\.\w+)?$/],
        build: [/^BUILD(?:\.bazel)?$|^WORKSPACE(?:\.bazel)?$|^MODULE\.bazel$|\.bzl$/],
      },
      outside: { home: ['.bazelrc'] },
    },
  },
  {
    name: 'pants',
    kind: 'build-tool',
    commands: {
      proves: [
        [/^pants\b.* (lint check|check lint)\b/, 'lint', 'types'],
        [/^pants( -\S+)* check\b/, 'types'],
        [/^pants( -\S+)* lint\b/, 'lint', 'format'],
        [/^pants( -\S+)* test\b/, 'test'],
        [/^pants package\b/, 'build', 'types'],
      ],
      hazards: { rewrites: /^(\.\/)?pants\b.* (fmt|fix|tailor|update-build-files)\b(?!.*--check)/ },
    },
  },
  { name: 'watchexec', kind: 'task-runner', commands: { hazards: { 'never-ends': /\b(watchexec|entr|guard)\b/ } } },
  {
    name: 'hyperfine',
    kind: 'coverage',
    commands: { programs: 'hyperfine', proves: [], hazards: { measures: /\bhyperfine\b/ } },
  },

  // What they find is about words and wrapping, not about the program.
  {
    name: 'codespell',
    kind: 'docs',
    commands: {
      programs: 'codespell cspell',
      starts: 'codespell|cspell|misspell',
      spoken: { lint: 'codespell' },
      fixes: 'codespell',
    },
  },
  { name: 'typos', kind: 'docs', commands: { starts: 'typos', spoken: { lint: 'typos' }, fixes: 'typos' } },
  {
    name: 'actionlint',
    kind: 'docs',
    commands: {
      programs: 'actionlint',
      starts: 'actionlint|zizmor|ec|editorconfig-checker',
      spoken: { lint: 'actionlint' },
    },
  },
  {
    name: 'taplo',
    kind: 'formatter',
    commands: {
      proves: [
        [/^taplo\b.*--check/, 'format'],
        [/^taplo\b/, 'docs'],
      ],
      hazards: { rewrites: /\btaplo (fmt|format)\b(?!.*--check)/ },
    },
  },
  {
    name: 'markdownlint',
    kind: 'docs',
    commands: {
      programs: 'markdownlint markdownlint-cli2',
      proves: [[/^markdownlint(-cli2?)?\b/, 'docs']],
      spoken: { lint: 'markdown ?lint(?:er|ing)?' },
      fixes: String.raw`markdownlint\S*`,
    },
    protection: { files: { config: [dotFile('markdownlint|markdownlintignore|markdownlint-cli2')] } },
  },
  { name: 'vale', kind: 'docs', commands: { programs: 'vale', spoken: { lint: 'vale' } } },
  {
    name: 'remark',
    kind: 'docs',
    commands: {
      programs: 'typedoc',
      spoken: { docs: 'typedoc' },
      starts: 'remark|alex|textlint|proselint|typedoc|lychee',
    },
  },
  { name: 'vint', kind: 'linter', commands: { starts: 'vint' } },
  {
    name: 'sphinx',
    kind: 'docs',
    commands: {
      programs: 'sphinx-build',
      starts: 'sphinx-build|zensical build|antora',
      spoken: { docs: 'sphinx(?:-build)?' },
    },
  },
  {
    name: 'mkdocs',
    kind: 'docs',
    commands: {
      programs: 'mkdocs',
      starts: 'mkdocs build',
      spoken: { docs: 'mkdocs' },
      hazards: { 'never-ends': /\bmkdocs (dev|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'docusaurus',
    kind: 'docs',
    commands: {
      starts: '(?:docusaurus|vitepress) build',
      spoken: { docs: 'docusaurus|vitepress' },
      hazards: { 'never-ends': /\b(docusaurus|vitepress) (dev|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'hugo',
    kind: 'docs',
    commands: {
      programs: 'hugo',
      spoken: { docs: 'hugo' },
      hazards: { 'never-ends': /\bhugo (dev|start|server|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'jekyll',
    kind: 'docs',
    commands: {
      programs: 'jekyll',
      spoken: { docs: 'jekyll' },
      proves: [],
      hazards: { 'never-ends': /\bjekyll (dev|start|serve|preview)(\s|$)/ },
    },
  },
]
