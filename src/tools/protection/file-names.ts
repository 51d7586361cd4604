import type { SuppressionBaseline } from './protection.ts'

/** `jest.config.json`, `nx.json`: data under the name of a tool. */
export const dataFile = (name: string): RegExp =>
  new RegExp(String.raw`^(?:${name})(?:\.[\w-]+)*\.(?:json|json5|jsonc|ya?ml|toml)$`)

/** `vitest.unit.config.ts`, `karma.conf.js`. */
export const configModule = (name: string): RegExp =>
  new RegExp(String.raw`^(?:${name})(?:\.[\w-]+)*\.(?:config|conf|workspace|projects?)(?:\.[\w-]+)*\.\w+$`)

/** `.eslintrc`, `.mocharc.json`. */
export const dotFile = (name: string): RegExp => new RegExp(String.raw`^\.(?:${name})(?:\.\w+)*$`)

/** Files in which many Python tools have a section, as the source of a pattern. */
export const PYTHON_CONFIGS = String.raw`pyproject\.toml|setup\.cfg|tox\.ini`

/** A module of this name beside the tests is imported in place of the tool. */
export const inPlaceOf = (names: string): RegExp =>
  new RegExp(String.raw`^(?:(?:src|tests?|lib)\/)?(?:${names})(?:\.py|\/__init__\.py)$`)

/** A baseline with one finding a line. */
export const lineBaseline = (name: string): SuppressionBaseline => ({
  files: new RegExp(String.raw`(?:^|\/)[\w.-]*(?:${name})[\w-]*baseline[\w.-]*$`),
  families: ['types', 'lint'],
  amount: text => text.split('\n').filter(line => line.trim() !== '').length,
})
