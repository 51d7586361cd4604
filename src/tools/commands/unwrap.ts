import { words } from '../shell/shell-text.ts'
import { matches } from './quick-match.ts'
import { TEST_RUNNERS } from './tool-names.ts'

/** What make does not print, or whose failure it ignores. Behind another prefix, `@scope/tool` is a package. */
const SILENT = /^[@-](?=[\w./$])/

const PREFIXES: readonly RegExp[] = [
  /^env(\s+(-u\s*\S+|--unset=\S+|-i|--))+\s+(?=\S)/,
  /^(sudo|time|command|exec|nice|env|then|do|else|!|@|-)\s+(?=\S)/,
  SILENT,
  /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+/,
  /^(cross-env|cross-env-shell|dotenv|env-cmd)(\s+-\S+)*(\s+\w+=\S+)*(\s+--)?\s+/,
  /^xvfb-run(\s+-\S+)*\s+/,
  /^timeout(\s+-\S+)*\s+\d+\w?\s+/,
  /^(npx|bunx|pnpx)(\s+(-y|--yes|--no-install|--no|--bun))*\s+/,
  /^(pnpm|yarn|npm|bun)\s+(exec|dlx|x)(\s+--)?\s+/,
  /^uv\s+run(\s+(--(frozen|locked|no-sync|isolated|all-extras|no-dev|all-packages|dev|active|exact|no-project)|--(with|group|extra|python|package|only-group|no-group|all-groups|directory|with-requirements)(=\S+|\s+\S+)|-p\s+\S+))*(\s+--)?\s+/,
  /^(poetry|pipenv|rye|pixi|conda|micromamba)\s+run(\s+-[en]\s+\S+)?\s+/,
  /^(pdm|hatch)\s+run\s+(?=(pytest|mypy|ruff|black|flake8|pyright|coverage|pre-commit|python)\b)/,
  /^bundle\s+exec\s+/,
  /^go\s+run\s+(-\S+\s+)*[\w-]+\.[\w./-]*\/(?=(task|golangci-lint|gotestsum|staticcheck|revive|gofumpt)(\s|$))/,
  /^(python3?|py|\$\(PYTHON\)|\$\{PYTHON\}|python\d\.\d+)(\s+-[WXbOu]\s?\S*)*\s+-m\s+(?!build\b|venv\b|pip\b)/,
  /^php(\s+-d\s?\S+)*\s+(?=(\S*vendor\/bin\/|artisan|bin\/))/,
  /^(\.\/)?(tools\/)?vendor\/bin\//,
  /^(\.\/)?node_modules\/(\.bin\/)?/,
  /^(mise|opam|stack|asdf|devbox)\s+(exec|x|run)\s+--\s+/,
  /^nix\s+(develop|shell)\s+.*?(-c|--command)\s+/,
  new RegExp(String.raw`^(c8|nyc)(\s+-[^\s]+)*\s+(?=(npm|pnpm|yarn|node|${[...TEST_RUNNERS].join('|')})\b)`),
  /^(composer|go)\s+(exec|tool)(\s+--)?\s+/,
  /^(bin|script)\/(?=(rails|rspec|rake|rubocop)\b)/,
  /^\.\/(?=(rebar3|mill|sbt|pants|bats|busted)(\s|$))/,
  /^~\/(?:[\w.-]+\/)*(?=[\w-]+(\s|$))/,
  /^melos\s+exec(\s+-[\w-]+([= ]\d+)?)*\s+(--\s+)?["']?/,
  /^(uvx|uv\s+tool\s+run|pipx\s+run)(\s+(-[pw]|--(with|from|python|spec|with-editable|with-requirements|index-url|extra-index-url|pip-args))(=|\s+)\S+|\s+--\S+)*\s+/,
  /^(\.\/|\/)?usr\/(local\/)?bin\//,
  /^\.venv\/bin\/|^venv\/bin\//,
]

/** The tool itself, without what people put in front of it: `CI=1 npx jest` is `jest`. */
export function unwrap(command: string): string {
  let bare = command.trim()
  for (let turn = 0; turn < 8; turn++) {
    const prefix = PREFIXES.find(pattern => matches(pattern, bare) && !(turn > 0 && pattern === SILENT))
    if (prefix === undefined) return bare
    bare = bare.replace(prefix, '').trim()
  }
  return bare
}

/** Environment that makes a run update what it should compare with is no part of a gate. */
export function withoutUpdatingEnvironment(command: string): string {
  const kept = words(command)
  let at = 0
  while (at < kept.length && /^[A-Za-z_]\w*=/.test(kept[at] ?? '')) at++
  const environment = kept
    .slice(0, at)
    .filter(
      word =>
        !/^(MUTE|VERBOSE|DEBUG|QUIET|LOG|NO_COLOR|FORCE_COLOR|TERM|CI)\w*=|UPDATE|FORCE|ACCEPT|OVERWRITE|BLESS|RECORD|REGENERATE|SNAPSHOT|=(overwrite|bless|update|accept)$/.test(
          word,
        ),
    )
  return at === 0 ? command : [...environment, ...kept.slice(at)].join(' ')
}
