/** Programs whose names mean nothing else: seeing one at the start of a line is nearly proof that the line is a command. */
export const PROGRAMS: ReadonlySet<string> = new Set(
  `npm npx pnpm pnpx yarn yarnpkg bun bunx deno tsc tsx ts-node swc esbuild webpack rollup vite vitest jest mocha ava tap karma cypress playwright eslint
  oxlint biome prettier stylelint xo standard tsup tsdown turbo nx lerna rush wireit gulp grunt c8 nyc knip madge dpdm publint attw size-limit lighthouse
  pytest py.test python python2 python3 pip pip3 pipx pipenv poetry uv uvx pdm hatch rye tox nox ruff flake8 pylint mypy pyright basedpyright black isort
  bandit unittest nosetests conda mamba cargo rustc rustfmt rustup clippy-driver cross gofmt goimports golangci-lint staticcheck gotestsum govulncheck
  ruby irb rspec rubocop bundler gem rails standardrb sorbet srb minitest php composer phpunit phpstan psalm pest phpcs php-cs-fixer artisan mvn mvnw
  gradle gradlew javac java kotlinc ktlint detekt sbt scalac scala mill lein clj clojure clj-kondo dotnet msbuild nuget xcodebuild swiftlint swiftc xctest
  elixir iex mix rebar3 erlc erl dialyzer gleam ghc ghci cabal hlint ocaml dune opam zig nim nimble crystal shards julia Rscript flutter lua luac luacheck
  busted luarocks perl prove cpan gcc g++ clang clang++ cc c++ clang-tidy clang-format cmake ctest gmake bmake qmake bazel bazelisk buck2 scons premake
  valgrind gdb lldb gcov lcov genhtml kcov bats shellcheck shfmt hadolint actionlint yamllint markdownlint markdownlint-cli2 vale cspell codespell
  commitlint terraform tofu tflint terragrunt packer ansible ansible-lint helm kubectl kustomize docker docker-compose podman buildah nix nix-build nix-shell
  git gh glab hg svn jj curl wget ssh scp rsync ping nc dig nslookup telnet http https grep egrep fgrep rg ag ack sed awk gawk jq yq xq tee xargs wc uniq tr
  ls cp mv rm ln mkdir rmdir touch chmod chown stat du df ps kill pkill env printenv printf echo bash sh zsh dash fish pwsh powershell ksh sudo su doas nice
  nohup timeout gtimeout stdbuf unbuffer cd pushd popd export source unset eval exec md5sum sha256sum shasum cksum sqlite3 psql mysql mongosh redis-cli
  pre-commit prek lefthook husky just mage rake thor invoke fab doit jake ninja meson autoreconf automake autoconf protoc buf sqlc sqlfluff dbt
  openapi-generator spectral newman k6 locust artillery wrk hey ab oha hyperfine mkdocs sphinx-build jekyll hugo mdbook typedoc jsdoc rustdoc javadoc
  doxygen pandoc latexmk pdflatex convert ffmpeg cdk sam serverless vercel netlify flyctl heroku aws gcloud az firebase wrangler supabase prisma drizzle-kit
  knex sequelize alembic flask django-admin uvicorn gunicorn celery next nuxt astro gatsby ng vue svelte-check vue-tsc react-scripts expo eas storybook
  nodemon pm2 concurrently cross-env dotenv direnv mise asdf volta nvm fnm corepack renovate semgrep trivy snyk gitleaks trufflehog osv-scanner syft grype
  codeql sonar-scanner infection stryker mutmut cosmic-ray pitest diff cmp comm basename dirname realpath readlink mktemp tar zip unzip gzip gunzip zcat
  base64 xxd od hexdump strings nm objdump readelf ldd strace ltrace lsof netstat ss ip htop vim vi nano emacs crontab systemctl journalctl tmux screen
  coqc lean lake agda idris2 racket raco sbcl guile scheme forge foundry anvil hardhat truffle slither solc vyper aiken ember solhint tsd dtslint arethetypeswrong
  cargo-nextest trunk wasm-pack wasm-bindgen cargo-llvm-cov tarpaulin setsid snakemake earthly agent-loop claude codex aider tclsh expect-test pyflakes pycodestyle pydocstyle interrogate`.split(
    /\s+/,
  ),
)

/** Programs that are English words too. They count only when what follows can be an argument. */
export const WORDY_PROGRAMS: ReadonlySet<string> = new Set(
  `make go test node find time date watch type cat sort cut join head tail task just top who which true false stack dart swift ant expect yes
  tree less more split look wait open file host link read set let local exit return command hash history print serve sleep seq paste fold nl id uname pwd
  bb spin earth dagger please pants tilt act step check-jsonschema robot behave green trial black standard buck shake waf dub rush R`.split(
    /\s+/,
  ),
)

/** Programs that are English nouns: only these words behind them make a command of them. */
export const NOUN_PROGRAMS: Readonly<Record<string, ReadonlySet<string>>> = {
  bundle: new Set('exec install check add update config audit outdated'.split(' ')),
  coverage: new Set('run report html xml json combine erase'.split(' ')),
}

/** Programs whose operand is a text: a verdict word behind them is more likely that text. */
export const TAKES_TEXT: ReadonlySet<string> = new Set('grep egrep fgrep rg ag ack echo printf awk sed expr'.split(' '))

/** Words that stand between other words in a sentence, and hardly ever as an argument. */
export const ENGLISH: ReadonlySet<string> = new Set(
  `the is are was were be been it its it's this that these those they their has have had must should shall will would could might does did every each than when
  until unless with without which what my your our we you i there better enough longer anymore because so while whenever per properly correctly really
  isn't aren't doesn't don't hasn't haven't won't can't cannot shouldn't mustn't`.split(/\s+/),
)

/** What a subject does: behind a command they begin the sentence about it. */
export const FINITE_VERBS: ReadonlySet<string> = new Set(
  `passes succeeds exits prints outputs returns finds contains mentions includes shows reports fails runs works finishes completes says displays yields
  emits matches equals exceeds takes gives produces displays responds answers is are crashes compiles builds stays remains`.split(
    /\s+/,
  ),
)

/** Words that speak for a sentence, but may be arguments: `docker compose up`, `npm run all`. */
export const ENGLISH_PERHAPS: ReadonlySet<string> = new Set(
  'a an no not any all up out do can may if at as off here then but only'.split(' '),
)

export const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of for from in to on by and or into onto about between through during'.split(' '),
)
