import type { DefaultCommand, Ecosystem } from './default-command.ts'
import { at, exists, fileAt, filesIn, folderAt, inFolder, type Project, record, textAt } from './project.ts'

const CONVENTION = 24

export const rust: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'Cargo.toml')
  const file = fileAt(project, source)
  if (!exists(project, source)) return []
  const workspace = record(at(file?.data, 'workspace'))
  const all = Object.keys(workspace).length > 0 ? ' --workspace' : ''
  const because =
    all === ''
      ? 'Cargo.toml implies cargo'
      : 'Cargo.toml is a workspace; bare cargo commands cover only its root package'
  const command = (line: string, purposes: DefaultCommand['purposes'], weight = CONVENTION): DefaultCommand => ({
    command: line,
    purposes,
    source,
    because,
    weight,
  })
  const formatted =
    exists(project, inFolder(folder, 'rustfmt.toml')) || exists(project, inFolder(folder, '.rustfmt.toml'))
  return [
    command(`cargo test${all}`, ['test']),
    command(`cargo build${all}`, ['build']),
    command(`cargo check${all} --all-targets`, ['types'], 20),
    command(`cargo clippy${all} --all-targets -- -D warnings`, ['lint'], formatted ? 12 : 14),
    command(`cargo fmt${all === '' ? '' : ' --all'} --check`, ['format'], formatted ? 16 : 12),
  ]
}

export const go: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'go.mod')
  const work = fileAt(project, inFolder(folder, 'go.work'))
  if (!exists(project, source) && work === undefined) return []
  const because = 'go.mod implies the go tool'
  const linted = filesIn(project, folder, /^\.golangci\.ya?ml$/)[0]
  const modules =
    work && !exists(project, source)
      ? [...work.text.matchAll(/^\s*(?:use\s+)?\.\/([\w./-]+)/gm)].map(([, path]) => `./${path}/...`).join(' ')
      : './...'
  return [
    { command: `go test ${modules}`, purposes: ['test'], source, because, weight: CONVENTION },
    { command: `go build ${modules}`, purposes: ['build', 'types'], source, because, weight: CONVENTION },
    { command: `go vet ${modules}`, purposes: ['types', 'lint'], source, because, weight: linted ? 8 : 16 },
    { command: `go test -cover ${modules}`, purposes: ['coverage', 'test'], source, because, weight: 8 },
    { command: 'test -z "$(gofmt -l .)"', purposes: ['format'], source, because, weight: 12 },
    ...(linted
      ? [
          {
            command: 'golangci-lint run',
            purposes: ['lint'] as const,
            source: linted.path,
            because: { configured: 'golangci-lint' },
            weight: 26,
          },
        ]
      : []),
  ]
}

export const dotnet: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  const solution = names.filter(name => /\.slnx?$/.test(name))
  const projects = names.filter(name => /\.(cs|fs|vb)proj$/.test(name))
  const [source] = solution.length > 0 ? solution : projects
  if (source === undefined) return []
  const target = solution.length > 1 || (solution.length === 0 && projects.length > 1) ? ` ${source}` : ''
  const because = `${source} implies dotnet`
  return [
    {
      command: `dotnet test${target}`,
      purposes: ['test', 'build'],
      source: inFolder(folder, source),
      because,
      weight: CONVENTION,
    },
    {
      command: `dotnet build${target}`,
      purposes: ['build', 'types'],
      source: inFolder(folder, source),
      because,
      weight: CONVENTION,
    },
    {
      command: `dotnet format${target} --verify-no-changes`,
      purposes: ['format', 'lint'],
      source: inFolder(folder, source),
      because,
      weight: 14,
    },
  ]
}

export const native: Ecosystem = (project, folder) => {
  const found: DefaultCommand[] = []
  const add = (command: string, purposes: DefaultCommand['purposes'], name: string, weight = 30): void => {
    const because = command.includes('./configure') ? { configured: 'the build' } : `${name} describes the build`
    found.push({ command, purposes, source: inFolder(folder, name), because, weight })
  }
  if (exists(project, inFolder(folder, 'CMakeLists.txt'))) {
    add('cmake -S . -B build && cmake --build build', ['build', 'types'], 'CMakeLists.txt')
    const text = textAt(project, inFolder(folder, 'CMakeLists.txt'))
    const tested =
      text === '' ||
      /enable_testing|include\(CTest\)|add_test|gtest_discover|catch_discover|add_subdirectory\((tests?|unittests?)\b|include\([\w./-]*test\w*\.cmake\)/i.test(
        text,
      )
    if (tested)
      add(
        `cmake -S . -B build${testSwitch(project, text)} && cmake --build build && ctest --test-dir build`,
        ['test', 'build'],
        'CMakeLists.txt',
      )
  }
  if (exists(project, inFolder(folder, 'meson.build'))) {
    // Where both describe it, the other is what most people call.
    const weight = found.length > 0 ? 28 : 30
    add('meson setup build && meson compile -C build', ['build', 'types'], 'meson.build', weight)
    if (hasMesonTest(project, folder))
      add('meson setup build && meson test -C build', ['test', 'build'], 'meson.build', weight)
  }
  const makefile = ['GNUmakefile', 'makefile', 'Makefile'].find(name => exists(project, inFolder(folder, name)))
  if (makefile !== undefined && found.length === 0 && hasSource(project, folder))
    add('make', ['build', 'types'], makefile, 18)
  const autotools = exists(project, inFolder(folder, 'configure.ac')) || exists(project, inFolder(folder, 'configure'))
  if (autotools && !exists(project, inFolder(folder, 'Makefile')) && found.length === 0) {
    const prepare = exists(project, inFolder(folder, 'configure'))
      ? './configure'
      : exists(project, inFolder(folder, 'autogen.sh'))
        ? './autogen.sh && ./configure'
        : 'autoreconf -i && ./configure'
    add(`${prepare} && make`, ['build', 'types'], 'configure.ac', 20)
    if (exists(project, inFolder(folder, 'Makefile.am')))
      add(`${prepare} && make && make check`, ['test', 'build'], 'Makefile.am', 20)
  }
  if (exists(project, inFolder(folder, '.clang-format'))) {
    add(
      "git ls-files '*.c' '*.h' '*.cc' '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror",
      ['format', 'lint'],
      '.clang-format',
      12,
    )
  }
  if (exists(project, inFolder(folder, 'MODULE.bazel')) || exists(project, inFolder(folder, 'WORKSPACE'))) {
    const name = exists(project, inFolder(folder, 'MODULE.bazel')) ? 'MODULE.bazel' : 'WORKSPACE'
    add('bazel test //...', ['test', 'build'], name, 24)
    add('bazel build //...', ['build', 'types'], name, 24)
  }
  return found
}

/** `meson test` succeeds where nothing declares a test, and proves nothing. Files below the root are not read, so their names must do. */
function hasMesonTest(project: Project, folder: string): boolean {
  if (/\btest\s*\(/.test(textAt(project, inFolder(folder, 'meson.build')))) return true
  const above = folder === '' ? '' : `${folder}/`
  for (const [place, { files }] of project.tree) {
    const isBelow = place.startsWith(above) && !place.startsWith('.')
    const named = [place.slice(place.lastIndexOf('/') + 1), ...files.filter(name => /\.(c|cc|cpp|cxx)$/.test(name))]
    if (isBelow && named.some(name => /(^|[_-])(unit)?tests?([_.-]|$)|^t$|^check$/i.test(name))) return true
  }
  return false
}

/** Source in C or C++ where a Makefile would look for it. */
const hasSource = (project: Project, folder: string): boolean =>
  [folder, inFolder(folder, 'src')].some(place =>
    folderAt(project, place).files.some(name => /\.(c|cc|cpp|cxx)$/.test(name)),
  )

/** Tests that are built on demand are asked for, as CI does it or as the option says that is off. */
function testSwitch(project: Project, text: string): string {
  const ci = ['.github/workflows', '.gitlab', '.circleci']
    .flatMap(home => filesIn(project, home, /\.ya?ml$/))
    .map(file => file.text)
    .join('\n')
  const named =
    /-D\s?([A-Z]\w*_TESTS?|[A-Z]\w*_TESTING|[A-Z]\w*_UNIT_?TESTS?)(?::BOOL)?=(?:ON|1|TRUE|YES)\b/i.exec(ci)?.[1] ??
    /^\s*option\(\s*(\w+_TESTS?|\w+_TESTING|\w+_UNIT_?TESTS?)\s+(?:"[^"]*"\s+)?OFF\s*\)/im.exec(text)?.[1]
  return named === undefined ? '' : ` -D${named}=ON`
}

export const swift: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'Package.swift')
  if (!exists(project, source)) return []
  const because = 'Package.swift implies swift'
  const linted = exists(project, inFolder(folder, '.swiftlint.yml'))
  return [
    { command: 'swift test', purposes: ['test', 'build'], source, because, weight: CONVENTION },
    { command: 'swift build', purposes: ['build', 'types'], source, because, weight: CONVENTION },
    { command: 'swift test --enable-code-coverage', purposes: ['coverage', 'test'], source, because, weight: 8 },
    ...(linted
      ? [
          {
            command: 'swiftlint lint --strict',
            purposes: ['lint'] as const,
            source: inFolder(folder, '.swiftlint.yml'),
            because: { configured: 'swiftlint' },
            weight: 20,
          },
        ]
      : []),
    ...(exists(project, inFolder(folder, '.swift-format'))
      ? [
          {
            command: 'swift format lint --strict --recursive .',
            purposes: ['format', 'lint'] as const,
            source: inFolder(folder, '.swift-format'),
            because: { configured: 'swift-format' },
            weight: 18,
          },
        ]
      : []),
  ]
}

export const zig: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'build.zig')
  if (!exists(project, source)) return []
  const because = 'build.zig implies zig'
  return [
    { command: 'zig build test', purposes: ['test', 'build'], source, because, weight: CONVENTION },
    { command: 'zig build', purposes: ['build', 'types'], source, because, weight: CONVENTION },
    { command: 'zig fmt --check .', purposes: ['format', 'lint'], source, because, weight: 18 },
  ]
}
