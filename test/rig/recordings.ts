import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../recordings')

export interface Expected {
  readonly name?: string
  readonly file: string | null
  readonly line: number | null
  readonly rule?: string | null
  readonly message: string | null
  readonly severity?: string
}

/** What a person says that a recorded output contains. */
export interface Label {
  readonly tool: string
  readonly command: string
  readonly exit_code: number
  readonly tests: Readonly<Record<string, number>> | null
  readonly failures: readonly Expected[]
  readonly diagnostics?: readonly Expected[]
  readonly complete: boolean
  readonly also_acceptable?: readonly string[]
  readonly partial?: boolean
  readonly kind: 'test' | 'diagnostics'
}

export interface Recording {
  readonly tool: string
  readonly case: string
  readonly text: string
  readonly label: Label
  readonly root: string
}

// Some tools were recorded in a project with another name than theirs.
const projects: Readonly<Record<string, string>> = {
  go: 'gotest',
  'go-build': 'gotest',
  'go-vet': 'gotest',
  mypy: 'pylint_demo',
  pyright: 'pylint_demo',
  flake8: 'pylint_demo',
  pylint: 'pylint_demo',
  gcc: 'cc',
  clang: 'cc',
  rustc: 'cargo',
  rustfmt: 'cargo',
  'cargo-build': 'cargo',
  'cargo-clippy': 'cargo',
  'node-test-22': 'node-test',
  'node-test-24': 'node-test',
}

export function recordings(): Recording[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name: tool }) =>
      readdirSync(join(folder, tool))
        .filter(file => file.endsWith('.txt') && existsSync(join(folder, tool, file.replace(/\.txt$/, '.json'))))
        .map(file => ({
          tool,
          case: file.slice(0, -'.txt'.length),
          text: readFileSync(join(folder, tool, file), 'utf8'),
          label: JSON.parse(readFileSync(join(folder, tool, file.replace(/\.txt$/, '.json')), 'utf8')) as Label,
          root: `/home/dev/${projects[tool] ?? tool}`,
        })),
    )
}
