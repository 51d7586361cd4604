import type { Purpose } from '../evidence.ts'

const NAMES: readonly (readonly [RegExp, Purpose])[] = [
  [/^(test|tests|check|ci)[:_-]?(cov|coverage)$|^(coverage|cover|cov)(?![a-z]*(report|upload|html|publish|open|view))([:_-]\w+)*$|^(test|ci)[:_-](cov|coverage|c8)\b/i, 'coverage'],
  [/(^|[:_-])(types?|typecheck|type-check|typechecks?|tsc|mypy|pyright|phpstan|psalm|dialyzer|typing|tsd|types?-check|check-types?|dts|flow|typescript)($|[:_-])/i, 'types'],
  [/(^|[:_-])(format|fmt|prettier|style|formatting|black)[:_-](check|ci|verify|test|diff|lint|all)|(^|[:_-])(check|verify|lint|test)[:_-](format|fmt|formatting|prettier|style)\b|^(prettier|fmtcheck|checkformat|is-format)$/i, 'format'],
  [/(^|[:_-])(lint|linting|eslint|clippy|rubocop|standard|flake8|ruff|golangci|vet|checkstyle|phpcs|cs|credo|hlint|shellcheck|oxlint|biome|linters?|xo|luacheck|internal_investigation|cs-check|check-style|checkcs|code-style|codestyle|static|style|pylint)($|[:_-])/i, 'lint'],
  [/^(docs?|documentation)[:_-](lint|check|test|verify|build)|^(lint|check|test)[:_-](docs?|md|markdown|readme)$/i, 'docs'],
  [/^(tests?|spec|specs|unit|unittests?|integration|e2e|it|acceptance|testall|tests?-all|alltests?|runtests?|eunit|ct|cibuild|features|check-?all|jest|vitest|mocha|pytest|phpunit|rspec|richtest|browserless)($|[:_.\d-])|[:_-](tests?|spec|e2e|unit|integration)$/i, 'test'],
  [/^(build|compile|dist|bundle|assemble|all-build|prod|package)($|[:_-])/i, 'build'],
  [/^(check|verify|validate|ci|ok|qa|quality|precommit|pre-commit|prepush|pre-push|preflight|all-checks|gate|health|static-analysis|analy[sz]e|analysis)($|[:_-])/i, 'lint'],
]

/** What a script's name promises; null when it promises nothing we could check. */
export function purposeOfName(name: string): Purpose | null {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

const NEVER = /(^|[:_.-])(fix|fixes|autofix|write|watch|watcher|dev|develop|serve|server|start|debug|update|upgrade|snapshots?|release|releases?|publish|deploy|prepare|install|init|setup|bootstrap|clean|clobber|open|ui|inspect|bench(marks?)?|generate|gen|codegen|tidy|apply|mutation|mutants|docker|image|push|upload|preview|repl|console|shell|run|demo|examples?|profile|bless|accept|authors?|changelog|version|bump|tag|migrate|seed|format|fmt|reformat|prettify|uninstall|postinstall|preinstall|prepublish\w*|prepack|postpack|download|fetch|sync|link|docs:dev|local-registry|fuzz|stress|flaky)($|[:_.-])/i

/** Names that say themselves that they change, start or ship something. */
export const neverGate = (name: string): boolean =>
  NEVER.test(name) && !/(check|verify|dry-?run|lint)/i.test(name.replace(/^.*(fix|format|fmt)[:_-]?$/i, '')) 
