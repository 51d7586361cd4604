import { purposesOfTool } from './purposes.ts'
import { matches } from './quick-match.ts'
import type { Purpose } from './tool-commands.ts'

const NAMES: readonly (readonly [RegExp, Purpose])[] = [
  [
    /^(test|tests|check|ci)[:_-]?(cov|coverage)$|^(coverage|cover|cov)(?![a-z]*(report|upload|html|publish|open|view))([:_-]\w[\w:-]*)?$|^(test|ci)[:_-](cov|coverage|c8)\b|[:_-]coverage$/i,
    'coverage',
  ],
  [
    /(^|[:_-])(types?|typecheck|type-check|typechecks?|tsc|mypy|pyright|phpstan|psalm|dialyzer?|typing|tsd|types?-check|check-types?|dts|flow|typescript)($|[:_-])/i,
    'types',
  ],
  [/^(build|compile)[:_-](ts|types|tsc|dts|typescript)$/i, 'types'],
  [
    /(^|[:_-])(format|fmt|prettier|style|formatting|black)[:_-](check|ci|verify|test|diff|lint|all)|(^|[:_-])(check|verify|lint|test)[:_-](format|fmt|formatting|prettier|style)\b|^(prettier|fmtcheck|checkformat|is-format)$/i,
    'format',
  ],
  [
    /(^|[:_-])(lint|linting|eslint|clippy|rubocop|standard|flake8|ruff|golangci|vet|checkstyle|phpcs|cs|credo|hlint|shellcheck|oxlint|biome|linters?|xo|luacheck|internal_investigation|cs-check|check-style|checkcs|code-style|codestyle|style|pylint)($|[:_-])/i,
    'lint',
  ],
  [/(^|[:_-])static[:_-]?(analysis|checks?|tests?)($|[:_-])|^(check|lint|test)[:_-]static$/i, 'lint'],
  [
    /^(docs?|documentation)[:_-](lint|check|test|verify|build)|^(lint|check|test)[:_-](docs?|md|markdown|readme)$|^(build|make)[:_-]?(docs?|documentation)$/i,
    'docs',
  ],
  [/^(test|check|verify)[:_-](build|dist|bundle|exports|pack(age)?)$/i, 'build'],
  [
    /^(tests?|spec|specs|unit|unittests?|integration|e2e|it|acceptance|testall|tests?-all|alltests?|runtests?|eunit|ct|cibuild|features|check-?all|jest|vitest|mocha|pytest|phpunit|rspec|richtest|browserless)($|[:_.\d-])|[:_-](tests?|specs?|e2e|unit|integration)$/i,
    'test',
  ],
  [/^(build|compile|uberjar|dist|bundle|assemble|all-build|prod|package)($|[:_-])/i, 'build'],
  [
    /^(check|verify|validate|ci|ok|qa|quality|precommit|pre-commit|prepush|pre-push|preflight|all-checks|gate|health|static-analysis|analy[sz]e|analysis)($|[:_-](all|ci|code|src)$)/i,
    'lint',
  ],
]

/** What a script's name promises; null when it promises nothing we could check. */
export function purposeOfName(full: string): Purpose | null {
  const name = withoutSpace(full)
  return NAMES.find(([pattern]) => matches(pattern, name))?.[1] ?? purposesOfTool(name)?.[0] ?? null
}

const NEVER =
  /(^|[:_.-])(fix|fixes|autofix|write|watch|watcher|dev|develop|serve|server|start|debug|update|upgrade|snapshots?|release|releases?|publish|deploy|prepare|install|init|setup|bootstrap|clean|clobber|open|ui|inspect|bench(marks?)?|generate|gen|codegen|tidy|apply|patch|mutation|mutants|docker|image|push|upload|preview|repl|console|shell|run|demo|examples?|profile|bless|accept|authors?|changelog|version|bump|tag|migrate|seed|format|fmt|reformat|prettify|uninstall|postinstall|preinstall|prepublish\w*|prepack|postpack|download|fetch|sync|link|deps?|depend|docs:dev|local-registry|fuzz|stress|flaky|help|man|info|texinfo|latex\w*|epub|\w+help|pickle|baseline)($|[:_.-])/i

/** Names that say themselves that they change, start or ship something. */
export const neverGate = (full: string): boolean => shipsOrChanges(withoutSpace(full))

/** `dev:test:unit`: the first word says whose scripts they are, not what they do. */
const withoutSpace = (name: string): string => name.replace(/^(dev|ci|app|qa|project):(?=\w+[:\w])/, '')

const shipsOrChanges = (name: string): boolean =>
  NEVER.test(name.replace(/^run[-_:](?=.*(tests?|specs?|suite|checks?)(\.\w+)?$)/i, '')) &&
  !/(check|verify|dry-?run|lint)/i.test(name.replace(/^.*(fix|format|fmt)[:_-]?$/i, ''))

const ANY_WHOLE = /^(all|ci|run|full|default|once|suite|code|js|ts|src|check|local|node|main|root|\d*)$/i
const SAME_PURPOSE = {
  test: /^(tests?|specs?|unittests?|runtests?|pytest|jest|vitest|phpunit|ct|eunit|verify)$/i,
  build: /^(build|compile|bundle|dist|assemble|prod|production|release|lib)$/i,
} as const

const WHOLE_WORDS =
  /^(tests?|specs?|lint|linting|linters?|eslint|build|compile|check|checks|types?|typecheck|typescript|tsc|type|checking|checker|coverage|cov|cover|ci|all|run|full|default|once|suite|code|js|ts|src|prod|production|release|format|fmt|formatting|prettier|style|verify|validate|ok|qa|bundle|dist|assemble|node|clippy|rubocop|standard|vet|static|mypy|pyright|phpstan|psalm|phpcs|cs|ruff|flake8|analy[sz]e|analysis|typing|unittests?|runtests?|ct|eunit|docs?|md|readme|markdown|json|local|report|html|diff|flow|pytest|jest|vitest|phpunit|\d*)$/i

/** `test:unit` is a part of `test`; `test:all`, `lint:check` and `type-check` are not parts. */
export function isVariant(name: string): boolean {
  const last =
    withoutSpace(name)
      .split('/')
      .at(-1)
      ?.replace(/\.(sh|bash|py|ps1)$/, '') ?? name
  if (/^(py|pypy)[\d{]/.test(last)) return true
  const parts = last.split(/[:_.-]/)
  const [first = '', ...rest] = parts
  if (rest.length === 0)
    return /^(e2e|integration|unit|acceptance|it|features|browserless|smoke|playwright|cypress|puppeteer|selenium)$/i.test(
      last,
    )
  const purpose = purposeOfName(last)
  // `test-build` tests one thing of several; `type-check` and `test:types` are names of their own.
  if (purpose === 'test' || purpose === 'build')
    return !parts.every(part => SAME_PURPOSE[purpose].test(part) || ANY_WHOLE.test(part))
  if (parts.every(part => WHOLE_WORDS.test(part))) return false
  // However it is spelled, what measures measures all of it.
  if (purpose === 'coverage') return parts.some(part => /^(unit|integration|e2e|acceptance|browser|smoke)$/i.test(part))
  if (purpose === null) return true
  return WHOLE_WORDS.test(first) || /^(tests?|build|lint)$/i.test(rest.at(-1) ?? '')
}
