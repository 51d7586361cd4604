import { dial } from '../protection/protection.ts'
import { comment } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const GO = /^go$/

export const golangciLint: Tool = {
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
    directives: [comment('lint', GO, /^nolint\b(?::\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*))?/, 'line')],
  },
}
