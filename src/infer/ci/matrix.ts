import { list, record } from '../../tools/manifests/project.ts'

const PREFERRED = /^(full|all|default|stable|latest|ubuntu-latest|ubuntu.*|linux.*|release|unit|node|vm)$/i

/** One value for each axis of a matrix: what a developer's machine would most likely be. */
export function matrixValues(matrix: unknown): ReadonlyMap<string, string> {
  const values = new Map<string, string[]>()
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.set(key, [...(values.get(key) ?? []), String(value)])
  }
  for (const [key, value] of Object.entries(record(matrix))) {
    if (key === 'exclude') continue
    for (const item of list(value)) {
      add(key, item)
      for (const [inner, leaf] of Object.entries(record(item))) add(key === 'include' ? inner : `${key}.${inner}`, leaf)
    }
  }
  return new Map([...values].map(([key, all]) => [key, all.find(value => PREFERRED.test(value)) ?? all[0] ?? '']))
}

/** All values of an axis, for scripts that differ by it: `npm run ${{ matrix.script }}`. */
export function axisValues(matrix: unknown, axis: string): string[] {
  const [name = '', inner] = axis.split('.')
  const own = list(record(matrix)[name])
    .map(value => (inner === undefined ? value : record(value)[inner]))
    .filter(value => typeof value === 'string')
  const included = list(record(matrix)['include'])
    .map(item => record(item)[axis])
    .filter(value => typeof value === 'string')
  return [...new Set([...own, ...included].map(String))]
}
