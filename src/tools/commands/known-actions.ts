import { looseScripts } from '../manifests/functional.ts'
import { exists, type Project, record, string } from '../manifests/project.ts'

type Translate = (inputs: Readonly<Record<string, unknown>>, project: Project) => string

/** Actions that hide a command which a developer can run as well. */
const ACTIONS: readonly (readonly [RegExp, Translate])[] = [
  [/^golangci\/golangci-lint-action/, inputs => `golangci-lint run ${string(inputs['args'])}`.trim()],
  [
    /^(pre-commit\/action|j178\/prek-action|clowdhaus\/terraform-composite-actions\/pre-commit|tox-dev\/action-pre-commit-uv)/,
    inputs =>
      `pre-commit run ${string(inputs['extra_args']) || string(inputs['args']) || '--all-files'}`
        .replace(/--color[= ]\S+|--show-diff-on-failure/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
  ],
  [/^astral-sh\/ruff-action|^chartboost\/ruff-action/, inputs => `ruff ${string(inputs['args']) || 'check .'}`],
  [/^psf\/black/, inputs => `black ${string(inputs['options']) || '--check'} ${string(inputs['src']) || '.'}`],
  [/^jakebailey\/pyright-action/, () => 'pyright'],
  [
    /^(actions-rs\/cargo|clechasseur\/rs-cargo)|^[\w.-]+\/cargo-action\b/,
    inputs => `cargo ${string(inputs['command'])} ${string(inputs['args'])}`.trim(),
  ],
  [
    /^(actions-rs\/clippy-check|giraffate\/clippy-action|clechasseur\/rs-clippy-check)/,
    inputs => `cargo clippy ${string(inputs['args'])}`.trim(),
  ],
  [/^actions-rust-lang\/rustfmt|^mbrobbel\/rustfmt-check/, () => 'cargo fmt --all --check'],
  [
    /^(gradle\/(gradle-build-action|actions\/setup-gradle|gradle-command-action)|burrunan\/gradle-cache-action|eskatos\/gradle-command-action)/,
    (inputs, project) =>
      string(inputs['arguments']) === ''
        ? ''
        : `${exists(project, 'gradlew') ? './gradlew' : 'gradle'} ${string(inputs['arguments'])}`,
  ],
  [
    /^(ludeeus\/action-shellcheck|redhat-plumbers-in-action\/differential-shellcheck|reviewdog\/action-shellcheck)/,
    (_, project) => shellcheckLine(project),
  ],
  [/^julia-actions\/julia-runtest/, () => "julia --project=. -e 'using Pkg; Pkg.test()'"],
  [/^(lunarmodules|nebularg)\/(luacheck|actions-luacheck)/, inputs => `luacheck ${string(inputs['args']) || '.'}`],
  [/^lunarmodules\/busted/, () => 'busted'],
  [/^JohnnyMorganz\/stylua-action/, inputs => `stylua ${string(inputs['args']) || '--check .'}`],
  [/^crate-ci\/typos/, () => 'typos'],
  [/^dprint\/check/, () => 'dprint check'],
  [/^isort\/isort-action/, () => 'isort --check-only .'],
  [/^dominikh\/staticcheck-action/, () => 'staticcheck ./...'],
  [/^securego\/gosec/, inputs => `gosec ${string(inputs['args']) || './...'}`],
  [/^golang\/govulncheck-action/, () => 'govulncheck ./...'],
  [/^obi1kenobi\/cargo-semver-checks-action/, () => 'cargo semver-checks'],
  [/^fsfe\/reuse-action/, () => 'reuse lint'],
  [/^editorconfig-checker\/action-editorconfig-checker/, () => 'editorconfig-checker'],
  [/^EmbarkStudios\/cargo-deny-action/, () => 'cargo deny check'],
  [
    /^(DavidAnson\/markdownlint-cli2-action|nosborn\/github-action-markdown-cli|avto-dev\/markdown-lint)/,
    inputs => `npx markdownlint-cli2 ${JSON.stringify(string(inputs['globs']) || '**/*.md')}`,
  ],
  [/^(ibiqlik\/action-yamllint|karancode\/yamllint-github-action)/, () => 'yamllint .'],
  [/^hadolint\/hadolint-action/, inputs => `hadolint ${string(inputs['dockerfile']) || 'Dockerfile'}`],
  [
    /^(haskell-actions|haskell)\/(hlint-run|actions\/hlint-run)|^rwe\/actions-hlint-run/,
    inputs =>
      `hlint ${
        string(inputs['path'])
          .replace(/[[\]",]/g, ' ')
          .trim() || '.'
      }`,
  ],
  [/^haskell-actions\/run-(ormolu|fourmolu)/, () => "git ls-files '*.hs' | xargs ormolu --mode check"],
  [
    /^(jidicula|DoozyX)\/clang-format(-lint)?-action/,
    () => "git ls-files '*.c' '*.h' '*.cc' '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror",
  ],
  [/^cypress-io\/github-action/, inputs => string(inputs['command']) || 'npx cypress run'],
  [/^hynek\/build-and-inspect-python-package/, () => 'python -m build'],
  [/^(php-actions\/phpunit|docker:\/\/.*phpunit)/, () => 'vendor/bin/phpunit'],
  [/^php-actions\/phpstan/, () => 'vendor/bin/phpstan analyse'],
  [/^(codespell-project\/actions-codespell)/, () => 'codespell'],
  [/^(norio-nomura|cirruslabs)\/(action-)?swiftlint/, () => 'swiftlint lint --strict'],
  [/^DeLaGuardo\/clojure-lint-action/, () => 'clj-kondo --lint src test'],
  [/^(standardrb\/standard-ruby-action|andrewmcodes\/standardrb-action)/, () => 'bundle exec standardrb'],
  [/^terraform-linters\/tflint/, () => 'tflint --recursive'],
  [/^bufbuild\/buf-(lint-)?action/, () => 'buf lint'],
  [/^pypa\/cibuildwheel/, () => ''],
  [
    /^actions\/starter|^borales\/actions-yarn/,
    inputs => (string(inputs['cmd']) === '' ? '' : `yarn ${string(inputs['cmd'])}`),
  ],
  [/^arduino\/|^platformio/, () => ''],
]

/** The local form of a well-known action; null when we do not know it or it checks nothing. */
export function commandOfAction(uses: string, inputs: unknown, project: Project): string | null {
  const known = ACTIONS.find(([pattern]) => pattern.test(uses))
  if (known === undefined) return wrapped(inputs)
  const line = known?.[1](record(inputs), project).replace(/\s+/g, ' ').trim() ?? ''
  return line === '' || /\$\{\{/.test(line) ? null : line
}

/** Actions that retry or annotate take the command as an input. */
export function wrapped(inputs: unknown): string | null {
  const given = record(inputs)
  const line = string(given['run']) || string(given['command']) || string(given['cmd'])
  return line === '' || line.trim().includes('\n') || /\$\{\{/.test(line) ? null : line.trim()
}

function shellcheckLine(project: Project): string {
  const folders = ['libexec', 'bin', 'scripts', 'script', 'src', 'lib'].filter(name =>
    project.tree.get(name)?.files.some(file => /^[\w-]+(\.(sh|bash))?$/.test(file)),
  )
  const loose = looseScripts(project.tree.get('')?.files ?? [])
  const all = [...loose, ...folders.map(name => `${name}/*`)]
  return all.length === 0 ? '' : `shellcheck ${all.join(' ')}`
}
