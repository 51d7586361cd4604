import type { ErrorKind } from '../../tools/canary/plant-error.ts'

/** What each tool must notice, and in which files. */
const TOOLS: Readonly<Record<string, { readonly kind: ErrorKind; readonly files: RegExp }>> = {
  tsc: { kind: 'types', files: /(?<!\.d)\.[cm]?tsx?$/ },
  mypy: { kind: 'types', files: /\.py$/ },
  pyright: { kind: 'types', files: /\.py$/ },
  eslint: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ },
  oxlint: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ },
  biome: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ },
  prettier: { kind: 'syntax', files: /\.(?:[cm]?[jt]sx?|css|scss|json)$/ },
  ruff: { kind: 'syntax', files: /\.py$/ },
  flake8: { kind: 'syntax', files: /\.py$/ },
  pylint: { kind: 'syntax', files: /\.py$/ },
  'go build': { kind: 'syntax', files: /(?<!_test)\.go$/ },
  'golangci-lint': { kind: 'syntax', files: /\.go$/ },
  clippy: { kind: 'syntax', files: /\.rs$/ },
}

export function errorKindOf(tools: readonly string[]): ErrorKind | null {
  const known = tools.find(tool => TOOLS[tool] !== undefined)
  return known === undefined ? null : (TOOLS[known]?.kind ?? null)
}

export function sourcesOf(tools: readonly string[]): RegExp {
  const known = tools.find(tool => TOOLS[tool] !== undefined)
  return (known === undefined ? null : TOOLS[known]?.files) ?? /$^/
}
