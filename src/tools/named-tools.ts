// What a command line says about the tools that it will run. Order: a longer name before one that it contains.
const names: readonly (readonly [string, RegExp])[] = [
  ['vitest', /\bvitest\b/],
  ['jest', /\bjest\b|\breact-scripts test\b/],
  ['mocha', /\bmocha\b/],
  ['ava', /(?:^|[\s/&;])ava\b/],
  ['tap', /(?:^|[\s/&;])tap\b/],
  ['jasmine', /\bjasmine\b/],
  ['playwright', /\bplaywright test\b/],
  ['node:test', /\bnode\b.*\s--test\b/],
  ['bun test', /\bbun (?:run )?test\b/],
  ['deno', /\bdeno test\b/],
  ['pytest', /\bpy\.?test\b/],
  ['unittest', /\b-m unittest\b| -m unittest\b|\bmanage\.py test\b/],
  ['go test', /\bgo test\b/],
  ['go build', /\bgo (?:build|vet|install|run)\b/],
  ['nextest', /\bcargo nextest\b/],
  ['cargo test', /\bcargo (?:\S+ )?test\b|\bcargo t\b/],
  ['rspec', /\brspec\b/],
  ['minitest', /\brails test\b|\brake test\b/],
  ['phpunit', /\bphpunit\b/],
  ['maven', /\bmvnw?\b/],
  ['gradle', /\bgradlew?\b/],
  ['dotnet test', /\bdotnet test\b/],
  ['ctest', /\bctest\b/],
  ['bats', /(?:^|[\s/&;])bats\b/],
  ['exunit', /\bmix test\b/],
  ['tsc', /(?:^|[\s/&;])(?:tsc|vue-tsc)\b/],
  ['oxlint', /\boxlint\b/],
  ['eslint', /\beslint\b/],
  ['biome', /\bbiome\b/],
  ['prettier', /\bprettier\b/],
  ['ruff', /\bruff\b/],
  ['mypy', /\bmypy\b/],
  ['pyright', /\bpyright\b/],
  ['flake8', /\bflake8\b/],
  ['pylint', /\bpylint\b/],
  ['golangci-lint', /\bgolangci-lint\b/],
  ['shellcheck', /\bshellcheck\b/],
]

const testTools = new Set(
  names
    .slice(
      0,
      names.findIndex(([name]) => name === 'tsc'),
    )
    .map(([name]) => name),
)
testTools.delete('go build')

export const namedTools = (command: string): string[] =>
  names.filter(([, sign]) => sign.test(command)).map(([name]) => name)

export const isTestTool = (name: string): boolean => testTools.has(name)
