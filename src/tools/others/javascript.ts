import { configModule, dataFile, dotFile } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, countOf, disabledBy, SCRIPT, sumOf } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

export const javascriptTools: readonly Tool[] = [
  // Test runners.
  {
    name: 'karma',
    kind: 'test-runner',
    commands: { programs: 'karma', settings: { files: String.raw`karma\.conf` } },
    protection: {
      preparation: { files: /(?:^|\/)karma[\w.-]*\.\w+$/ },
      files: { config: [dataFile('karma'), configModule('karma')] },
      detection: { globals: ['__karma__'] },
      packages: ['karma.*'],
    },
  },
  {
    name: 'cypress',
    kind: 'test-runner',
    commands: {
      programs: 'cypress',
      starts: 'cypress run',
      usual: 'npx cypress run',
      settings: { files: String.raw`cypress\.` },
    },
    protection: {
      retriesInCode: [{ languages: SCRIPT, pattern: /\bCypress\.config\(\s*["']retries["']/g }],
      files: { config: [dataFile('cypress'), configModule('cypress'), dotFile('cypress')] },
      retries: { files: /(?:^|\/)(?:cypress(?:\.config)?\.\w+|package\.json)$/, within: '^cypress\\.' },
      detection: { names: ['cypress'] },
      packages: ['cypress'],
    },
  },
  {
    name: 'qunit',
    kind: 'test-runner',
    commands: { starts: 'qunit|testem ci', settings: { files: String.raw`testem\.|qunit\.config` } },
    protection: { files: { config: [configModule('qunit')] } },
  },
  {
    name: 'web-test-runner',
    kind: 'test-runner',
    commands: { starts: 'wtr|web-test-runner', measures: String.raw`--coverage\b` },
    protection: { files: { config: [dataFile('web-test-runner'), configModule('web-test-runner|wtr')] } },
  },
  {
    name: 'react-scripts',
    kind: 'test-runner',
    commands: {
      programs: 'react-scripts',
      spoken: {},
      starts: 'react-scripts test',
      measures: String.raw`--coverage\b`,
      hazards: { 'never-ends': /\breact-scripts start(\s|$)/ },
    },
  },
  {
    name: 'borp',
    kind: 'test-runner',
    commands: { starts: 'borp|nightwatch|testcafe|jtr|poku|vscode-test|aegir test|web-ext lint' },
  },
  { name: 'ember', kind: 'test-runner', commands: { programs: 'ember', spoken: {}, starts: 'ember test' } },
  {
    name: 'vue-tsc',
    kind: 'type-checker',
    commands: {
      programs: 'vue-tsc',
      starts: 'vue-tsc|tsgo',
      usual: 'npx vue-tsc --noEmit',
      hazards: { 'never-ends': /\bvue-tsc\b.*\s-w(\s|$)/ },
    },
  },
  { name: 'svelte-check', kind: 'type-checker', commands: { programs: 'svelte-check' } },
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
        types: String.raw`(?<=^)flow(?= (?:reports?|complain\w*|finds?|is|fails?|gives?|shows?|prints?|says)\b)|flow(?= (?:types?|type-?check\w*|errors?)\b)`,
      },
    },
    protection: {
      directives: [
        comment('types', SCRIPT, /^[\s*]*\$Flow(?:FixMe|Ignore|IgnoreMe|ExpectedError|Issue)\b/, 'line'),
        comment('types', SCRIPT, /^[\s*]*@noflow\b/, 'file'),
      ],
    },
  },

  // Linters and formatters.
  {
    name: 'oxlint',
    kind: 'linter',
    commands: {
      fixes: 'oxlint',
      programs: 'oxlint',
      usual: 'npx oxlint',
      sign: /\boxlint\b/,
      hazards: { rewrites: /\boxlint\b.*\s-u(\s|$)/ },
      settings: { files: String.raw`\.?oxlintrc` },
    },
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
    protection: {
      family: 'lint',
      files: { config: [dataFile('oxlint'), configModule('oxlint'), dotFile('oxlintrc'), /^oxlintrc\.json$/] },
      directives: disabledBy('oxlint'),
    },
  },
  {
    name: 'stylelint',
    kind: 'linter',
    commands: {
      fixes: 'stylelint',
      programs: 'stylelint',
      usual: 'npx stylelint "**/*.css"',
      hazards: { rewrites: /\bstylelint\b.*\s-u(\s|$)/ },
      settings: { files: String.raw`\.stylelint|stylelint\.` },
    },
    protection: {
      files: { config: [configModule('stylelint'), dotFile('stylelintrc|stylelintignore')] },
      settings: {
        files: /(?:^|\/)(?:\.stylelintrc|\.?stylelint(?:rc|\.config)?)(?:\.\w+)?$/,
        alternatives: 'linters',
        dials: [dial('level', 'lint', /(?:^|\.)rules\./), dial('skip', 'lint', /^(?:ignoreFiles|ignores)$/)],
      },
      caches: ['.stylelintcache'],
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
    protection: {
      files: { config: [dataFile('tslint')] },
      directives: [
        comment('lint', SCRIPT, /^\s*tslint:disable-(?:next-)?line(?::\s*(?<rules>[\w -]+))?/, 'line'),
        comment('lint', SCRIPT, /^\s*tslint:disable(?![\w-])(?::\s*(?<rules>[\w -]+))?/, 'file', {
          ends: /^\s*tslint:enable\b/,
        }),
      ],
    },
  },
  {
    name: 'standard',
    kind: 'linter',
    commands: {
      fixes: 'standard',
      programs: 'standard',
      proves: [[/^(\S*\/)?(standard|ts-standard|semistandard)\b/, 'lint', 'format']],
      spoken: { lint: String.raw`standard(?= (?:complain\w*|violations?|offen[sc]es?|errors?|reports?)\b)|standardjs` },
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
      hazards: { rewrites: /\bxo\b.*\s-u(\s|$)/ },
    },
    protection: { files: { config: [configModule('xo'), dotFile('xo-config')] } },
  },
  {
    name: 'jshint',
    kind: 'linter',
    commands: { starts: 'jshint|jscs|dtslint|ember-template-lint|next lint|ng lint' },
    protection: {
      files: { config: [dotFile('jshintrc|jshintignore|jscsrc')] },
      directives: [comment('lint', SCRIPT, /^\s*(?:jshint|jslint)\s+ignore:/, 'block')],
    },
  },
  {
    name: 'knip',
    kind: 'linter',
    commands: { fixes: 'knip', programs: 'knip', proves: [] },
    protection: { files: { config: [dataFile('knip'), configModule('knip')] } },
  },

  // Coverage.
  { name: 'c8', kind: 'coverage', commands: { programs: 'c8', settings: { files: String.raw`\.c8rc` } } },
  {
    name: 'nyc',
    kind: 'coverage',
    commands: { programs: 'nyc', starts: 'nyc|istanbul cover', settings: { files: String.raw`\.nycrc` } },
    protection: {
      files: { config: [dataFile('nyc|c8'), configModule('nyc|c8'), dotFile('nycrc|c8rc|istanbul\\.yml')] },
      settings: {
        files: /(?:^|\/)(?:\.nycrc(?:\.\w+)?|nyc\.config\.\w+|\.c8rc(?:\.\w+)?|package\.json|\.taprc)$/,
        within:
          /^(?:nyc|c8)\.|^(?!\w*[sS]cripts\.|jest\.|eslintConfig\.)(?=(?:lines|branches|functions|statements|check-?[cC]overage|all|per-?[fF]ile|exclude|include|100)$)/,
        alternatives: 'coverage',
        dials: [
          dial('min', 'coverage', /^(?:lines|branches|functions|statements)$/),
          dial('on', 'coverage', /^(?:check-?[cC]overage|per-?[fF]ile|100)$/),
          dial('on', 'coverage', /^all$/),
          dial('skip', 'coverage', /^exclude$/),
          dial('keep', 'coverage', /^include$/),
        ],
      },
      outputs: ['.nyc_output'],
      packages: ['nyc', 'c8', 'istanbul.*'],
    },
  },

  // Builds.
  {
    name: 'vite',
    kind: 'build-tool',
    commands: {
      programs: 'vite',
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
      hazards: { 'never-ends': /\bwebpack (serve|watch)(\s|$)|\bwebpack\b.*\s-w(\s|$)/ },
      spoken: { build: 'webpack' },
      settings: { byFile: { files: /(?:^|\/)webpack[^/]*$/ } },
    },
    protection: { files: { config: [configModule('webpack')] } },
  },
  {
    name: 'rollup',
    kind: 'build-tool',
    commands: {
      programs: 'rollup',
      spoken: { build: 'rollup' },
      hazards: { 'never-ends': /\brollup\b.*\s-w(\s|$)/ },
      settings: { byFile: { files: /(?:^|\/)rollup\.config[^/]*$/ } },
    },
    protection: { files: { config: [configModule('rollup')] } },
  },
  {
    name: 'babel',
    kind: 'build-tool',
    commands: {
      starts: 'babel',
      settings: { byFile: { files: /(?:^|\/)(?:\.babelrc|babel\.config)[^/]*$/, sections: /^babel$/ } },
    },
    protection: {
      preparation: { files: /(?:^|\/)babel[\w.-]*\.\w+$|(?:^|\/)\.babelrc[\w.-]*$/, section: 'babel' },
      files: { autoLoaded: [/^\.babelrc(?:\.\w+)?$/], config: [configModule('babel')] },
      outside: { home: ['.babelrc'], above: ['.babelrc', 'babel.config.js'] },
    },
  },
  {
    name: 'tsup',
    kind: 'build-tool',
    commands: { programs: 'tsup', spoken: { build: 'tsup' } },
    protection: { files: { config: [configModule('tsup|tsdown|bunup')] } },
  },
  {
    name: 'next',
    kind: 'build-tool',
    commands: {
      programs: 'next',
      starts: 'next(?! lint)',
      spoken: { build: 'next build' },
      hazards: { 'never-ends': /\bnext (dev|start|serve|preview)(\s|$)/ },
    },
    protection: {
      files: { config: [configModule('next')] },
      settings: {
        files: /(?:^|\/)next\.config\.\w+$/,
        dials: [dial('off', 'types', /(?:^|\.)ignoreBuildErrors$/), dial('off', 'lint', /(?:^|\.)ignoreDuringBuilds$/)],
      },
      caches: ['.next/cache'],
      outputs: ['.next'],
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
    protection: { files: { config: [configModule('astro')] }, outputs: ['.astro'] },
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
    protection: { files: { config: [dataFile('angular')] }, caches: ['.angular/cache'], outputs: ['.angular'] },
  },
  {
    name: 'nuxt',
    kind: 'build-tool',
    commands: {
      programs: 'nuxt gatsby expo',
      starts: 'nuxt|remix|gatsby|expo export|vinxi',
      hazards: { 'never-ends': /\b(nuxt|remix|gatsby|expo) (dev|develop|start|serve|preview)(\s|$)/ },
    },
    protection: { files: { config: [configModule('nuxt')] }, outputs: ['.nuxt', '.output'] },
  },
  {
    name: 'esbuild',
    kind: 'build-tool',
    commands: {
      programs: 'esbuild tsdown swc wireit',
      starts:
        'tsdown|esbuild|rspack|parcel|unbuild|swc|nest|bunchee|microbundle|pkgroll|preconstruct|wireit|obuild|rslib|farm',
    },
    protection: { files: { config: [configModule('esbuild')] } },
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
    kind: 'docs',
    commands: {
      programs: 'storybook wrangler',
      proves: [],
      hazards: { 'never-ends': /\b(storybook|wrangler) (dev|start|serve|preview)(\s|$)/ },
    },
    protection: { files: { configPaths: [/(?:^|\/)\.storybook\/[^/]+$/] }, outputs: ['storybook-static'] },
  },
  {
    name: 'lint-staged',
    kind: 'linter',
    // They look at what is staged, and rewrite that.
    commands: { hazards: { rewrites: /\b(lint-staged|nano-staged|pretty-quick|git-format-staged)\b/ } },
    protection: { files: { config: [configModule('lint-staged'), dotFile('lintstagedrc')] } },
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
    kind: 'coverage',
    commands: { programs: 'stryker', proves: [], hazards: { measures: /\bstryker\b/ } },
    protection: { files: { config: [dataFile('stryker'), configModule('stryker')] } },
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
      spoken: {},
      starts: 'hardhat test',
      measures: String.raw`--coverage\b`,
      proves: [[/^hardhat compile\b/, 'build', 'types']],
    },
  },
  {
    name: 'forge',
    kind: 'test-runner',
    commands: { programs: 'forge', spoken: {}, starts: 'forge test', proves: [[/^forge build\b/, 'build', 'types']] },
  },

  // Package managers and runners of scripts.
  {
    name: 'npm',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /npx canceled due to missing packages and no YES option: \["(@?[^"@]+)/, what: 'program', exits: [1] },
      { pattern: /^npm (?:error|ERR!) 404 {2}.*'(@?[^'@]+)@[^']*'/, what: 'program', exits: [1] },
      { pattern: /could not determine executable to run/, what: 'program', exits: [1] },
      { pattern: /Missing script: "([^"]+)"/, what: 'script', exits: [1] },
      { pattern: /^npm (?:error|ERR!) enoent Could not read (package\.json)/, what: 'file', exits: [254, 1] },
    ],
    commands: { programs: 'npm npx', settings: { name: 'npmrc', byFile: { files: /(?:^|\/)\.npmrc$/ } } },
    protection: {
      files: { autoLoaded: [/^\.npmrc(?:\.\w+)?$/], config: [dotFile('npmignore-test')], build: [/^package\.json$/] },
      outside: {
        home: ['.npmrc', '.config/npm/npmrc'],
        above: ['package.json', '.npmrc'],
        variables: ['NPM_CONFIG_USERCONFIG', 'NPM_CONFIG_GLOBALCONFIG', 'npm_config_userconfig'],
      },
    },
  },
  {
    name: 'betterer',
    kind: 'linter',
    protection: {
      files: { config: [dotFile('betterer'), /^\.betterer\.results$/] },
      baselines: [
        {
          files: /(?:^|\/)[\w.-]*\.betterer\.results$/,
          families: ['lint', 'types'],
          amount: text => countOf(/^\s*\[\d+, \d+, \d+,/gm)(text) + sumOf(/value: `?"?(\d+)/g)(text),
        },
      ],
    },
  },
  {
    name: 'commitlint',
    kind: 'linter',
    protection: { files: { config: [configModule('commitlint'), dotFile('commitlintrc')] } },
  },
  { name: 'dependency-cruiser', kind: 'linter', protection: { files: { config: [dotFile('dependency-cruiser')] } } },
  {
    name: 'size-limit',
    kind: 'linter',
    protection: { files: { config: [configModule('size-limit'), dotFile('size-limit')] } },
  },
  { name: 'cspell', kind: 'linter', protection: { files: { config: [dotFile('cspell')] } } },
  { name: 'dprint', kind: 'formatter', protection: { files: { config: [dataFile('dprint')] } } },
  {
    name: 'istanbul',
    kind: 'coverage',
    protection: {
      directives: [
        comment('coverage', SCRIPT, /^\s*(?:istanbul|v8|c8)\s+ignore\s+file\b/, 'file'),
        comment('coverage', SCRIPT, /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:start)\b/, 'block'),
        comment('coverage', SCRIPT, /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:next|if|else|class|try|catch)\b/, 'line'),
      ],
    },
  },
  {
    name: 'webdriverio',
    kind: 'test-runner',
    protection: {
      files: { config: [dataFile('wdio'), configModule('wdio')] },
      retries: { files: /(?:^|\/)wdio[\w.-]*\.conf\.\w+$/ },
    },
  },
  {
    name: 'nightwatch',
    kind: 'test-runner',
    protection: {
      files: { config: [configModule('nightwatch')] },
      retries: { files: /(?:^|\/)nightwatch\.conf\.\w+$/ },
    },
  },
  {
    name: 'testcafe',
    kind: 'test-runner',
    protection: {
      files: { config: [configModule('testcafe')] },
      retries: { files: /(?:^|\/)(?:testcafe\.config\.\w+|\.testcaferc\.\w+)$/ },
    },
  },
  {
    name: 'testem',
    kind: 'test-runner',
    protection: { files: { config: [dataFile('testem'), configModule('testem')] } },
  },
  {
    name: 'protractor',
    kind: 'test-runner',
    protection: { files: { config: [dataFile('protractor'), configModule('protractor')] } },
  },
  { name: 'detox', kind: 'test-runner', protection: { files: { config: [dataFile('detox'), configModule('detox')] } } },
  { name: 'backstop', kind: 'test-runner', protection: { files: { config: [dataFile('backstop')] } } },
  {
    name: 'lost-pixel',
    kind: 'test-runner',
    protection: { files: { config: [dataFile('lost-pixel'), configModule('lost-pixel')] } },
  },
  { name: 'codecept', kind: 'test-runner', protection: { files: { config: [configModule('codecept')] } } },
  { name: 'rstest', kind: 'test-runner', protection: { files: { config: [configModule('rstest')] } } },
  { name: 'poku', kind: 'test-runner', protection: { files: { config: [configModule('poku')] } } },
  {
    name: 'yarn',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /^error Command "([^"]+)" not found\.$/, what: 'script', exits: [1] },
      { pattern: /^Usage Error: Couldn't find a script named "([^"]+)"/, what: 'script', exits: [1] },
      { pattern: /^(?:error|Usage Error:?) .*(?:Couldn't find a|No) (package\.json)\b/, what: 'file', exits: [1] },
      {
        pattern: /doesn't seem to have been installed - running an install there might help/,
        what: 'dependencies',
        exits: [1],
      },
    ],
    protection: {
      files: {
        autoLoaded: [/^\.(?:yarnrc|yarnrc\.yml)(?:\.\w+)?$/, /^\.pnp\.[cm]?js$|^\.pnp\.loader\.mjs$/],
        autoLoadedPaths: [/(?:^|\/)\.yarn\/(?:releases|plugins)\//],
      },
      outside: { home: ['.yarnrc', '.yarnrc.yml', '.config/yarn/config'], above: ['.yarnrc', '.yarnrc.yml'] },
    },
  },
  {
    name: 'pnpm',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.*Command "([^"]+)" not found/, what: 'program', exits: [1, 254] },
      { pattern: /ERR_PNPM_NO_SCRIPT.*Missing script: "?([^"\s]+)/, what: 'script', exits: [1] },
      { pattern: /ERR_PNPM_NO_(?:PKG|IMPORTER)_MANIFEST\w*.*No (package\.json)/, what: 'file', exits: [1] },
      // pnpm warns so after every failure of a project that needs no packages.
      {
        pattern: /package\.json exists, but (node_modules) missing/,
        what: 'dependencies',
        exits: [1],
        beside: /: (?:command )?not found$|Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|\bENOENT\b/,
      },
    ],
    protection: {
      files: {
        autoLoaded: [/^\.(?:pnpmrc|pnpmfile\.cjs)(?:\.\w+)?$/, /^pnpmfile\.js$/],
        config: [/^pnpm-workspace\.yaml$/],
      },
      outside: { home: ['.config/pnpm/rc'], above: ['pnpm-workspace.yaml'] },
    },
  },
  {
    name: 'swc',
    kind: 'build-tool',
    protection: {
      preparation: { files: /(?:^|\/)\.swcrc[\w.-]*$/ },
      files: { autoLoaded: [/^\.swcrc(?:\.\w+)?$/], config: [configModule('swc'), dotFile('swcrc')] },
    },
  },
  { name: 'terser', kind: 'build-tool', protection: { files: { autoLoaded: [/^\.terserrc(?:\.\w+)?$/] } } },
  {
    name: 'nx',
    kind: 'task-runner',
    protection: {
      files: { config: [dataFile('nx|project|workspace')] },
      caches: ['.nx/cache', '.nx/workspace-data'],
      outputs: ['.nx'],
      uncached: () => ({ NX_SKIP_NX_CACHE: 'true', NX_DAEMON: 'false' }),
      outside: { above: ['nx.json'] },
    },
  },
  { name: 'lerna', kind: 'task-runner', protection: { files: { config: [dataFile('lerna')] } } },
  {
    name: 'rush',
    kind: 'task-runner',
    protection: { files: { config: [dataFile('rush')] }, uncached: () => ({ RUSH_BUILD_CACHE_ENABLED: '0' }) },
  },
  {
    name: 'moon',
    kind: 'task-runner',
    protection: {
      files: { config: [dataFile('moon')] },
      caches: ['.moon/cache'],
      uncached: () => ({ MOON_CACHE: 'off' }),
    },
  },
  {
    name: 'wireit',
    kind: 'task-runner',
    protection: {
      files: { config: [configModule('wireit')] },
      caches: ['.wireit'],
      uncached: () => ({ WIREIT_CACHE: 'none' }),
    },
  },
  {
    name: 'gulp',
    kind: 'task-runner',
    protection: { files: { build: [/^(?:gulp|grunt|jake)file(?:\.\w+)*\.[cm]?[jt]s$|^Gruntfile\.\w+$/] } },
  },
  {
    name: 'parcel',
    kind: 'build-tool',
    protection: {
      files: { config: [dotFile('parcelrc')] },
      caches: ['.parcel-cache', 'node_modules/.cache'],
      outputs: ['.parcel-cache'],
    },
  },
  {
    name: 'svelte',
    kind: 'build-tool',
    protection: { files: { config: [configModule('svelte')] }, outputs: ['.svelte-kit'] },
  },
  { name: 'rspack', kind: 'build-tool', protection: { files: { config: [configModule('rspack|rsbuild|rslib')] } } },
  { name: 'metro', kind: 'build-tool', protection: { files: { config: [configModule('metro')] } } },
  { name: 'craco', kind: 'build-tool', protection: { files: { config: [configModule('craco')] } } },
  { name: 'remix', kind: 'build-tool', protection: { files: { config: [configModule('remix')] } } },
  {
    name: 'postcss',
    kind: 'build-tool',
    protection: { files: { config: [configModule('postcss|tailwind'), dotFile('postcssrc|browserslistrc')] } },
  },
]
