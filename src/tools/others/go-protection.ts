import { dial } from '../protection.ts'
import { asItStands } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

const GO = /^go$/

export const protectedGo: readonly Tool[] = [
  {
    name: 'go build',
    kind: 'compiler',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /(?<!_test)\.go$/ } },
  },
  {
    name: 'golangci-lint',
    kind: 'linter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.go$/ } },
    protection: {
      family: 'lint',
      label: 'golangci',
      files: { config: [/^\.golangci\.(?:ya?ml|toml|json)$/] },
      settings: {
        files: /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
        alias: path =>
          path.replace(
            /^linters\.exclusions\.(?=rules|paths)|^issues\.exclude-(?=rules|dirs|files)|^run\.skip-/,
            'exclude.',
          ),
        dials: [
          dial('keep', 'lint', /^linters\.enable$/),
          dial('on', 'lint', /^linters\.enable-all$/),
          dial(
            'skip',
            'lint',
            /^(?:linters\.disable|issues\.exclude|exclude\.(?:rules|paths|dirs|files)|linters\.exclusions\.presets)$/,
          ),
          dial('off', 'lint', /^(?:linters\.disable-all|issues\.new)$/),
          dial('stay', 'lint', /^run\.tests$/),
          dial('level', 'lint', /^linters\.default$/),
          dial(
            'max',
            'lint',
            /^(?:linters-settings|linters\.settings)\..*(?:min-complexity|max-complexity|line-length|lines|statements|max-[\w-]+)$/,
          ),
        ],
      },
      directives: [
        {
          family: 'lint',
          languages: GO,
          says: /^nolint\b(?::\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*))?/,
          scope: 'line',
        },
      ],
    },
  },
  {
    name: 'staticcheck',
    kind: 'linter',
    protection: {
      files: { config: [/^\.?staticcheck\.conf$/] },
      directives: [
        { family: 'lint', languages: GO, says: /^lint:ignore\s+(?<rules>[\w,*]+)/, scope: 'line' },
        { family: 'lint', languages: GO, says: /^lint:file-ignore\s+(?<rules>[\w,*]+)/, scope: 'file' },
      ],
    },
  },
  {
    name: 'revive',
    kind: 'linter',
    protection: {
      files: { config: [/^revive\.toml$/] },
      directives: [
        {
          family: 'lint',
          languages: GO,
          says: /^\s*revive:disable(?:-[\w-]+)?(?::(?<rules>[\w-]+))?/,
          scope: asItStands,
        },
      ],
    },
  },
  {
    name: 'gosec',
    kind: 'linter',
    protection: {
      directives: [
        { family: 'lint', languages: GO, says: /^\s*#nosec\b\s*(?<rules>G\d+(?:\s+G\d+)*)?/, scope: 'line' },
      ],
    },
  },
  {
    name: 'go-test-coverage',
    kind: 'coverage',
    protection: { files: { config: [/^\.testcoverage\.ya?ml$|^\.mockery\.ya?ml$/] } },
  },
  { name: 'mage', kind: 'task-runner', protection: { files: { build: [/^magefile\.go$/] } } },
]
