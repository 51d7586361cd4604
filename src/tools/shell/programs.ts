import { TOOLS } from '../catalog.ts'
import { purposesOfTool } from '../commands/purposes.ts'
import type { ToolKind } from '../tool.ts'

/** Programs whose names mean nothing else, of our tools and of every system: seeing one at the start of a line is nearly proof that the line is a command. */
export const PROGRAMS: ReadonlySet<string> = new Set([
  ...TOOLS.flatMap(({ commands }) => commands?.programs?.split(' ') ?? []),
  ...`pnpm pnpx yarn yarnpkg gulp grunt madge dpdm size-limit lighthouse lua luac luarocks cpan valgrind gdb lldb gcov genhtml commitlint kubectl docker
  docker-compose podman buildah git gh glab hg svn jj curl wget ssh scp rsync ping nc dig nslookup telnet http https grep egrep fgrep rg ag ack sed awk
  gawk jq yq xq tee xargs wc uniq tr ls cp mv rm ln mkdir rmdir touch chmod chown stat du df ps kill pkill env printenv printf echo bash sh zsh dash
  fish pwsh powershell ksh sudo su doas nice nohup timeout gtimeout stdbuf unbuffer cd pushd popd export source unset eval exec md5sum sha256sum shasum
  cksum sqlite3 psql mysql mongosh redis-cli fab jake autoreconf automake autoconf protoc sqlc dbt openapi-generator spectral newman k6 locust artillery
  wrk hey ab oha jsdoc rustdoc javadoc doxygen pandoc latexmk pdflatex convert ffmpeg cdk sam serverless vercel netlify flyctl heroku aws gcloud az
  firebase supabase prisma drizzle-kit knex sequelize vue eas pm2 cross-env dotenv direnv mise asdf volta nvm fnm corepack renovate semgrep trivy snyk
  gitleaks trufflehog osv-scanner syft grype codeql sonar-scanner pitest diff cmp comm basename dirname realpath readlink mktemp tar zip unzip gzip
  gunzip zcat base64 xxd od hexdump strings nm objdump readelf ldd strace ltrace lsof netstat ss ip htop vim vi nano emacs crontab systemctl journalctl
  tmux screen coqc lean lake agda idris2 sbcl guile scheme foundry anvil truffle slither solc vyper aiken solhint dtslint trunk wasm-pack wasm-bindgen
  setsid snakemake earthly agent-loop claude codex aider tclsh expect-test`.split(/\s+/),
])

/** Programs that are English words too. They count only when what follows can be an argument. */
export const WORDY_PROGRAMS: ReadonlySet<string> = new Set(
  `make go test node find time date watch type cat sort cut join head tail task just top who which true false stack dart swift ant expect yes
  tree less more split look wait open file host link read set let local exit return command hash history print serve sleep seq paste fold nl id uname pwd
  bb spin earth dagger please pants tilt act step check-jsonschema robot behave green trial black standard buck shake waf dub rush R`.split(
    /\s+/,
  ),
)

const CHECKING: readonly ToolKind[] = ['test-runner', 'linter', 'type-checker', 'task-runner']
const CHECKS: ReadonlySet<string> = new Set(
  TOOLS.filter(({ kind }) => CHECKING.includes(kind)).flatMap(({ commands }) => commands?.programs?.split(' ') ?? []),
)

/** Whether a word alone is a command that tests, lints, or checks types. */
export const isCheckProgram = (word: string): boolean =>
  CHECKS.has(word) && !WORDY_PROGRAMS.has(word) && purposesOfTool(word) !== undefined

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
