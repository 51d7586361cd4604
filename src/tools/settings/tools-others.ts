import { dial, type Tool } from './dial.ts'

const PYTHON_SHARED = String.raw`pyproject\.toml|setup\.cfg|tox\.ini`
const MYPY_ON =
  /(?:^|\.)(?:disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict|strict_\w+|extra_checks|local_partial_types)$/

const PYTHON: readonly Tool[] = [
  {
    // Both speak of the same codes, and projects move from the one to the other.
    name: 'ruff',
    files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_SHARED}|\.?ruff\.toml|\.flake8)$`),
    within:
      /^(?:tool\.ruff|tool\.flake8|flake8)\.|^(?=(?:lint\.)?(?:select|ignore|extend-\w+|per-file-ignores|exclude|line-length|mccabe|pylint|preview|target-version)\b)/,
    alias: path =>
      path
        .replace(/^lint\./, '')
        .replace(/_/g, '-')
        .replace(/^(?:extend-)?per-file-ignores\./, 'per-file-ignores.')
        .replace(/^extend-(?=ignore|exclude|select)/, '')
        .replace(/^max-line-length$/, 'line-length')
        .replace(/^mccabe\./, ''),
    dials: [
      dial('skip', 'lint', /^(?:ignore|per-file-ignores(?:\..+)?|exclude|force-exclude)$/),
      dial('keep', 'lint', /^select$/),
      dial('max', 'lint', /^(?:line-length|max-complexity|max-doc-length|pylint\.max-.+)$/),
    ],
  },
  {
    name: 'pylint',
    files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_SHARED}|\.?pylintrc(?:\.toml)?)$`),
    within:
      /^(?:tool\.)?pylint\.(?:'?[\w ]+'?\.)?|^(?:MAIN|MASTER|MESSAGES CONTROL|FORMAT|DESIGN|BASIC|main|messages control|design)\./i,
    dials: [
      dial('skip', 'lint', /(?:^|\.)(?:disable|ignore|ignore-paths|ignore-patterns)$/),
      dial('keep', 'lint', /(?:^|\.)enable$/),
      dial('max', 'lint', /(?:^|\.)max-[\w-]+$/),
      dial('min', 'lint', /(?:^|\.)fail-under$/),
    ],
  },
  {
    name: 'mypy',
    files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_SHARED}|\.?mypy\.ini)$`),
    within: /^(?:tool\.)?mypy(?=[.-])\.?/,
    implied: {
      by: 'strict',
      keys: /^(?:disallow_(?!any_(?:expr|explicit|decorated|unimported))\w+|warn_(?:unused_configs|redundant_casts|unused_ignores|return_any)|check_untyped_defs|no_implicit_reexport|strict_\w+|extra_checks)$/,
    },
    dials: [
      dial('on', 'types', MYPY_ON),
      dial(
        'off',
        'types',
        /(?:^|\.)(?:ignore_errors|allow_\w+|implicit_\w+|skip_version_check)$|^ignore_missing_imports$/,
      ),
      dial('level', 'types', /(?:^|\.)follow_imports$/),
      dial('skip', 'types', /(?:^|\.)(?:disable_error_code|exclude)$/),
      dial('keep', 'types', /^(?:enable_error_code|files|packages|modules)$/),
    ],
  },
  {
    name: 'pyright',
    files: /(?:^|\/)(?:pyproject\.toml|pyrightconfig\.json)$/,
    within:
      /^tool\.(?:based)?pyright\.|^(?=(?:typeCheckingMode|report\w+|strict|ignore|exclude|include|analyze\w+|enable\w+)\b)/,
    dials: [
      dial('level', 'types', /^(?:typeCheckingMode|report\w+)$/),
      dial('on', 'types', /^(?:strict(?:List|Dictionary|Set|Parameter)\w+|analyzeUnannotatedFunctions)$/),
      dial('skip', 'types', /^(?:ignore|exclude)$/),
      dial('keep', 'types', /^(?:include|strict)$/),
    ],
  },
]

const COMPILED: readonly Tool[] = [
  {
    name: 'clippy',
    files: /(?:^|\/)(?:Cargo\.toml|\.?clippy\.toml)$/,
    within: /^(?:workspace\.)?(?=lints\.)|^(?=[\w-]+-threshold$)/,
    alias: path => path.replace(/\.level$/, ''),
    dials: [dial('level', 'lint', /^lints\.\w+\.[\w:-]+$/), dial('max', 'lint', /-threshold$/)],
  },
  {
    name: 'golangci',
    files: /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
    alias: path =>
      path.replace(
        /^linters\.exclusions\.(?=rules|paths)|^issues\.exclude-(?=rules|dirs|files)|^run\.skip-/,
        'exclude.',
      ),
    dials: [
      dial('keep', 'lint', /^linters\.enable$/),
      dial('on', 'lint', /^linters\.enable-all$/),
      dial(
        'skip',
        'lint',
        /^(?:linters\.disable|issues\.exclude|exclude\.(?:rules|paths|dirs|files)|linters\.exclusions\.presets)$/,
      ),
      dial('off', 'lint', /^(?:linters\.disable-all|issues\.new)$/),
      dial('stay', 'lint', /^run\.tests$/),
      dial('level', 'lint', /^linters\.default$/),
      dial(
        'max',
        'lint',
        /^(?:linters-settings|linters\.settings)\..*(?:min-complexity|max-complexity|line-length|lines|statements|max-[\w-]+)$/,
      ),
    ],
  },
  {
    name: 'dotnet',
    files: /(?:^|\/)(?:\.editorconfig|\.globalconfig|[\w.]+\.(?:csproj|fsproj|vbproj|props|targets))$/,
    alias: path =>
      path
        .replace(/^.*\.(?=(?:NoWarn|TreatWarningsAsErrors|WarningsAsErrors|WarningsNotAsErrors|Nullable)$)/, '')
        .replace(/^.*(?=dotnet_diagnostic\.)/, ''),
    dials: [
      dial('level', 'lint', /dotnet_diagnostic\.\w+\.severity$/),
      dial('skip', 'lint', /^(?:NoWarn|WarningsNotAsErrors)$/),
      dial('on', 'lint', /^TreatWarningsAsErrors$/),
      dial('level', 'types', /^Nullable$/),
    ],
  },
  {
    name: 'swiftlint',
    files: /(?:^|\/)\.?swiftlint\.yml$/,
    dials: [
      dial('skip', 'lint', /^(?:disabled_rules|excluded)$/),
      dial('keep', 'lint', /^(?:opt_in_rules|included|only_rules)$/),
    ],
  },
  {
    name: 'detekt',
    files: /(?:^|\/)detekt[\w.-]*\.ya?ml$/,
    dials: [
      dial('stay', 'lint', /\.active$/),
      dial('max', 'lint', /(?:threshold|maxIssues|allowed\w+|max\w+)$/i),
      dial('skip', 'lint', /\.excludes$/),
    ],
  },
]

const DYNAMIC: readonly Tool[] = [
  {
    name: 'phpstan',
    files: /(?:^|\/)phpstan(?![\w.-]*baseline)[\w.-]*\.neon(?:\.dist)?$/,
    dials: [
      dial('min', 'types', /^parameters\.level$/),
      dial('skip', 'types', /^parameters\.(?:ignoreErrors|excludePaths(?:\.\w+)?|excludes_analyse)$|^includes$/),
      dial('keep', 'types', /^parameters\.paths$/),
      dial('on', 'types', /^parameters\.(?:check\w+|reportMaybes\w*|strictRules\.\w+)$/),
    ],
  },
  {
    name: 'psalm',
    files: /(?:^|\/)psalm\.xml(?:\.dist)?$/,
    dials: [
      dial('max', 'types', /^psalm@errorLevel$/),
      dial('skip', 'types', /ignoreFiles\.(?:directory|file)@name$|issueHandlers\.\w+@errorLevel$/),
      dial('keep', 'types', /projectFiles\.(?:directory|file)@name$/),
    ],
  },
  {
    name: 'rubocop',
    files: /(?:^|\/)\.(?:rubocop|standard)\.yml$/,
    dials: [
      dial('stay', 'lint', /\.Enabled$/),
      dial('max', 'lint', /\.(?:Max|CountAsOne|MaxLength)$/),
      dial('skip', 'lint', /\.(?:Exclude|AllowedMethods|AllowedPatterns|IgnoredMethods)$|^ignore$/),
      dial('off', 'lint', /^AllCops\.DisabledByDefault$/),
    ],
  },
]

export const OTHER_TOOLS: readonly Tool[] = [...PYTHON, ...COMPILED, ...DYNAMIC]
