import type { DefaultCommand, Ecosystem, ImpliedReason } from './default-command.ts'
import { exists, filesIn, folderAt, inFolder, type Project, textAt } from './project.ts'

const CONVENTION = 24

type Line = readonly [string, DefaultCommand['purposes'], number]

const lines = (source: string, because: ImpliedReason, all: readonly Line[]): DefaultCommand[] =>
  all.map(([command, purposes, weight]) => ({ command, purposes, source, because, weight }))

/** A type checker among the hooks is run the way the hook is configured, with the packages that it needs. */
const typeHooks = (project: Project, source: string): DefaultCommand[] =>
  [...textAt(project, source).matchAll(/^\s*-\s*id:\s*["']?(mypy|pyright|basedpyright|pyrefly|ty)["']?\s*$/gm)].flatMap(
    ([, id = '']) => lines(source, { configured: id }, [[`pre-commit run ${id} --all-files`, ['types'], 21]]),
  )

export const haskell: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  const cabal = names.find(name => /\.cabal$|^cabal\.project$/.test(name))
  const stack = names.includes('stack.yaml')
  if (cabal === undefined && !stack) return []
  const hlint: Line[] = names.includes('.hlint.yaml') ? [['hlint .', ['lint'], 22]] : []
  const tool =
    cabal === undefined || (stack && !names.includes('cabal.project') && !names.some(name => name.endsWith('.cabal')))
      ? 'stack'
      : 'cabal'
  return lines(inFolder(folder, cabal ?? 'stack.yaml'), `${cabal ?? 'stack.yaml'} implies ${tool}`, [
    [tool === 'cabal' ? 'cabal test all' : 'stack test', ['test'], CONVENTION],
    [tool === 'cabal' ? 'cabal build all' : 'stack build', ['build', 'types'], CONVENTION],
    ...hlint,
    ...(names.includes('fourmolu.yaml') ? [['fourmolu --mode check .', ['format'], 16] as Line] : []),
  ])
}

export const scala: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  if (names.includes('build.sbt')) {
    const plugins = textAt(project, inFolder(folder, 'project/plugins.sbt'))
    return lines(inFolder(folder, 'build.sbt'), 'build.sbt implies sbt', [
      ['sbt test', ['test'], CONVENTION],
      ['sbt compile', ['build', 'types'], CONVENTION],
      ...(names.includes('.scalafmt.conf') ? [['sbt scalafmtCheckAll', ['format', 'lint'], 20] as Line] : []),
      ...(/scoverage/.test(plugins) ? [['sbt coverage test coverageReport', ['coverage', 'test'], 20] as Line] : []),
    ])
  }
  const mill = names.find(name => /^build\.(mill|sc)(\.yaml)?$/.test(name))
  if (mill === undefined) return []
  const tool = names.includes('mill') ? './mill' : 'mill'
  return lines(inFolder(folder, mill), `${mill} implies mill`, [
    [`${tool} __.test`, ['test'], CONVENTION],
    [`${tool} __.compile`, ['build', 'types'], CONVENTION],
    ...(names.includes('.scalafmt.conf')
      ? [[`${tool} mill.scalalib.scalafmt.ScalafmtModule/checkFormatAll __.sources`, ['format', 'lint'], 20] as Line]
      : []),
  ])
}

export const clojure: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  const found: DefaultCommand[] = []
  if (names.includes('project.clj'))
    found.push(
      ...lines(inFolder(folder, 'project.clj'), 'project.clj implies lein', [
        ['lein test', ['test'], CONVENTION],
        ['lein compile', ['build', 'types'], 14],
      ]),
    )
  const deps = textAt(project, inFolder(folder, 'deps.edn'))
  if (/:test\b/.test(deps))
    found.push(
      ...lines(inFolder(folder, 'deps.edn'), 'deps.edn has the alias :test', [
        [/:exec-fn/.test(deps) ? 'clojure -X:test' : 'clojure -M:test', ['test'], 20],
      ]),
    )
  if (folderAt(project, folder).folders.includes('.clj-kondo'))
    found.push(
      ...lines(inFolder(folder, '.clj-kondo'), { configured: 'clj-kondo' }, [
        ['clj-kondo --lint src test', ['lint'], 18],
      ]),
    )
  return found
}

export const ocaml: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'dune-project')
  if (!exists(project, source)) return []
  return lines(source, 'dune-project implies dune', [
    ['dune test', ['test'], CONVENTION],
    ['dune build', ['build', 'types'], CONVENTION],
    ...(exists(project, inFolder(folder, '.ocamlformat')) ? [['dune build @fmt', ['format', 'lint'], 20] as Line] : []),
  ])
}

export const lua: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  const rock = names.find(name => name.endsWith('.rockspec'))
  const busted =
    names.includes('.busted') ||
    /busted/.test(
      filesIn(project, folder, /\.rockspec$/)
        .map(file => file.text)
        .join('\n'),
    )
  const specs = folderAt(project, inFolder(folder, 'spec')).files.some(name => /_spec\.lua$/.test(name))
  return [
    ...(busted || specs
      ? lines(inFolder(folder, names.includes('.busted') ? '.busted' : (rock ?? 'spec')), 'busted is used', [
          ['busted', ['test'], busted ? CONVENTION : 16],
        ])
      : []),
    ...(names.includes('.luacheckrc')
      ? lines(inFolder(folder, '.luacheckrc'), { configured: 'luacheck' }, [['luacheck .', ['lint'], CONVENTION]])
      : []),
    ...(names.includes('stylua.toml') || names.includes('.stylua.toml')
      ? lines(inFolder(folder, 'stylua.toml'), { configured: 'stylua' }, [['stylua --check .', ['format'], 20]])
      : []),
  ]
}

export const julia: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'Project.toml')
  if (!exists(project, source) || !exists(project, inFolder(folder, 'test/runtests.jl'))) return []
  return lines(source, 'Project.toml and test/runtests.jl are there', [
    ["julia --project=. -e 'using Pkg; Pkg.test()'", ['test'], CONVENTION],
    ["julia --project=. -e 'using Pkg; Pkg.test(coverage=true)'", ['coverage', 'test'], 18],
  ])
}

export const terraform: Ecosystem = (project, folder) => {
  const source = folderAt(project, folder).files.find(name => name.endsWith('.tf'))
  if (source === undefined) return []
  const tests = folderAt(project, inFolder(folder, 'tests')).files.some(name => name.endsWith('.tftest.hcl'))
  return lines(inFolder(folder, source), '*.tf implies terraform', [
    ['terraform validate', ['types', 'build'], 22],
    ['terraform fmt -check -recursive', ['format', 'lint'], 18],
    ...(folderAt(project, folder).files.includes('.tflint.hcl') ? [['tflint --recursive', ['lint'], 20] as Line] : []),
    ...(tests ? [['terraform test', ['test'], CONVENTION] as Line] : []),
  ])
}

const SHELL_FOLDERS = ['libexec', 'bin', 'scripts', 'script', 'src', 'lib']

/** The scripts of a folder as globs that match: a glob without a match is passed on as it is, and no such file exists. */
export const looseScripts = (files: readonly string[]): string[] =>
  ['sh', 'bash'].filter(ending => files.some(file => file.endsWith(`.${ending}`))).map(ending => `*.${ending}`)

export const shell: Ecosystem = (project, folder) => {
  const where = ['test', 'tests', 'spec'].find(
    name =>
      folderAt(project, inFolder(folder, name)).files.some(file => file.endsWith('.bats')) ||
      folderAt(project, inFolder(folder, name)).folders.some(inner =>
        folderAt(project, inFolder(folder, `${name}/${inner}`)).files.some(file => file.endsWith('.bats')),
      ),
  )
  const deep =
    where !== undefined && !folderAt(project, inFolder(folder, where)).files.some(file => file.endsWith('.bats'))
  const loose = folderAt(project, folder).files.filter(name => name.endsWith('.bats'))
  const folders = SHELL_FOLDERS.filter(name =>
    folderAt(project, inFolder(folder, name)).files.some(file => /^[\w-]+(\.(sh|bash))?$/.test(file)),
  )
  const checked = [
    ...looseScripts(folderAt(project, folder).files),
    ...folders.map(name =>
      folderAt(project, inFolder(folder, name)).files.some(file => /\.sh$/.test(file)) ? `${name}/*.sh` : `${name}/*`,
    ),
  ]
  const uses = exists(project, inFolder(folder, '.shellcheckrc')) || where !== undefined
  return [
    ...(where !== undefined
      ? lines(inFolder(folder, where), `${where}/ holds *.bats`, [
          [deep ? `bats -r ${where}` : `bats ${where}`, ['test'], 22],
        ])
      : loose.length > 0
        ? lines(loose[0] ?? '', 'there are *.bats files', [['bats .', ['test'], 20]])
        : []),
    ...(uses && checked.length > 0
      ? lines(inFolder(folder, folders[0] ?? ''), 'the project is written in shell', [
          [`shellcheck ${checked.join(' ')}`, ['lint'], 10],
        ])
      : []),
  ]
}

export const others: Ecosystem = (project, folder) => {
  const names = folderAt(project, folder).files
  const nimble = names.find(name => name.endsWith('.nimble'))
  return [
    ...(names.includes('shard.yml')
      ? lines(inFolder(folder, 'shard.yml'), 'shard.yml implies crystal', [
          ['crystal spec', ['test'], CONVENTION],
          ['crystal tool format --check', ['format', 'lint'], 18],
          ['shards build', ['build', 'types'], 16],
        ])
      : []),
    ...(nimble !== undefined
      ? lines(inFolder(folder, nimble), `${nimble} implies nimble`, [
          ['nimble test', ['test'], CONVENTION],
          ['nimble build', ['build', 'types'], 20],
        ])
      : []),
    ...(names.includes('DESCRIPTION') && exists(project, inFolder(folder, 'NAMESPACE'))
      ? lines(inFolder(folder, 'DESCRIPTION'), 'it is an R package', [
          ["Rscript -e 'devtools::test(stop_on_failure = TRUE)'", ['test'], 20],
          ['R CMD build . && R CMD check *.tar.gz', ['build', 'test'], 16],
        ])
      : []),
    ...(names.includes('.pre-commit-config.yaml')
      ? lines(inFolder(folder, '.pre-commit-config.yaml'), 'its hooks are the maintainers’ own checks', [
          ['pre-commit run --all-files', ['lint', 'format'], 21],
        ]).concat(typeHooks(project, inFolder(folder, '.pre-commit-config.yaml')))
      : []),
    ...(names.includes('.markdownlint-cli2.yaml') || names.includes('.markdownlint-cli2.jsonc')
      ? lines(inFolder(folder, '.markdownlint-cli2.yaml'), { configured: 'markdownlint' }, [
          ['npx markdownlint-cli2 "**/*.md"', ['docs'], 18],
        ])
      : names.includes('.markdownlint.json') || names.includes('.markdownlint.yaml')
        ? lines(inFolder(folder, '.markdownlint.json'), { configured: 'markdownlint' }, [
            ['npx markdownlint-cli2 "**/*.md"', ['docs'], 16],
          ])
        : []),
    ...documentBuild(project, folder),
    ...(names.includes('.vale.ini')
      ? lines(inFolder(folder, '.vale.ini'), { configured: 'vale' }, [['vale .', ['docs'], 16]])
      : []),
  ]
}

/** A manual that is built: warnings count, as they do wherever somebody cares for it. */
function documentBuild(project: Project, folder: string): DefaultCommand[] {
  const mkdocs = inFolder(folder, 'mkdocs.yml')
  if (exists(project, mkdocs)) return lines(mkdocs, { configured: 'mkdocs' }, [['mkdocs build --strict', ['docs'], 16]])
  const home = ['docs', 'doc', 'docs/source', 'doc/source'].find(one =>
    exists(project, inFolder(folder, `${one}/conf.py`)),
  )
  if (home === undefined) return []
  const [outer = ''] = home.split('/')
  const command = exists(project, inFolder(folder, `${outer}/Makefile`))
    ? `make -C ${outer} html`
    : `sphinx-build -W ${home} ${outer}/_build/html`
  return lines(inFolder(folder, `${home}/conf.py`), { configured: 'sphinx' }, [[command, ['docs'], 16]])
}
