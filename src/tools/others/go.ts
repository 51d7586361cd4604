import { instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

const LISTS_UNFORMATTED = 'test -z "$(gofmt -l .)"'

/** Tools for Go of which we know their commands only. */
export const goTools: readonly Tool[] = [
  {
    name: 'go build',
    kind: 'compiler',
    commands: {
      proves: [
        [/^go vet\b/, 'types', 'lint'],
        [/^go (build|install)\b/, 'build', 'types'],
      ],
      sign: /\bgo (?:build|vet|install|run)\b/,
      spoken: { build: 'go build', lint: 'go vet' },
    },
  },
  {
    name: 'golangci-lint',
    kind: 'linter',
    commands: {
      programs: 'golangci-lint',
      starts: String.raw`golangci-lint|go run \S*golangci-lint\S*`,
      usual: 'golangci-lint run',
      sign: /\bgolangci-lint\b/,
      spoken: { lint: 'golangci-lint|golangci' },
      fixes: 'golangci-lint',
      settings: { name: 'golangci(?:-lint)?', files: String.raw`\.golangci` },
    },
  },
  {
    name: 'staticcheck',
    kind: 'linter',
    commands: {
      programs: 'staticcheck govulncheck',
      starts: String.raw`staticcheck|go run \S*staticcheck\S*|revive|golint|gosec|errcheck`,
      spoken: { lint: 'staticcheck|golint' },
    },
  },
  {
    name: 'gofmt',
    kind: 'formatter',
    commands: {
      programs: 'gofmt goimports',
      proves: [
        [/^(gofmt|goimports|gofumpt)\b.*git (diff|status)/, 'format'],
        [/^(test -z .*)?\$?\(?"?\$?\(?gofmt\b|^test -z .*gofmt|^(gofumpt|goimports) -[ld]/, 'format'],
      ],
      spoken: { format: 'gofmt|gofumpt' },
      hazards: { rewrites: /\b(gofmt|goimports|gofumpt)\b.*\s-[a-z]*w[a-z]*(\s|$)|\bgo fmt\b/ },
      looksOnly: [
        [/\bgofmt\b.*\s-\w*w/, () => LISTS_UNFORMATTED],
        [/\bgo fmt\b/, () => LISTS_UNFORMATTED],
      ],
    },
  },
  {
    name: 'shfmt',
    kind: 'formatter',
    commands: {
      programs: 'shfmt',
      proves: [[/^shfmt\b.*(-d|git (diff|status))/, 'format']],
      spoken: { format: 'shfmt' },
      hazards: { rewrites: /\bshfmt\b.*\s-[a-z]*w[a-z]*(\s|$)/ },
      looksOnly: [[/\bshfmt\b.*\s-\w*w/, instead(/-(\w*)w(\w*)/, '-$1d$2')]],
    },
  },
]
