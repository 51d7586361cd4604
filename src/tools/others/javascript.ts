import type { Tool } from '../tool.ts'

/** Tools for JavaScript and TypeScript of which we know their commands only. */
export const javascriptTools: readonly Tool[] = [
  // Test runners.
  { name: 'tape', kind: 'test-runner', commands: { starts: 'tape', settings: { files: String.raw`\.taperc` } } },
  { name: 'uvu', kind: 'test-runner', commands: { starts: 'uvu', settings: { files: String.raw`uvu\.config` } } },
  {
    name: 'karma',
    kind: 'test-runner',
    commands: {
      programs: 'karma',
      starts: 'karma',
      spoken: { test: 'karma' },
      settings: { files: String.raw`karma\.conf` },
    },
  },
  {
    name: 'cypress',
    kind: 'test-runner',
    commands: {
      programs: 'cypress',
      starts: 'cypress run',
      usual: 'npx cypress run',
      spoken: { test: 'cypress' },
      settings: { files: String.raw`cypress\.` },
    },
  },
  {
    name: 'qunit',
    kind: 'test-runner',
    commands: { starts: 'qunit|testem ci', settings: { files: String.raw`testem\.|qunit\.config` } },
  },
  {
    name: 'web-test-runner',
    kind: 'test-runner',
    commands: { starts: 'wtr|web-test-runner', measures: String.raw`--coverage\b` },
  },
  {
    name: 'react-scripts',
    kind: 'test-runner',
    commands: {
      programs: 'react-scripts',
      starts: 'react-scripts test',
      measures: String.raw`--coverage\b`,
      hazards: { 'never-ends': /\breact-scripts start(\s|$)/ },
    },
  },
  {
    name: 'borp',
    kind: 'test-runner',
    commands: { starts: 'borp|lab|nightwatch|testcafe|jtr|poku|vscode-test|aegir test|web-ext lint' },
  },
  { name: 'ember', kind: 'test-runner', commands: { programs: 'ember', starts: 'ember test' } },

  // Types.
  {
    name: 'tsc',
    kind: 'type-checker',
    commands: {
      programs: 'tsc',
      proves: [
        [/^tsc\b(?!.*(--build|-b)\b).*--noEmit\b/i, 'types'],
        [/^tsc\b/, 'build', 'types'],
      ],
      usual: 'npx tsc --noEmit',
      sign: /(?:^|[\s/&;])(?:tsc|vue-tsc)\b/,
      spoken: { types: 'tsc' },
      hazards: { 'never-ends': /\btsc\b.*\s-w(\s|$)/ },
      settings: {
        byFile: { files: /(?:^|\/)(?:ts|js)config[^/]*\.json$/ },
        name: '(?:tsconfig|jsconfig)',
      },
      package: 'typescript',
    },
  },
  {
    name: 'vue-tsc',
    kind: 'type-checker',
    commands: {
      programs: 'vue-tsc',
      starts: 'vue-tsc|tsgo',
      usual: 'npx vue-tsc --noEmit',
      spoken: { types: 'vue-tsc' },
      hazards: { 'never-ends': /\bvue-tsc\b.*\s-w(\s|$)/ },
    },
  },
  {
    name: 'svelte-check',
    kind: 'type-checker',
    commands: { programs: 'svelte-check', starts: 'svelte-check', spoken: { types: 'svelte-check' } },
  },
  {
    name: 'tsd',
    kind: 'type-checker',
    commands: { programs: 'tsd', starts: 'tsd|tstyche|typecheck', spoken: { types: 'tsd|tstyche' } },
  },
  {
    name: 'flow',
    kind: 'type-checker',
    commands: {
      starts: 'flow( check)?',
      spoken: {
        types: String.raw`(?<=^)flow(?= (?:reports?|complain\w*|finds?|is|fails?)\b)|flow(?= (?:types?|type-?check\w*|errors?)\b)`,
      },
    },
  },

  // Linters and formatters.
  {
    name: 'oxlint',
    kind: 'linter',
    commands: {
      fixes: 'oxlint',
      programs: 'oxlint',
      starts: 'oxlint',
      usual: 'npx oxlint',
      sign: /\boxlint\b/,
      spoken: { lint: 'oxlint' },
      hazards: { rewrites: /\boxlint\b.*\s-u(\s|$)/ },
      settings: { files: String.raw`\.?oxlintrc` },
    },
  },
  {
    name: 'stylelint',
    kind: 'linter',
    commands: {
      fixes: 'stylelint',
      programs: 'stylelint',
      starts: 'stylelint',
      usual: 'npx stylelint "**/*.css"',
      spoken: { lint: 'stylelint' },
      hazards: { rewrites: /\bstylelint\b.*\s-u(\s|$)/ },
      settings: { files: String.raw`\.stylelint|stylelint\.` },
    },
  },
  {
    name: 'tslint',
    kind: 'linter',
    commands: {
      fixes: 'tslint',
      starts: 'tslint',
      spoken: { lint: 'tslint' },
      settings: { files: String.raw`tslint\.` },
    },
  },
  {
    name: 'standard',
    kind: 'linter',
    commands: {
      fixes: 'standard',
      programs: 'standard',
      proves: [[/^(\S*\/)?(standard|ts-standard|semistandard)\b/, 'lint', 'format']],
      spoken: {
        lint: String.raw`standard(?= (?:complain\w*|violations?|offen[sc]es?|errors?|reports?)\b)|standardjs`,
      },
      hazards: { rewrites: /\bstandard\b.*\s-u(\s|$)/ },
    },
  },
  {
    name: 'xo',
    kind: 'linter',
    commands: {
      fixes: 'xo',
      programs: 'xo',
      proves: [[/^(\S*\/)?xo\b/, 'lint', 'format']],
      spoken: { lint: 'xo' },
      hazards: { rewrites: /\bxo\b.*\s-u(\s|$)/ },
    },
  },
  { name: 'jshint', kind: 'linter', commands: { starts: 'jshint|jscs|dtslint|ember-template-lint|next lint|ng lint' } },
  { name: 'knip', kind: 'linter', commands: { fixes: 'knip', programs: 'knip', spoken: { lint: 'knip' } } },
  {
    name: 'prettier',
    kind: 'formatter',
    commands: {
      programs: 'prettier',
      proves: [
        [/^prettier\b.*git (diff|status)/, 'format'],
        [/^(prettier|oxfmt|dprint)\b.*(--check|-c\b|--list-different|\s-l\b|\bcheck\b)/, 'format'],
      ],
      usual: 'npx prettier --check .',
      sign: /\bprettier\b/,
      spoken: { format: 'prettier|dprint' },
      hazards: { rewrites: /\bprettier\b.*\s-w\b/ },
      looksOnly: [[/\bprettier\b.*(--write|\s-w\b)/, command => command.replace(/--write|(?<=\s)-w\b/, '--check')]],
      settings: { files: String.raw`\.prettier|prettier\.` },
    },
  },

  // Coverage.
  { name: 'c8', kind: 'coverage', commands: { programs: 'c8', starts: 'c8', settings: { files: String.raw`\.c8rc` } } },
  {
    name: 'nyc',
    kind: 'coverage',
    commands: { programs: 'nyc', starts: 'nyc|istanbul cover', settings: { files: String.raw`\.nycrc` } },
  },

  // Builds.
  {
    name: 'vite',
    kind: 'build-tool',
    commands: {
      programs: 'vite',
      starts: 'vite',
      spoken: { build: 'vite build' },
      hazards: { 'never-ends': /\bvite (dev|start|serve|preview)(\s|$)|^vite( -\S+)*$/ },
      settings: { byFile: { files: /(?:^|\/)vite\.config[^/]*$/ } },
    },
  },
  {
    name: 'webpack',
    kind: 'build-tool',
    commands: {
      programs: 'webpack',
      starts: 'webpack',
      hazards: { 'never-ends': /\bwebpack (serve|watch)(\s|$)|\bwebpack\b.*\s-w(\s|$)/ },
      spoken: { build: 'webpack' },
      settings: { byFile: { files: /(?:^|\/)webpack[^/]*$/ } },
    },
  },
  {
    name: 'rollup',
    kind: 'build-tool',
    commands: {
      programs: 'rollup',
      starts: 'rollup',
      spoken: { build: 'rollup' },
      hazards: { 'never-ends': /\brollup\b.*\s-w(\s|$)/ },
      settings: { byFile: { files: /(?:^|\/)rollup\.config[^/]*$/ } },
    },
  },
  {
    name: 'babel',
    kind: 'build-tool',
    commands: {
      starts: 'babel',
      settings: { byFile: { files: /(?:^|\/)(?:\.babelrc|babel\.config)[^/]*$/, sections: /^babel$/ } },
    },
  },
  { name: 'tsup', kind: 'build-tool', commands: { programs: 'tsup', starts: 'tsup', spoken: { build: 'tsup' } } },
  {
    name: 'next',
    kind: 'build-tool',
    commands: {
      programs: 'next',
      starts: 'next(?! lint)',
      spoken: { build: 'next build' },
      hazards: { 'never-ends': /\bnext (dev|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'astro',
    kind: 'build-tool',
    commands: {
      programs: 'astro',
      proves: [[/^astro check\b/, 'types']],
      starts: 'astro',
      hazards: { 'never-ends': /\bastro (dev|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'angular',
    kind: 'build-tool',
    commands: {
      programs: 'ng',
      proves: [[/^ng test\b/, 'test']],
      starts: 'ng(?! lint)',
      hazards: { 'never-ends': /\bng (dev|start|serve|preview)(\s|$)/ },
      package: '@angular/cli',
    },
  },
  {
    name: 'nuxt',
    kind: 'build-tool',
    commands: {
      programs: 'nuxt gatsby expo',
      starts: 'nuxt|remix|gatsby|expo export|vinxi',
      hazards: { 'never-ends': /\b(nuxt|remix|gatsby|expo) (dev|develop|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'esbuild',
    kind: 'build-tool',
    commands: {
      programs: 'esbuild tsdown swc wireit',
      starts:
        'tsdown|esbuild|rspack|parcel|unbuild|swc|nest|bunchee|microbundle|pkgroll|preconstruct|wireit|obuild|rslib|farm',
    },
  },
  {
    name: 'publint',
    kind: 'build-tool',
    commands: {
      programs: 'publint attw arethetypeswrong',
      starts: String.raw`(?:publint|attw|are-the-types-wrong)\b.*`,
    },
  },
  {
    name: 'storybook',
    kind: 'build-tool',
    commands: {
      programs: 'storybook wrangler',
      hazards: { 'never-ends': /\b(storybook|wrangler) (dev|start|serve|preview)(\s|$)/ },
    },
  },
  {
    name: 'lint-staged',
    kind: 'linter',
    // They look at what is staged, and rewrite that.
    commands: { hazards: { rewrites: /\b(lint-staged|nano-staged|pretty-quick|git-format-staged)\b/ } },
  },
  {
    name: 'nodemon',
    kind: 'task-runner',
    commands: {
      programs: 'nodemon concurrently',
      hazards: { 'never-ends': /\b(nodemon|chokidar|live-server|http-server)\b/ },
    },
  },
  {
    name: 'stryker',
    kind: 'test-runner',
    commands: { programs: 'stryker', hazards: { measures: /\bstryker\b/ } },
  },

  // Languages that become JavaScript, and contracts.
  { name: 'elm-test', kind: 'test-runner', commands: { starts: 'elm-test' } },
  { name: 'elm', kind: 'compiler', commands: { proves: [[/^elm make\b/, 'types', 'build']] } },
  {
    name: 'spago',
    kind: 'build-tool',
    commands: {
      proves: [
        [/^spago test\b/, 'test'],
        [/^spago build\b/, 'build', 'types'],
      ],
    },
  },
  {
    name: 'hardhat',
    kind: 'test-runner',
    commands: {
      programs: 'hardhat',
      starts: 'hardhat test',
      measures: String.raw`--coverage\b`,
      proves: [[/^hardhat compile\b/, 'build', 'types']],
    },
  },
  {
    name: 'forge',
    kind: 'test-runner',
    commands: { programs: 'forge', starts: 'forge test', proves: [[/^forge build\b/, 'build', 'types']] },
  },

  // Package managers and runners of scripts.
  {
    name: 'npm',
    kind: 'package-manager',
    commands: {
      programs: 'npm npx',
      settings: { name: 'npmrc', byFile: { files: /(?:^|\/)\.npmrc$/ } },
    },
  },
]
