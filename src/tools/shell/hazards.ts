import { ownEntry } from '../../std/own-entry.ts'
import { isToolHazard } from '../commands/hazards.ts'
import type { Invocation } from './invocation.ts'

export type CriterionHazard = 'needs_network' | 'depends_on_clock' | 'never_ends' | 'rewrites_files' | 'needs_a_person'

interface FoundHazard {
  readonly code: CriterionHazard
  readonly says: string
}

/** What is wrong with relying on this program for a verdict. */
export function hazards(invocation: Invocation): readonly FoundHazard[] {
  return rules.flatMap(({ code, says, when }) => (when(invocation) ? [{ code, says: says(line(invocation)) }] : []))
}

const line = ({ program, args }: Invocation): string => [program, ...args.slice(0, 2)].join(' ')
const wholeLine = ({ program, args }: Invocation): string => [program, ...args].join(' ')

interface Rule {
  readonly code: CriterionHazard
  readonly says: (line: string) => string
  readonly when: (invocation: Invocation) => boolean
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))
const PACKAGE_MANAGERS = set('npm pnpm yarn bun')

/** The script of `npm run x`, `yarn x`, `npm start`; null when no script is run. */
function scriptName({ program, args }: Invocation): string | null {
  if (program === 'deno' && args[0] === 'task') return args[1] ?? null
  if (program === 'make' || program === 'just' || program === 'task' || program === 'rake' || program === 'composer')
    return args.find(argument => !argument.startsWith('-')) ?? null
  if (!PACKAGE_MANAGERS.has(program)) return null
  const plain = args.filter(argument => !argument.startsWith('-'))
  if (plain[0] === 'run' || plain[0] === 'run-script') return plain[1] ?? null
  return plain[0] ?? null
}

const has = (args: readonly string[], ...flags: readonly string[]): boolean =>
  args.some(argument => flags.includes(argument.split('=')[0] ?? '') && !/=(?:false|0|no)$/.test(argument))
const first = ({ args }: Invocation): string => args.find(argument => !argument.startsWith('-')) ?? ''

const NETWORK = set(
  'curl wget ssh scp sftp ftp telnet ping ping6 traceroute dig nslookup host gh glab http https xh httpie aws gcloud az kubectl heroku vercel netlify flyctl fly wrangler firebase twine lighthouse',
)
const NETWORK_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: set('publish view info install i ci add audit outdated update search login whoami ping deprecate dist-tag'),
  pnpm: set('publish view info install i add audit outdated update'),
  yarn: set('publish info install add audit outdated upgrade npm'),
  bun: set('install add publish outdated update'),
  pip: set('install download search'),
  pip3: set('install download search'),
  git: set('push pull fetch clone ls-remote submodule'),
  docker: set('pull push login'),
  cargo: set('publish install search audit'),
  gem: set('push install fetch'),
  composer: set('install update require audit'),
  go: set('get install'),
  apt: set('install update upgrade'),
  'apt-get': set('install update upgrade'),
  brew: set('install update upgrade'),
  terraform: set('apply plan init destroy'),
  poetry: set('publish install add'),
  uv: set('publish sync add'),
  bundle: set('install update'),
  mvn: set('deploy'),
  helm: set('install upgrade uninstall rollback repo pull push status test list get history'),
}

const ENDLESS = set(
  'top htop nodemon serve http-server live-server json-server watch watchman watchexec less more vim vi nano emacs man yes nginx redis-server postgres mysqld mongod caddy uvicorn gunicorn hypercorn daphne puma pm2 storybook ngrok entr journald',
)
const ENDLESS_SCRIPT =
  /^(?:start|dev|serve|server|watch|preview|storybook|develop)$|^(?:start|dev|serve|watch)[:_-](?!.*(?:test|check|build|lint|verify|once|ci)\b)|[:_-](?:watch|dev|serve)$/

const FOLLOWERS = set('tail journalctl kubectl docker docker-compose podman')

function neverEnds(invocation: Invocation): boolean {
  const { program, args, limited } = invocation
  if (limited || has(args, '--help', '--version')) return false
  if (ENDLESS.has(program) || isToolHazard('never-ends', wholeLine(invocation))) return true
  if (has(args, '--watch', '--watchAll', '--watch-all', '--serve', '--looponfail') || has(args, '--watch=true'))
    return true
  if (has(args, '-w') && /^(?:tailwindcss|sass)$/.test(program)) return true
  if (FOLLOWERS.has(program) && has(args, '-f', '-F', '--follow')) return true
  if (
    /^docker(?:-compose)?$/.test(program) &&
    args.includes('up') &&
    !has(args, '-d', '--detach', '--exit-code-from', '--abort-on-container-exit', '--wait')
  )
    return true
  if (/^python3?$/.test(program) && (args.includes('http.server') || args.includes('runserver'))) return true
  if (program === 'php' && (args.includes('-S') || args.includes('serve'))) return true
  if (program === 'sleep' && args[0] === 'infinity') return true
  if (program === 'ping' && !args.some(argument => /^-[cwW]/.test(argument))) return true
  const script = scriptName(invocation)
  return script !== null && ENDLESS_SCRIPT.test(script)
}

const CHECKS_ONLY = [
  '--check',
  '--dry-run',
  '--diff',
  '-n',
  '--list-different',
  '-l',
  '--check-formatted',
  '-check',
  '--verify-no-changes',
  '--set-exit-if-changed',
  '--check-only',
  '--exit-non-zero-on-format',
]
const CHANGES_FILES: Readonly<Record<string, ReadonlySet<string> | null>> = {
  git: set('commit add checkout reset stash clean rebase merge apply am revert restore rm mv cherry-pick tag init'),
  rm: null,
  mv: null,
  truncate: null,
  shred: null,
}
const REWRITING_SCRIPT =
  /^(?:fix|format|fmt|prettier|autofix|lint:fix|lint-fix|format:write|update-snapshots?)$|:(?:fix|write|update)$|-fix$/

function rewritesFiles(invocation: Invocation): boolean {
  const { program, args } = invocation
  if (
    has(
      args,
      '--fix',
      '--write',
      '--autocorrect',
      '--autocorrect-all',
      '--auto-correct',
      '--update-snapshot',
      '--updateSnapshot',
      '--snapshot-update',
      '--in-place',
      '--apply',
      '--fix-dry-run=false',
      '--auto-fix',
    )
  )
    return !has(args, '--dry-run')
  if (program === 'sed' && args.some(argument => /^-[a-z]*i/.test(argument))) return true
  if (PACKAGE_MANAGERS.has(program) && /^(?:version|pkg|dedupe|prune|link)$/.test(first(invocation)))
    return args.filter(argument => !argument.startsWith('-')).length > 1
  const changing = ownEntry(CHANGES_FILES, program)
  if (changing === null || changing?.has(first(invocation)) || isToolHazard('rewrites', wholeLine(invocation)))
    return !has(args, ...CHECKS_ONLY)
  const script = scriptName(invocation)
  return script !== null && REWRITING_SCRIPT.test(script) && !has(args, ...CHECKS_ONLY)
}

const rules: readonly Rule[] = [
  {
    code: 'needs_network',
    says: text => `\`${text}\` needs another machine, and fails if that machine does not answer.`,
    when: invocation =>
      NETWORK.has(invocation.program) ||
      (ownEntry(NETWORK_SUBCOMMANDS, invocation.program)?.has(first(invocation)) ?? false) ||
      (invocation.program === 'rsync' && invocation.args.some(argument => /^\S+:/.test(argument))),
  },
  {
    code: 'depends_on_clock',
    says: text => `\`${text}\` depends on the time, so the same work can pass once and fail later.`,
    when: ({ program, args, limited }) =>
      /^(?:sleep|date|at|cron|timeout)$/.test(program) ||
      (limited && args.length >= 0) ||
      args.some(argument => /^\$?\{?(?:SECONDS|EPOCHSECONDS|EPOCHREALTIME)\}?$/.test(argument)),
  },
  { code: 'never_ends', says: text => `\`${text}\` keeps running until somebody stops it.`, when: neverEnds },
  {
    code: 'rewrites_files',
    says: text => `\`${text}\` changes files. A check must only read them.`,
    when: rewritesFiles,
  },
  {
    code: 'needs_a_person',
    says: text => `\`${text}\` waits for keyboard input.`,
    when: ({ program, args }) =>
      /^(?:sudo|su|passwd|select|ssh-keygen|gpg|dialog|whiptail)$/.test(program) ||
      (program === 'read' && !args.includes('-t')) ||
      (PACKAGE_MANAGERS.has(program) && args[0] === 'init'),
  },
]
