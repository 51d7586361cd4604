import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { book, notation } from '../../test/rig/notation.ts'
import { PROGRAMS } from '../tools/shell/programs.ts'
import { toolRole } from './clauses/roles.ts'
import { leavesOf } from './criterion.ts'
import { parseCriterion } from './parse.ts'

// Commands as they stand in documentation and CI files. Each must be run exactly as it is written, cut only at `&&`:
// a word that is taken off the end, or read as a verdict, makes another gate than the one that was asked for.
const commands = String.raw`
cargo clippy -- -D warnings
cargo clippy --all-targets --all-features -- -D warnings
cargo clippy --all-targets -- -D warnings && cargo test
cargo test && cargo clippy -- -D warnings
cargo clippy --workspace -- -D warnings -D clippy::all
cargo clippy -- -W clippy::pedantic -A warnings
cargo clippy -- -F unsafe_code -D errors
cargo test errors
cargo test fail
cargo test -- --skip fails
cargo test --test errors
cargo test parser -- --test-threads 1 --exact
cargo test --lib -- errors
cargo nextest run
cargo nextest run -E fails
cargo run
cargo run --example clean
cargo run --bin check
cargo bench -- errors
cargo xtask check
cargo doc --no-deps --document-private-items
cargo hack check
cargo clean
cargo build --all
make errors
make all
make clean all
make -j4 all
make run
make green
make clean
make check
make test clean
make -C web all
make build test done
just run
just test
just check all
just ok
task test
task build clean
ninja -C build test
ninja all
cmake --build build --target clean
cmake --build build --target check
ctest --test-dir build -R fails
ctest -R errors
ctest -E passes --output-on-failure
meson test -C build --suite errors
bazel run //x
bazel test //... --test_tag_filters=ok
bazel run //tools:check
bazel build //:all
./run.sh errors
./run.sh ok
./gradlew clean check
./gradlew test --tests Errors
./gradlew clean
./mvnw clean verify
mvn clean
mvn -q clean test
mvn test -Dtest=Fails
gradle build clean
sbt clean test
npx jest failures
npx jest -t fails
npx jest -t passes
npx jest --testNamePattern passes
npx jest errors --ci
jest pass
npx vitest run
vitest run
vitest run errors
npx vitest run -t fails
pnpm vitest run --project ok
npx mocha --grep fails
npx mocha -g passes
npx mocha --grep errors --exit
npx ava --match fails
npx playwright test --grep fails
npx playwright test errors
npx cypress run
npx cypress run --spec cypress/e2e/errors.cy.ts
npx stryker run
npx tsc -p errors
node --test --test-name-pattern fails
node --test errors
npm run clean
npm run ok
npm run green
npm run passes
npm run fails
npm run all
npm run done
npm run exit127
npm run build clean
npm run lint -- --report-unused-disable-directives error
npm run lint -- --rule errors
npm run test -- errors
npm test -- -t passes
npm test -- --grep fails
npm test ok
npm test errors
yarn run clean
yarn workspace web run check
yarn clean
pnpm -r run check
pnpm run ok
pnpm --filter web test
bun run check
bun test errors
bun run clean
deno task check
deno test --filter fails
deno task ok
turbo run test
turbo run build lint check
nx run web:check
nx affected -t check
nx run-many -t errors
lerna run clean
pytest -k fails
pytest -k passes
pytest -k errors
pytest -m green
pytest -x -k fails tests/unit
pytest tests -k ok
pytest -p errors
python -m pytest -k fails
python -m unittest errors
python manage.py check
tox run
tox -e clean
tox -e py312 -- -k fails
nox -s check
nox -s errors
hatch run test
poetry run pytest -k passes
uv run check
uv run pytest -k errors
pdm run green
ruff check
ruff check --select errors
pre-commit run
pre-commit run --all-files
pre-commit run check
golangci-lint run
golangci-lint run --enable errors
go test -run Fails
go test -run Errors ./...
go test ./... -run Passes
go test -bench all
go run ./cmd/check
go vet errors
go clean
gotestsum -- -run Fails
mage check
bundle exec rspec -e fails
bundle exec rspec --tag passes
bundle exec rake test
bundle exec rake clean
rspec -t errors
rake all
rake test
rails test
bin/rails test
bin/rails db:test:prepare
php artisan test
php artisan test --filter fails
phpunit --filter fails
vendor/bin/phpunit --testsuite errors
vendor/bin/phpunit --group green
vendor/bin/pest --filter passes
composer run check
composer test
dotnet test --filter Fails
dotnet clean
dotnet run
dotnet test -c Release --filter Name~errors
mix test --only fails
mix check
mix test --only errors
mix do clean
rebar3 ct --case fails
lein test :only errors
clojure -M:test
swift test --filter Fails
swift run
xcodebuild -scheme App clean test
flutter test --name fails
flutter clean
dart test -n passes
dart run
zig build test
zig build run
stack test --ta errors
cabal test all
cabal run
dune build @check
dune runtest errors
bats --filter fails test
prove -r t
helm lint
helm test done
terraform validate
terraform fmt -check
docker compose run web check
docker compose run --rm app test
kubectl wait --for=condition=ready pod --all
shellcheck errors
git diff --check
git grep -q fails
ansible-lint errors
forge test --match-test fails
buf lint
act -j check
npm test | tee fails
npm test | tee -a passes
ls -la passes
cat -n fails
snakemake all
earthly +all
`
  .trim()
  .split('\n')

describe('a bare command is run as it was written', () => {
  test.each(commands.map(command => [command]))('%s', command => {
    const parsed = parseCriterion(command, book)
    const parts = command.split(' && ')
    expect(parsed.ok ? notation(parsed.value.criterion) : parsed.error).toBe(
      parts.length === 1 ? command : `(${parts.join(' & ')})`,
    )
  })

  test('so many of them', () => expect(new Set(commands).size).toBeGreaterThanOrEqual(200))
})

const WORDS =
  'run clean check errors error warnings failures fails passes fail pass ok okay all green done test tests build lint failing passing success works -k -t -run -D -- --grep --filter -x -v --ci src ./... 0 exit'.split(
    ' ',
  )
// `exit 0 error` says twice that nothing is wrong.
const VERDICT = /^(?:(?:passes|works)(?: |$)|fails$|exit 0(?: (?:errors?|warnings|failures))?$)/
const AWAITING = /(?:^| )(?:--|-k|-t|-run|-D|--grep|--filter)$/

// "tsc fails" is about the project's own type check, so tools known by name are left out.
const bare = fc
  .record({
    program: fc.constantFrom(
      ...[...PROGRAMS].filter(program => /^[a-z][\w.+-]*$/.test(program) && toolRole(program) === null),
    ),
    args: fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }),
  })
  .map(({ program, args }) => ({ text: [program, ...args].join(' ') }))

test('whatever words a command has, it is never shortened or turned round, unless a verb ends the sentence', () => {
  fc.assert(
    fc.property(bare, ({ text }) => {
      const parsed = parseCriterion(text, {})
      if (!parsed.ok) return
      const { criterion } = parsed.value
      const [leaf] = leavesOf(criterion)
      const command = leaf && 'command' in leaf ? leaf.command : ''
      const removed = text.slice(command.length + 1)
      expect(text.startsWith(command) && command !== '').toBe(true)
      if (removed === '') expect(notation(criterion)).toBe(text)
      else expect(`${command} | ${VERDICT.test(removed)} ${AWAITING.test(command)}`).toBe(`${command} | true false`)
      expect(criterion.kind === 'not').toBe(removed === 'fails')
    }),
    { numRuns: 1000 },
  )
})
