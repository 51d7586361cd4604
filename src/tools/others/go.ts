import { asItStands, comment } from '../protection/suppressions.ts'
import { instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

const LISTS_UNFORMATTED = 'test -z "$(gofmt -l .)"'

const GO = /^go$/

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
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /(?<!_test)\.go$/ } },
  },
  {
    name: 'staticcheck',
    kind: 'linter',
    commands: {
      programs: 'staticcheck govulncheck',
      starts: String.raw`staticcheck|go run \S*staticcheck\S*|revive|golint|gosec|errcheck`,
      spoken: { lint: 'staticcheck|golint' },
    },
    protection: {
      files: { config: [/^\.?staticcheck\.conf$/] },
      directives: [
        comment('lint', GO, /^lint:ignore\s+(?<rules>[\w,*]+)/, 'line'),
        comment('lint', GO, /^lint:file-ignore\s+(?<rules>[\w,*]+)/, 'file'),
      ],
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
        // It names files, and always exits with 0.
        [/^(gofmt|goimports|gofumpt)\s[^|&;>]*-\w*l[^|&;>]*$/, command => `test -z "$(${command})"`],
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
      hazards: { rewrites: /\bshfmt\b.*\s-[a-z]*w[a-z]*(\s|$)/ },
      looksOnly: [[/\bshfmt\b.*\s-\w*w/, instead(/-(\w*)w(\w*)/, '-$1d$2')]],
    },
  },
  {
    name: 'revive',
    kind: 'linter',
    protection: {
      files: { config: [/^revive\.toml$/] },
      directives: [comment('lint', GO, /^\s*revive:disable(?:-[\w-]+)?(?::(?<rules>[\w-]+))?/, asItStands)],
    },
  },
  {
    name: 'gosec',
    kind: 'linter',
    protection: { directives: [comment('lint', GO, /^\s*#nosec\b\s*(?<rules>G\d+(?:\s+G\d+)*)?/, 'line')] },
  },
  {
    name: 'go-test-coverage',
    kind: 'coverage',
    protection: { files: { config: [/^\.testcoverage\.ya?ml$|^\.mockery\.ya?ml$/] } },
  },
  { name: 'mage', kind: 'task-runner', protection: { files: { build: [/^magefile\.go$/] } } },
]
