import type { DefaultCommand, Ecosystem, ImpliedReason } from './default-command.ts'
import { type PackageManager, packageManager } from './package-manager.ts'
import { at, exists, fileAt, filesIn, folderAt, inFolder, record, string, textAt } from './project.ts'

const CONVENTION = 24

/** Bare tools of a JavaScript project; weak, because its own scripts are the convention. */
export const node: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'package.json')
  const file = fileAt(project, source)
  if (file === undefined) return []
  const needs = { ...record(at(file.data, 'dependencies')), ...record(at(file.data, 'devDependencies')) }
  const found: DefaultCommand[] = []
  const add = (command: string, purposes: DefaultCommand['purposes'], because: ImpliedReason, weight: number): void => {
    found.push({ command, purposes, source, because, weight })
  }
  if (exists(project, inFolder(folder, 'tsconfig.json')) && needs['typescript'] !== undefined)
    add('npx tsc --noEmit', ['types'], 'tsconfig.json and typescript are there', 16)
  if (needs['@vitest/coverage-v8'] !== undefined || needs['@vitest/coverage-istanbul'] !== undefined)
    add('npx vitest run --coverage', ['coverage', 'test'], 'vitest and its coverage provider are dependencies', 16)
  if (/\bjest\b|\b(?:kcd|react|wp)-scripts test\b/.test(string(at(file.data, 'scripts', 'test'))))
    add(withOption(packageManager(project, folder)), ['coverage'], 'jest can measure coverage', 12)
  for (const runner of ['vitest', 'jest', 'mocha', 'ava'] as const) {
    if (needs[runner] !== undefined)
      add(runner === 'vitest' ? 'npx vitest run' : `npx ${runner}`, ['test'], `${runner} is a dependency`, 8)
  }
  return found
}

const withOption = (manager: PackageManager): string =>
  manager === 'npm' ? 'npm test -- --coverage' : `${manager} run test --coverage`

export const deno: Ecosystem = (project, folder) => {
  const name = ['deno.json', 'deno.jsonc'].find(candidate => exists(project, inFolder(folder, candidate)))
  if (name === undefined) return []
  const source = inFolder(folder, name)
  const because = `${name} implies deno`
  return [
    { command: 'deno test -A', purposes: ['test'], source, because, weight: 20 },
    { command: 'deno lint', purposes: ['lint'], source, because, weight: 18 },
    { command: 'deno fmt --check', purposes: ['format'], source, because, weight: 18 },
    { command: 'deno check .', purposes: ['types'], source, because, weight: 16 },
  ]
}

export const ruby: Ecosystem = (project, folder) => {
  const gemfile = inFolder(folder, 'Gemfile')
  if (!exists(project, gemfile)) return []
  const has = (name: string): boolean => exists(project, inFolder(folder, name))
  const specs = filesIn(project, folder, /\.gemspec$/)
  const text = [textAt(project, gemfile), ...specs.map(file => file.text)].join('\n')
  const [spec] = specs.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const rake = textAt(project, inFolder(folder, 'Rakefile'))
  const rspec = has('.rspec') || /\brspec(-rails|-core)?\b/.test(text)
  const coverage = rspec ? 'COVERAGE=1 bundle exec rspec' : 'COVERAGE=1 bundle exec rake'
  const rows: readonly (readonly [boolean, string, DefaultCommand['purposes'], string, ImpliedReason, number])[] = [
    [rspec && has('spec'), 'bundle exec rspec', ['test'], 'Gemfile', 'rspec and spec/ are there', 22],
    [!rspec && has('bin/rails'), 'bin/rails test', ['test'], 'bin/rails', 'it is a Rails application', 22],
    [
      has('Rakefile') && rake === '',
      'bundle exec rake',
      ['test'],
      'Rakefile',
      'rake runs its default task',
      rspec ? 18 : 20,
    ],
    [
      has('Rakefile') && !rspec && has('test'),
      'bundle exec rake test',
      ['test'],
      'Rakefile',
      'Rakefile and test/ are there',
      16,
    ],
    [usesStandard(has, text), 'bundle exec standardrb', ['lint', 'format'], 'Gemfile', 'standard is used', 18],
    [
      has('.rubocop.yml') && !usesStandard(has, text),
      'bundle exec rubocop',
      ['lint', 'format'],
      '.rubocop.yml',
      { configured: 'rubocop' },
      20,
    ],
    [
      !has('.rubocop.yml') && /^\s*gem ["']rubocop["']/m.test(text),
      'bundle exec rubocop',
      ['lint', 'format'],
      'Gemfile',
      'rubocop is listed',
      18,
    ],
    [
      spec !== undefined && specs.length === 1,
      `gem build ${spec}`,
      ['build'],
      spec ?? '',
      'the gem is built from it',
      12,
    ],
    [has('.simplecov') || /simplecov/.test(text), coverage, ['coverage', 'test'], 'Gemfile', 'simplecov is there', 10],
    [
      has('Rakefile') && /bundler\/gem_tasks|Bundler::GemHelper/.test(textAt(project, inFolder(folder, 'Rakefile'))),
      'bundle exec rake build',
      ['build'],
      'Rakefile',
      'Rakefile loads the tasks of Bundler',
      8,
    ],
    [has('Steepfile'), 'bundle exec steep check', ['types'], 'Steepfile', { configured: 'steep' }, 18],
    [has('sorbet'), 'bundle exec srb tc', ['types'], 'sorbet', { configured: 'sorbet' }, 18],
  ]
  return rows.flatMap(([applies, command, purposes, source, because, weight]) =>
    applies ? [{ command, purposes, source: inFolder(folder, source), because, weight }] : [],
  )
}

const usesStandard = (has: (name: string) => boolean, text: string): boolean =>
  has('.standard.yml') || /['"]standard['"]/.test(text)

export const php: Ecosystem = (project, folder) => {
  const composer = inFolder(folder, 'composer.json')
  if (!exists(project, composer)) return []
  const needs = {
    ...record(at(fileAt(project, composer)?.data, 'require')),
    ...record(at(fileAt(project, composer)?.data, 'require-dev')),
  }
  const found: DefaultCommand[] = []
  const add = (tool: string, purposes: DefaultCommand['purposes'], source: string, weight: number): void => {
    found.push({
      command: `vendor/bin/${tool}`,
      purposes,
      source: inFolder(folder, source),
      because: `${source} is there`,
      weight,
    })
  }
  const unit = ['phpunit.xml.dist', 'phpunit.xml', 'phpunit.dist.xml'].find(name =>
    exists(project, inFolder(folder, name)),
  )
  if (needs['pestphp/pest'] !== undefined) add('pest', ['test'], 'composer.json', 23)
  else if (unit !== undefined) add('phpunit', ['test'], unit, 22)
  if (unit !== undefined) add('phpunit --coverage-text', ['coverage', 'test'], unit, 10)
  const stan = ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'].find(name =>
    exists(project, inFolder(folder, name)),
  )
  if (stan !== undefined) add('phpstan analyse', ['types', 'lint'], stan, 20)
  const psalm = ['psalm.xml', 'psalm.xml.dist'].find(name => exists(project, inFolder(folder, name)))
  if (psalm !== undefined) add('psalm', ['types'], psalm, 19)
  const fixer = ['.php-cs-fixer.dist.php', '.php-cs-fixer.php'].find(name => exists(project, inFolder(folder, name)))
  if (fixer !== undefined) add('php-cs-fixer fix --dry-run --diff', ['lint', 'format'], fixer, 20)
  const sniffer = ['phpcs.xml', 'phpcs.xml.dist', '.phpcs.xml.dist'].find(name =>
    exists(project, inFolder(folder, name)),
  )
  if (sniffer !== undefined) add('phpcs', ['lint', 'format'], sniffer, 20)
  if (needs['laravel/pint'] !== undefined || exists(project, inFolder(folder, 'pint.json')))
    add('pint --test', ['lint', 'format'], 'composer.json', 18)
  if (exists(project, inFolder(folder, 'artisan')))
    found.push({
      command: 'php artisan test',
      purposes: ['test'],
      source: inFolder(folder, 'artisan'),
      because: 'it is a Laravel application',
      weight: 21,
    })
  return found
}

export const beam: Ecosystem = (project, folder) => {
  const found: DefaultCommand[] = []
  const add = (name: string, lines: readonly (readonly [string, DefaultCommand['purposes'], number])[]): void => {
    for (const [command, purposes, weight] of lines)
      found.push({ command, purposes, source: inFolder(folder, name), because: `${name} implies it`, weight })
  }
  if (exists(project, inFolder(folder, 'mix.exs'))) {
    const text = textAt(project, inFolder(folder, 'mix.exs'))
    add('mix.exs', [
      ['mix test', ['test'], CONVENTION],
      ['mix compile --warnings-as-errors', ['build'], CONVENTION],
      ...(exists(project, inFolder(folder, '.formatter.exs')) || text === ''
        ? [['mix format --check-formatted', ['format', 'lint'], 20] as const]
        : []),
      ...(/:credo\b/.test(text) ? [['mix credo --strict', ['lint'], 22] as const] : []),
      ...(/:dialyxir\b/.test(text) ? [['mix dialyzer', ['types'], 20] as const] : []),
      ...(/:excoveralls\b/.test(text) ? [['mix coveralls', ['coverage', 'test'], 20] as const] : []),
      ...(/test_coverage/.test(text) ? [['mix test --cover', ['coverage', 'test'], 18] as const] : []),
    ])
  }
  if (exists(project, inFolder(folder, 'rebar.config'))) {
    const tool = exists(project, inFolder(folder, 'rebar3')) ? './rebar3' : 'rebar3'
    const eunit =
      folderAt(project, folder).folders.includes('eunit') ||
      /eunit/.test(textAt(project, inFolder(folder, 'rebar.config')))
    const suites = folderAt(project, inFolder(folder, 'test')).files.some(name => /_SUITE\.erl$/.test(name))
    add('rebar.config', [
      [`${tool} ${suites ? 'ct' : 'eunit'}`, ['test'], suites || eunit ? CONVENTION : 20],
      [`${tool} compile`, ['build'], CONVENTION],
      [`${tool} dialyzer`, ['types'], 16],
      [`${tool} xref`, ['lint'], 12],
    ])
  }
  if (exists(project, inFolder(folder, 'erlang.mk'))) {
    add('erlang.mk', [
      ['make tests', ['test'], CONVENTION + 2],
      ['make', ['build'], CONVENTION + 2],
      ['make dialyze', ['types'], CONVENTION],
    ])
  }
  if (exists(project, inFolder(folder, 'gleam.toml'))) {
    add('gleam.toml', [
      ['gleam test', ['test', 'build'], CONVENTION],
      ['gleam build --warnings-as-errors', ['build'], 20],
      ['gleam check', ['types'], CONVENTION],
      ['gleam format --check', ['format', 'lint'], 18],
    ])
  }
  return found
}

export const flutter: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'pubspec.yaml')
  if (!exists(project, source)) return []
  const data = fileAt(project, source)?.data
  const tool =
    at(data, 'dependencies', 'flutter') !== undefined || at(data, 'environment', 'flutter') !== undefined
      ? 'flutter'
      : 'dart'
  const because = `pubspec.yaml implies ${tool}`
  const coverage = string(at(data, 'dev_dependencies', 'coverage')) !== ''
  return [
    { command: `${tool} test`, purposes: ['test'], source, because, weight: CONVENTION },
    { command: `${tool} analyze`, purposes: ['lint', 'types'], source, because, weight: CONVENTION },
    { command: 'dart format --output=none --set-exit-if-changed .', purposes: ['format'], source, because, weight: 18 },
    ...(coverage
      ? [
          {
            command: tool === 'flutter' ? 'flutter test --coverage' : 'dart test --coverage=coverage',
            purposes: ['coverage', 'test'] as const,
            source,
            because,
            weight: 8,
          },
        ]
      : []),
  ]
}
