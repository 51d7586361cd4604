import { at, fileAt, type Project, string, strings } from './project.ts'

/** Folders that the root manifest declares as packages of a JavaScript workspace, and that have a manifest of their own. */
export function workspaceFolders(project: Project): string[] {
  const patterns = declared(project).map(pattern => pattern.replace(/^\.\//, '').replace(/\/+$/, ''))
  if (patterns.length === 0) return []
  const [left, taken] = [patterns.filter(isNegated), patterns.filter(pattern => !isNegated(pattern))].map(some =>
    some.map(pattern => matching(pattern.replace(/^!\/?/, ''))),
  ) as [RegExp[], RegExp[]]
  return [...project.tree]
    .filter(
      ([folder, { files }]) =>
        folder !== '' &&
        files.includes('package.json') &&
        taken.some(pattern => pattern.test(folder)) &&
        !left.some(pattern => pattern.test(folder)),
    )
    .map(([folder]) => folder)
}

function declared(project: Project): readonly string[] {
  const own = at(fileAt(project, 'package.json')?.data, 'workspaces')
  const lerna = fileAt(project, 'lerna.json')?.data
  const rush = at(fileAt(project, 'rush.json')?.data, 'projects')
  return [
    ...strings(own),
    ...strings(at(own, 'packages')),
    ...strings(at(fileAt(project, 'pnpm-workspace.yaml')?.data, 'packages')),
    ...strings(at(lerna, 'packages')),
    ...(Array.isArray(rush) ? rush.map(one => string(at(one, 'projectFolder'))).filter(folder => folder !== '') : []),
  ]
}

const isNegated = (pattern: string): boolean => pattern.startsWith('!')

/** `packages/*`, `libs/**`, `{apps,tools}/*`. */
const matching = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\{([^{}]*)\}/g, (_, inner: string) => `(?:${inner.replaceAll(',', '|')})`)
      .replace(/\*\*\/?|\*|\?/g, star => (star === '?' ? '[^/]' : star === '*' ? '[^/]*' : '(?:.*/)?'))
      .replace(/\(\?:\.\*\/\)\?$/, '.*')}$`,
  )
