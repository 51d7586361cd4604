import { dial, type Tool } from './dial.ts'

const METRICS = 'lines|branches|functions|statements'

/** Thresholds, what is counted at all, and how often a failing test is tried again. */
export const RUN_TOOLS: readonly Tool[] = [
  {
    name: 'jest',
    files: /(?:^|\/)(?:jest(?:\.[\w-]+)*\.config\.\w+|jest\.config\.[\w.]+|package\.json|jest\.config\.json)$/,
    within: /^jest\.|^(?!scripts\.|eslintConfig\.|nyc\.|c8\.)(?=coverage|collectCoverage|global\.|projects\.)/,
    dials: [
      dial('min', 'coverage', new RegExp(`(?:^|\\.)coverageThreshold\\..*\\.(?:${METRICS})$`)),
      dial('skip', 'coverage', /(?:^|\.)coveragePathIgnorePatterns$/),
      dial('keep', 'coverage', /(?:^|\.)collectCoverageFrom$/),
    ],
  },
  {
    name: 'vitest',
    files: /(?:^|\/)vite(?:st)?(?:\.[\w-]+)*\.(?:config|workspace|projects?)(?:\.[\w-]+)*\.\w+$/,
    alias: path => path.replace(/^.*\.(?=coverage\.)/, '').replace(/^coverage\.thresholds\.(?:global\.)?/, 'coverage.'),
    dials: [
      dial('min', 'coverage', new RegExp(`^(?:coverage\\.)?(?:.*\\.)?(?:${METRICS})$`)),
      dial('on', 'coverage', /^coverage\.(?:100|perFile)$/),
      dial('stay', 'coverage', /^coverage\.(?:all|enabled)$/),
      dial('skip', 'coverage', /^coverage\.exclude$/),
      dial('keep', 'coverage', /^coverage\.include$/),
      dial('max', 'retries', /(?:^|\.)test\.retry(?:\.count)?$|^retry(?:\.count)?$/, 0),
    ],
  },
  {
    name: 'nyc',
    files: /(?:^|\/)(?:\.nycrc(?:\.\w+)?|nyc\.config\.\w+|\.c8rc(?:\.\w+)?|package\.json|\.taprc)$/,
    within:
      /^(?:nyc|c8)\.|^(?!\w*[sS]cripts\.|jest\.|eslintConfig\.)(?=(?:lines|branches|functions|statements|check-?[cC]overage|all|per-?[fF]ile|exclude|include|100)$)/,
    dials: [
      dial('min', 'coverage', new RegExp(`^(?:${METRICS})$`)),
      dial('on', 'coverage', /^(?:check-?[cC]overage|per-?[fF]ile|100)$/),
      dial('on', 'coverage', /^all$/),
      dial('skip', 'coverage', /^exclude$/),
      dial('keep', 'coverage', /^include$/),
    ],
  },
  {
    name: 'coverage.py',
    files: /(?:^|\/)(?:\.coveragerc(?:\.toml)?|pyproject\.toml|setup\.cfg|tox\.ini)$/,
    within: /^tool\.coverage\.|^coverage:|^(?=(?:run|report|html|xml)\.)/,
    dials: [
      dial('min', 'coverage', /^report\.fail_under$/),
      dial('skip', 'coverage', /^(?:run|report)\.(?:omit|exclude_lines|exclude_also|partial_branches)$/),
      dial('keep', 'coverage', /^(?:run|report)\.(?:source|source_pkgs|include)$/),
      dial('on', 'coverage', /^run\.branch$/),
    ],
  },
  {
    name: 'codecov',
    files:
      /(?:^|\/)\.?codecov\.ya?ml$|(?:^|\/)\.testcoverage\.ya?ml$|(?:^|\/)tarpaulin\.toml$|(?:^|\/)coveralls\.json$/,
    dials: [
      dial('min', 'coverage', /(?:^|\.)(?:target|fail-under|minimum_coverage)$|^threshold\.\w+$/),
      dial('max', 'coverage', /\.threshold$/),
      dial('off', 'coverage', /\.informational$/),
      dial('skip', 'coverage', /^(?:ignore|exclude\.paths|skip_files|exclude-files)$|\.ignore$/),
      dial('stay', 'coverage', /^coverage\.status\.(?:project|patch)$/),
    ],
  },
  {
    name: 'jvm',
    files: /(?:^|\/)pom\.xml$/,
    alias: path => path.replace(/^.*\.(?=(?:minimum|exclude|rerunFailingTestsCount)$)/, ''),
    dials: [dial('min', 'coverage', /^minimum$/), dial('max', 'retries', /^rerunFailingTestsCount$/, 0)],
  },
  {
    name: 'phpunit',
    files: /(?:^|\/)phpunit(?:\.[\w-]+)*\.xml(?:\.dist)?$/,
    dials: [
      dial('skip', 'coverage', /(?:source|coverage|whitelist)\.exclude\.(?:directory|file)$/),
      dial('keep', 'coverage', /(?:source|coverage|whitelist)(?:\.include)?\.(?:directory|file)$/),
    ],
  },
  {
    name: 'retries',
    files:
      /(?:^|\/)(?:playwright(?:[.-][\w-]+)*\.config\.\w+|cypress(?:\.config)?\.\w+|\.mocharc(?:\.\w+)?|nextest\.toml|wdio[\w.-]*\.conf\.\w+|\.?pytest\.(?:ini|toml)|pyproject\.toml|nightwatch\.conf\.\w+|testcafe\.config\.\w+|\.testcaferc\.\w+|package\.json)$/,
    within:
      /^(?:mocha|cypress)\.|^tool\.pytest\.ini_options\.|^pytest\.|^(?=(?:profile\.|retries|reruns|specFileRetries|.*\.retries))/,
    dials: [dial('max', 'retries', /(?:^|\.)(?:retries(?:\.\w+)?|reruns|specFileRetries)$/, 0)],
  },
]
