import type { SuppressionBaseline } from './protection.ts'

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
