import { configModule, dataFile, dotFile } from '../file-names.ts'
import { dial } from '../protection.ts'
import { countOf, disabledBy, SCRIPT, sumOf } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

const STRICT_FAMILY =
  /^(?:compilerOptions\.)?(?:noImplicitAny|noImplicitThis|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|strictBuiltinIteratorReturn|alwaysStrict|useUnknownInCatchVariables)$/

const tsc: Tool = {
  name: 'tsc',
  kind: 'type-checker',
  sharedFormat: true,
  canary: { errors: { kind: 'types', files: /(?<!\.d)\.[cm]?tsx?$/ } },
  protection: {
    scripts: ['tsc'],
    family: 'types',
    label: 'typescript',
    files: { config: [/^(?:ts|js)config(?:[.-][\w-]+)*\.json$/] },
    settings: {
      files: /(?:^|\/)(?:ts|js)config(?:[.-][\w-]+)*\.json$/,
      newIsFree: true,
      inherits: true,
      implied: { by: 'compilerOptions.strict', keys: STRICT_FAMILY },
      adds: { list: 'files', beside: 'include' },
      dials: [
        dial(
          'on',
          'types',
          /^compilerOptions\.(?:strict|noImplicit(?!UseStrict)\w+|strict\w+|noUnchecked\w+|noUnused\w+|noFallthrough\w+|noPropertyAccess\w+|exactOptional\w+|useUnknownInCatchVariables|alwaysStrict|checkJs|noEmitOnError)$/,
        ),
        dial(
          'off',
          'types',
          /^compilerOptions\.(?:noCheck|skipLibCheck|skipDefaultLibCheck|allowUnreachableCode|allowUnusedLabels|suppress\w+|noStrictGenericChecks)$/,
        ),
        dial('skip', 'types', /^exclude$/),
        dial('keep', 'types', /^(?:include|files)$/),
      ],
    },
    directives: [
      { family: 'types', languages: SCRIPT, says: /^[\s*/]*@ts-nocheck\b/, scope: 'file' },
      {
        family: 'types',
        languages: SCRIPT,
        says: /(?:^|\n)[\s*/]*@ts-ignore\b(?![\s\S]*\n[\s*]*\S)/,
        scope: 'line',
      },
      {
        family: 'types',
        languages: SCRIPT,
        says: /(?:^|\n)[\s*/]*@ts-expect-error\b(?![\s\S]*\n[\s*]*\S)/,
        scope: 'line',
        rule: 'expected',
      },
    ],
    localCaches: [/\.tsbuildinfo$/],
    packages: ['typescript', 'ts-node', 'tsx'],
    outside: { above: ['tsconfig.json'] },
  },
}

const LINTERS: readonly Tool[] = [
  {
    name: 'stylelint',
    kind: 'linter',
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
    name: 'oxlint',
    kind: 'linter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
    protection: {
      family: 'lint',
      files: {
        config: [dataFile('oxlint'), configModule('oxlint'), dotFile('oxlintrc'), /^oxlintrc\.json$/],
      },
      directives: disabledBy('oxlint'),
    },
  },
  {
    name: 'tslint',
    kind: 'linter',
    protection: {
      files: { config: [dataFile('tslint')] },
      directives: [
        {
          family: 'lint',
          languages: SCRIPT,
          says: /^\s*tslint:disable-(?:next-)?line(?::\s*(?<rules>[\w -]+))?/,
          scope: 'line',
        },
        {
          family: 'lint',
          languages: SCRIPT,
          says: /^\s*tslint:disable(?![\w-])(?::\s*(?<rules>[\w -]+))?/,
          scope: 'file',
          ends: /^\s*tslint:enable\b/,
        },
      ],
    },
  },
  {
    name: 'jshint',
    kind: 'linter',
    protection: {
      files: { config: [dotFile('jshintrc|jshintignore|jscsrc')] },
      directives: [{ family: 'lint', languages: SCRIPT, says: /^\s*(?:jshint|jslint)\s+ignore:/, scope: 'block' }],
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
  { name: 'xo', kind: 'linter', protection: { files: { config: [configModule('xo'), dotFile('xo-config')] } } },
  {
    name: 'commitlint',
    kind: 'linter',
    protection: { files: { config: [configModule('commitlint'), dotFile('commitlintrc')] } },
  },
  {
    name: 'lint-staged',
    kind: 'linter',
    protection: { files: { config: [configModule('lint-staged'), dotFile('lintstagedrc')] } },
  },
  { name: 'knip', kind: 'linter', protection: { files: { config: [dataFile('knip'), configModule('knip')] } } },
  {
    name: 'dependency-cruiser',
    kind: 'linter',
    protection: { files: { config: [dotFile('dependency-cruiser')] } },
  },
  {
    name: 'size-limit',
    kind: 'linter',
    protection: { files: { config: [configModule('size-limit'), dotFile('size-limit')] } },
  },
  {
    name: 'markdownlint',
    kind: 'docs',
    protection: { files: { config: [dotFile('markdownlint|markdownlintignore|markdownlint-cli2')] } },
  },
  { name: 'cspell', kind: 'linter', protection: { files: { config: [dotFile('cspell')] } } },
]

const OTHER_CHECKS: readonly Tool[] = [
  {
    name: 'flow',
    kind: 'type-checker',
    protection: {
      directives: [
        {
          family: 'types',
          languages: SCRIPT,
          says: /^[\s*]*\$Flow(?:FixMe|Ignore|IgnoreMe|ExpectedError|Issue)\b/,
          scope: 'line',
        },
        { family: 'types', languages: SCRIPT, says: /^[\s*]*@noflow\b/, scope: 'file' },
      ],
    },
  },
  {
    name: 'prettier',
    kind: 'formatter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.(?:[cm]?[jt]sx?|css|scss|json)$/ } },
    protection: {
      family: 'lint',
      files: { config: [configModule('prettier'), dotFile('prettierrc|prettierignore')] },
      settings: {
        files: /(?:^|\/)\.prettierignore$/,
        alternatives: 'linters',
        dials: [dial('skip', 'lint', /^ignores$/)],
      },
      directives: [{ family: 'lint', languages: SCRIPT, says: /^\s*prettier-ignore(?:-start)?\s*$/, scope: 'line' }],
      packages: ['prettier'],
      outside: { home: ['.prettierrc'], above: ['.prettierrc'], variables: ['PRETTIER_CONFIG'] },
    },
  },
  { name: 'dprint', kind: 'formatter', protection: { files: { config: [dataFile('dprint')] } } },
  {
    name: 'nyc',
    kind: 'coverage',
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
  {
    name: 'istanbul',
    kind: 'coverage',
    protection: {
      directives: [
        { family: 'coverage', languages: SCRIPT, says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+file\b/, scope: 'file' },
        {
          family: 'coverage',
          languages: SCRIPT,
          says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:start)\b/,
          scope: 'block',
        },
        {
          family: 'coverage',
          languages: SCRIPT,
          says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:next|if|else|class|try|catch)\b/,
          scope: 'line',
        },
      ],
    },
  },
]

const RUNNERS: readonly Tool[] = [
  {
    name: 'cypress',
    kind: 'test-runner',
    protection: {
      retriesInCode: [{ languages: SCRIPT, pattern: /\bCypress\.config\(\s*["']retries["']/g }],
      files: { config: [dataFile('cypress'), configModule('cypress'), dotFile('cypress')] },
      retries: { files: /(?:^|\/)(?:cypress(?:\.config)?\.\w+|package\.json)$/, within: '^cypress\\.' },
      detection: { names: ['cypress'] },
      packages: ['cypress'],
    },
  },
  {
    name: 'karma',
    kind: 'test-runner',
    protection: {
      preparation: { files: /(?:^|\/)karma[\w.-]*\.\w+$/ },
      files: { config: [dataFile('karma'), configModule('karma')] },
      detection: { globals: ['__karma__'] },
      packages: ['karma.*'],
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
    name: 'cucumber',
    kind: 'test-runner',
    protection: { files: { config: [dataFile('cucumber'), configModule('cucumber'), /^cucumber\.yml$/] } },
  },
  {
    name: 'stryker',
    kind: 'coverage',
    protection: { files: { config: [dataFile('stryker'), configModule('stryker')] } },
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
  {
    name: 'web-test-runner',
    kind: 'test-runner',
    protection: { files: { config: [dataFile('web-test-runner'), configModule('web-test-runner|wtr')] } },
  },
  { name: 'codecept', kind: 'test-runner', protection: { files: { config: [configModule('codecept')] } } },
  { name: 'rstest', kind: 'test-runner', protection: { files: { config: [configModule('rstest')] } } },
  {
    name: 'uvu',
    kind: 'test-runner',
    protection: {
      files: { config: [configModule('uvu')] },
      packages: ['uvu'],
      libraries: ['uvu(?:/assert)?'],
    },
  },
  { name: 'poku', kind: 'test-runner', protection: { files: { config: [configModule('poku')] } } },
  { name: 'qunit', kind: 'test-runner', protection: { files: { config: [configModule('qunit')] } } },
  { name: 'tape', kind: 'test-runner', protection: { packages: ['tape'], libraries: ['tape'] } },
]

const BUILDERS: readonly Tool[] = [
  {
    name: 'npm',
    kind: 'package-manager',
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
    name: 'yarn',
    kind: 'package-manager',
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
    protection: {
      files: {
        autoLoaded: [/^\.(?:pnpmrc|pnpmfile\.cjs)(?:\.\w+)?$/, /^pnpmfile\.js$/],
        config: [/^pnpm-workspace\.yaml$/],
      },
      outside: { home: ['.config/pnpm/rc'], above: ['pnpm-workspace.yaml'] },
    },
  },
  {
    name: 'babel',
    kind: 'build-tool',
    protection: {
      preparation: { files: /(?:^|\/)babel[\w.-]*\.\w+$|(?:^|\/)\.babelrc[\w.-]*$/, section: 'babel' },
      files: { autoLoaded: [/^\.babelrc(?:\.\w+)?$/], config: [configModule('babel')] },
      outside: { home: ['.babelrc'], above: ['.babelrc', 'babel.config.js'] },
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
    name: 'turbo',
    kind: 'task-runner',
    protection: {
      files: { config: [dataFile('turbo'), configModule('turbo')] },
      caches: ['.turbo'],
      outputs: ['.turbo'],
      uncached: () => ({ TURBO_FORCE: 'true' }),
      outside: { above: ['turbo.json'] },
    },
  },
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
    name: 'angular',
    kind: 'build-tool',
    protection: {
      files: { config: [dataFile('angular')] },
      caches: ['.angular/cache'],
      outputs: ['.angular'],
    },
  },
  {
    name: 'next',
    kind: 'build-tool',
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
    name: 'parcel',
    kind: 'build-tool',
    protection: {
      files: { config: [dotFile('parcelrc')] },
      caches: ['.parcel-cache', 'node_modules/.cache'],
      outputs: ['.parcel-cache'],
    },
  },
  {
    name: 'nuxt',
    kind: 'build-tool',
    protection: { files: { config: [configModule('nuxt')] }, outputs: ['.nuxt', '.output'] },
  },
  {
    name: 'svelte',
    kind: 'build-tool',
    protection: { files: { config: [configModule('svelte')] }, outputs: ['.svelte-kit'] },
  },
  {
    name: 'astro',
    kind: 'build-tool',
    protection: { files: { config: [configModule('astro')] }, outputs: ['.astro'] },
  },
  { name: 'webpack', kind: 'build-tool', protection: { files: { config: [configModule('webpack')] } } },
  { name: 'rollup', kind: 'build-tool', protection: { files: { config: [configModule('rollup')] } } },
  { name: 'rspack', kind: 'build-tool', protection: { files: { config: [configModule('rspack|rsbuild|rslib')] } } },
  { name: 'esbuild', kind: 'build-tool', protection: { files: { config: [configModule('esbuild')] } } },
  { name: 'tsup', kind: 'build-tool', protection: { files: { config: [configModule('tsup|tsdown|bunup')] } } },
  { name: 'metro', kind: 'build-tool', protection: { files: { config: [configModule('metro')] } } },
  { name: 'craco', kind: 'build-tool', protection: { files: { config: [configModule('craco')] } } },
  { name: 'remix', kind: 'build-tool', protection: { files: { config: [configModule('remix')] } } },
  {
    name: 'postcss',
    kind: 'build-tool',
    protection: { files: { config: [configModule('postcss|tailwind'), dotFile('postcssrc|browserslistrc')] } },
  },
  {
    name: 'storybook',
    kind: 'docs',
    protection: { files: { configPaths: [/(?:^|\/)\.storybook\/[^/]+$/] }, outputs: ['storybook-static'] },
  },
]

export const protectedJavaScript: readonly Tool[] = [tsc, ...LINTERS, ...OTHER_CHECKS, ...RUNNERS, ...BUILDERS]
