/** What a tool's name in a task can mean: its config files, its key in a manifest, and the scripts that call it. */
export interface ToolMeant {
  readonly name: RegExp
  readonly files: RegExp
  readonly sections: RegExp
}

const runner = (name: string, files: string): ToolMeant => ({
  name: new RegExp(String.raw`\b${name}\b`, 'i'),
  files: new RegExp(String.raw`(?:^|/)(?:${files})[^/]*$`),
  sections: new RegExp(
    String.raw`^(?:${name}|scripts\.(?:(?:pre|post)?test|coverage|e2e|unit|integration)(?:[:_.-].*)?|tool\.${name}.*)$`,
    'i',
  ),
})

const linter = (name: string, files: string): ToolMeant => ({
  name: new RegExp(String.raw`\b${name}\b`, 'i'),
  files: new RegExp(String.raw`(?:^|/)(?:${files})[^/]*$`),
  sections: new RegExp(
    String.raw`^(?:${name}(?:Config)?|scripts\.(?:(?:pre|post)?lint|format|check|style)(?:[:_.-].*)?|tool\.${name}.*)$`,
    'i',
  ),
})

export const TOOLS: readonly ToolMeant[] = [
  runner('jest', String.raw`jest\.|setupJest|\.babelrc|babel\.config`),
  runner('vitest', String.raw`vitest\.|vite\.config`),
  runner('mocha', String.raw`\.mocharc|mocha\.opts`),
  runner('ava', String.raw`ava\.config`),
  runner(
    String.raw`(?:node:test|node(?:\.?js)?(?:['’]s)? (?:own |native |built-?in )?test(?: runner|s))`,
    String.raw`node\.config\.json`,
  ),
  runner('(?:node-)?tap', String.raw`\.taprc|tap\.config`),
  runner('tape', String.raw`\.taperc`),
  runner('uvu', String.raw`uvu\.config`),
  runner('qunit', String.raw`testem\.|qunit\.config`),
  runner(String.raw`(?:bun|deno)(?:['’]s)? test(?: runner|s)?`, String.raw`bunfig\.toml`),
  runner('karma', String.raw`karma\.conf`),
  runner('jasmine', String.raw`jasmine\.|\.jasmine`),
  runner('cypress', String.raw`cypress\.`),
  runner('playwright', String.raw`playwright\.`),
  runner('nyc', String.raw`\.nycrc`),
  runner('c8', String.raw`\.c8rc`),
  runner('pytest', String.raw`pytest\.ini|\.pytest|conftest\.py`),
  runner('unittest', String.raw`unittest\.cfg`),
  runner('nose', String.raw`nose\.cfg|unittest\.cfg`),
  runner('tox', String.raw`tox\.`),
  runner('nox', String.raw`noxfile`),
  runner('phpunit', String.raw`phpunit`),
  runner('pest', String.raw`Pest\.php|phpunit`),
  runner('minitest', String.raw`test_helper\.rb`),
  runner('rspec', String.raw`\.rspec|spec_helper|rails_helper`),
  linter('eslint', String.raw`\.eslint|eslint[.-]`),
  linter('biome', String.raw`biome\.`),
  linter('prettier', String.raw`\.prettier|prettier\.`),
  linter('oxlint', String.raw`\.?oxlintrc`),
  linter('tslint', String.raw`tslint\.`),
  linter('stylelint', String.raw`\.stylelint|stylelint\.`),
  linter('ruff', String.raw`\.?ruff\.toml`),
  linter('flake8', String.raw`\.?flake8`),
  linter('pylint', String.raw`\.?pylintrc`),
  linter('mypy', String.raw`\.?mypy\.ini`),
  linter('pyright', String.raw`pyrightconfig`),
  linter('rubocop', String.raw`\.rubocop`),
  linter('golangci(?:-lint)?', String.raw`\.golangci`),
  linter('clippy', String.raw`\.?clippy\.toml`),
  linter('phpstan', String.raw`phpstan`),
  linter('psalm', String.raw`psalm`),
  linter('checkstyle', String.raw`checkstyle`),
  linter('detekt', String.raw`detekt`),
  linter('swiftlint', String.raw`\.swiftlint`),
  linter('credo', String.raw`\.credo`),
]

// These are bent too easily to be freed by their name alone: the task must speak of the file or its settings.
export const NAMED_CONFIGS: readonly ToolMeant[] = [
  { name: /\b(?:tsconfig|jsconfig)\b/i, files: /(?:^|\/)(?:ts|js)config[^/]*\.json$/, sections: /^$/ },
  { name: /\b(?:babel)\b/i, files: /(?:^|\/)(?:\.babelrc|babel\.config)[^/]*$/, sections: /^babel$/ },
  { name: /\bwebpack\b/i, files: /(?:^|\/)webpack[^/]*$/, sections: /^$/ },
  { name: /\bvite\b/i, files: /(?:^|\/)vite\.config[^/]*$/, sections: /^$/ },
  { name: /\brollup\b/i, files: /(?:^|\/)rollup\.config[^/]*$/, sections: /^$/ },
  { name: /\bturbo(?:repo)?\b/i, files: /(?:^|\/)turbo\.jsonc?$/, sections: /^$/ },
  { name: /\bmakefiles?\b/i, files: /(?:^|\/)(?:GNUm|m|M)akefile$/, sections: /^$/ },
  { name: /\bjustfile\b/i, files: /(?:^|\/)\.?[jJ]ustfile$/, sections: /^$/ },
  { name: /\bcmake(?:lists)?\b/i, files: /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake)$/, sections: /^$/ },
  { name: /\bgradle\b/i, files: /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/, sections: /^$/ },
  { name: /\b(?:maven|pom)\b/i, files: /(?:^|\/)pom\.xml$/, sections: /^$/ },
  { name: /\bhusky\b/i, files: /(?:^|\/)\.husky\//, sections: /^husky$/ },
  { name: /\bpre-commit\b/i, files: /(?:^|\/)\.pre-commit-config\.yaml$/, sections: /^$/ },
  { name: /\bnpmrc\b/i, files: /(?:^|\/)\.npmrc$/, sections: /^$/ },
]
