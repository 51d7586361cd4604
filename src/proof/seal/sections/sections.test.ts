import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partDigests, partsPutBack, sealedParts } from './sections.ts'

const none: ReadonlySet<string> = new Set()

async function differences(path: string, before: string, now: string, reached = none): Promise<string[]> {
  const [old, parts] = [await sealedParts(path, before, reached), await sealedParts(path, now, reached)]
  if (!old || !parts) return ['unreadable']
  const [a, b] = [partDigests(old), partDigests(parts)]
  const appeared = parts.filter(({ name, mayAppear }) => !(name in a) && !mayAppear).map(({ name }) => name)
  return [...Object.keys(a).filter(name => a[name] !== b[name]), ...appeared]
}

const pyproject = `
[project]
name = "x"
version = "1.0"
dependencies = ["a"]
[tool.poetry.dependencies]
python = "3"
[tool.uv]
dev-dependencies = ["pytest"]
[tool.pytest.ini_options]
addopts = "-q"
[tool.mypy]
strict = true
[tool.hatch.envs.default.scripts]
test = "pytest"
[build-system]
requires = ["hatchling"]
`
const cargo = `
[package]
name = "x"
version = "1.0.0"
edition = "2021"
[lib]
test = true
[features]
default = ["a"]
a = []
[dependencies]
serde = "1"
[profile.test]
opt-level = 0
[workspace]
members = ["a", "b"]
[[test]]
name = "it"
`
const setup = `
[metadata]
name = x
[options]
install_requires =
    a
    b
[tool:pytest]
addopts = -q
testpaths =
    tests
    more
[flake8]
max-line-length = 100
`
const tox = '[tox]\nenvlist = py311\n[testenv]\ndeps =\n    pytest\ncommands = pytest\n'
const goMod = 'module x\n\ngo 1.21\n\ntoolchain go1.22.0\n\nrequire (\n\tgithub.com/a/b v1.0.0\n)\n'
const npm = JSON.stringify({
  name: 'x',
  scripts: { test: 'jest', start: 'x' },
  type: 'module',
  workspaces: ['a'],
  imports: { '#a': './a' },
  dependencies: {},
})
const deno = '{\n // ours\n "tasks": { "test": "deno test" }, "imports": { "a": "x" }, "test": { "include": ["t"] }, }'
const gradle =
  'plugins { id("java") }\ndependencies {\n    implementation "a:b:1"\n    testImplementation(libs.junit)\n}\ntest {\n    useJUnitPlatform()\n}\n'
const mix =
  'defmodule X do\n  def project do\n    [deps: deps(), test_paths: ["test"]]\n  end\n\n  defp deps do\n    [\n      {:plug, "~> 1.0"}\n    ]\n  end\nend\n'
const pom =
  '<project><dependencies><dependency>a</dependency></dependencies><build><plugin><x/><dependencies>p</dependencies></plugin></build></project>'
const composer = JSON.stringify({ name: 'a/b', require: {}, scripts: { test: ['phpunit'] }, config: {} })

describe('parts of a structured file', () => {
  test.each([
    ['pyproject.toml', pyproject, 'version = "1.0"', 'version = "1.1"', []],
    ['pyproject.toml', pyproject, '["a"]', '["a", "b"]', []],
    ['pyproject.toml', pyproject, 'python = "3"', 'python = "3"\nrich = "1"', []],
    ['pyproject.toml', pyproject, '["pytest"]', '["pytest", "mypy"]', []],
    ['pyproject.toml', pyproject, '"-q"', '"--collect-only"', ['tool.pytest']],
    ['pyproject.toml', pyproject, 'strict = true', 'strict = false', ['tool.mypy']],
    ['pyproject.toml', pyproject, 'test = "pytest"', 'test = "true"', ['tool.hatch.envs']],
    [
      'pyproject.toml',
      pyproject,
      '[build-system]',
      '[tool.coverage.run]\nomit = ["x"]\n[build-system]',
      ['tool.coverage'],
    ],
    [
      'pyproject.toml',
      pyproject,
      '[tool.mypy]',
      '[project.entry-points.pytest11]\nx = "x"\n[tool.mypy]',
      ['project.entry-points'],
    ],
    ['pyproject.toml', pyproject, '[tool.mypy]', '[tool.mypy', ['unreadable']],
    ['Cargo.toml', cargo, 'serde = "1"', 'serde = "1"\nrand = "0.8"', []],
    ['Cargo.toml', cargo, '1.0.0', '1.1.0', []],
    ['Cargo.toml', cargo, 'a = []', 'a = []\nb = []', []],
    ['Cargo.toml', cargo, '["a", "b"]', '["a", "b", "c"]', []],
    ['Cargo.toml', cargo, '["a", "b"]', '["a"]', ['workspace.members."b"']],
    ['Cargo.toml', cargo, 'test = true', 'test = false', ['lib']],
    ['Cargo.toml', cargo, 'edition = "2021"', 'edition = "2021"\nautotests = false', ['package.autotests']],
    ['Cargo.toml', cargo, 'default = ["a"]', 'default = []', ['features.default']],
    ['Cargo.toml', cargo, 'name = "it"', 'name = "it"\ntest = false', ['test.{"name":"it"}']],
    ['Cargo.toml', cargo, '[profile.test]', '[lints.rust]\nunused = "allow"\n[profile.test]', ['lints']],
    ['setup.cfg', setup, '    b\n', '    b\n    c\n', []],
    ['setup.cfg', setup, 'name = x', 'name = y', []],
    ['setup.cfg', setup, '-q', '-q --collect-only', ['tool:pytest.addopts']],
    ['setup.cfg', setup, '    more\n', '', ['tool:pytest.testpaths']],
    ['setup.cfg', setup, '[flake8]', '[mypy]\nignore_errors = True\n[flake8]', ['mypy.ignore_errors']],
    ['tox.ini', tox, '    pytest\n', '    pytest\n    rich\n', []],
    ['tox.ini', tox, 'commands = pytest', 'commands = true', ['testenv.commands']],
    ['go.mod', goMod, 'v1.0.0\n', 'v1.1.0\n\tgithub.com/c/d v1.0.0\n', []],
    ['go.mod', goMod, 'go 1.21', 'go 1.17', ['go.1.21', 'go.1.17']],
    ['go.mod', goMod, 'require', 'replace github.com/a/b => ./fake\nrequire', ['replace.github.com/a/b']],
    ['build.gradle', gradle, '"a:b:1"\n', '"a:b:2"\n    implementation("c:d:1")\n', []],
    ['build.gradle', gradle, 'useJUnitPlatform()', 'enabled = false', ['all but dependencies']],
    ['build.gradle', gradle, '"a:b:1"\n', '"a:b:1"\n    tasks.test.enabled = false\n', ['all but dependencies']],
    ['build.gradle', gradle, '"a:b:1"\n', '"$exit"\n', ['all but dependencies']],
    ['mix.exs', mix, '"~> 1.0"}', '"~> 1.0"},\n      {:jason, "~> 1.4", only: [:dev]}', []],
    ['mix.exs', mix, '["test"]', '[]', ['all but dependencies']],
    ['mix.exs', mix, '{:plug', 'System.halt(0)\n      {:plug', ['all but dependencies']],
    ['pom.xml', pom, '<dependency>a</dependency>', '<dependency>b</dependency>', []],
    ['pom.xml', pom, '<dependencies>p<', '<dependencies>q<', ['all but dependencies']],
    ['pom.xml', pom, '<x/>', '<testFailureIgnore/>', ['all but dependencies']],
    ['package.json', npm, '"start":"x"', '"start":"y","more":"z"', []],
    ['package.json', npm, '"jest"', '"true"', ['scripts.test']],
    ['package.json', npm, '["a"]', '["a","b"]', []],
    ['package.json', npm, '["a"]', '[]', ['workspaces."a"']],
    ['package.json', npm, '{"#a":"./a"}', '{"#a":"./a","#b":"./b"}', []],
    ['package.json', npm, './a', './fake', ['imports.#a']],
    ['package.json', npm, '"type":"module",', '', []],
    ['package.json', npm, '"dependencies":{}', '"dependencies":{"a":"1"},"exports":"./x","description":"y"', []],
    ['package.json', npm, '"type"', '"nyc":{"exclude":["src"]},"type"', ['nyc']],
    ['deno.jsonc', deno, '"a": "x"', '"a": "x", "b": "y"', []],
    ['deno.jsonc', deno, '// ours', '// theirs', []],
    ['deno.jsonc', deno, 'deno test', 'true', ['tasks.test']],
    ['deno.jsonc', deno, '["t"]', '[]', ['test']],
    ['composer.json', composer, '"require":{}', '"require":{"x/y":"1"}', []],
    ['composer.json', composer, '["phpunit"]', '["true"]', ['scripts.test']],
    ['composer.json', composer, '"scripts":{', '"scripts":{"post-autoload-dump":"x",', ['scripts.post-autoload-dump']],
  ] as const)('%s: %#', async (path, text, from, to, expected) => {
    const now = text.replace(from, to)
    expect(now).not.toBe(text)
    expect((await differences(path, text, now)).sort()).toEqual([...expected].sort())
  })

  test.each([
    ['pyproject.toml', pyproject, [['"-q"', '"--collect-only"']], [['["a"]', '["a", "b"]']]],
    [
      'Cargo.toml',
      cargo,
      [
        ['test = true', 'test = false'],
        ['["a", "b"]', '["b"]'],
      ],
      [['serde = "1"', 'serde = "1"\nrand = "1"']],
    ],
    ['setup.cfg', setup, [['-q', '-x']], [['    b\n', '    b\n    c\n']]],
    ['tox.ini', tox, [['commands = pytest', 'commands = true']], [['    pytest\n', '    pytest\n    rich\n']]],
    ['build.gradle', gradle, [['useJUnitPlatform()', 'enabled = false']], [['"a:b:1"', '"a:b:2"']]],
    ['mix.exs', mix, [['["test"]', '[]']], [['"~> 1.0"', '"~> 2.5"']]],
    ['go.mod', goMod, [['go 1.21', 'go 1.17']], [['v1.0.0', 'v1.1.0']]],
    ['deno.jsonc', deno, [['deno test', 'true']], [['"a": "x"', '"a": "y2", "b": "y"']]],
  ] as const)('%s gets its sealed parts back, and the rest stays the agent’s', async (path, text, sealed, free) => {
    const apply = (base: string, edits: readonly (readonly [string, string])[]): string =>
      edits.reduce((now, [from, to]) => now.replace(from, to), base)
    const put = await partsPutBack(path, text, apply(apply(text, sealed), free), none)
    expect(put).not.toBeNull()
    const wanted = path === 'deno.jsonc' ? text : apply(text, free)
    expect(await differences(path, wanted, put ?? '')).toEqual([])
    for (const [, to] of path === 'deno.jsonc' ? [] : free)
      for (const word of to.match(/\w+/g) ?? []) expect(put).toContain(word)
    for (const [, to] of sealed.slice(0, 1)) expect(put).not.toContain(to)
  })
})

const free = fc.constantFrom(
  'name',
  'version',
  'description',
  'dependencies',
  'devDependencies',
  'exports',
  'main',
  'files',
)
const counted = fc.constantFrom('jest', 'mocha', 'eslintConfig', 'babel', 'ava', 'c8', 'lint-staged', 'unheardOf')
const json = fc.jsonValue({ maxDepth: 2 })

test('no value of a free key of package.json is ever a change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(free, json), async extra => {
      expect(await differences('package.json', npm, JSON.stringify({ ...JSON.parse(npm), ...extra }))).toEqual([])
    }),
  )
})

test('every other value of a key that counts is one', async () => {
  await fc.assert(
    fc.asyncProperty(counted, json, json, async (key, one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      const [before, now] = [one, other].map(value => JSON.stringify({ ...JSON.parse(npm), [key]: value }))
      expect(await differences('package.json', before ?? '', now ?? '')).toEqual([key])
    }),
  )
})

test('whatever the agent made of it, the sealed parts come back whole', async () => {
  const value = fc.oneof(json, fc.dictionary(fc.constantFrom('test', 'pretest', 'lint', 'dev', '#a', 'a'), fc.string()))
  const keys = fc.constantFrom('scripts', 'workspaces', 'imports', 'jest', 'dependencies', 'nyc')
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, value), async mine => {
      const put = await partsPutBack('package.json', npm, JSON.stringify(mine), none)
      expect(await differences('package.json', npm, put ?? '')).toEqual([])
      // JSON knows no negative zero.
      const { dependencies } = JSON.parse(JSON.stringify(mine))
      expect(JSON.parse(put ?? '').dependencies).toEqual(dependencies)
    }),
  )
})

test('a part that may change stays as the agent made it, and the others are restored', async () => {
  const before = 'module a\n\ngo 1.16\n\nreplace b => ./b\n'
  const now = 'module a\n\ngo 1.18\n\nreplace b => ./c\n'
  const isFree = ({ section = '' }: { readonly section?: string }): boolean => section.startsWith('go.')
  const put = await partsPutBack('go.mod', before, now, new Set(), isFree)
  expect(put).toContain('go 1.18')
  expect(put).not.toContain('1.16')
  expect(put).toContain('replace b => ./b')
  expect(await partsPutBack('go.mod', before, now, new Set())).toContain('go 1.16')
})
