import { packageManager } from './package-manager.ts'
import { exists, type Project } from './project.ts'

/** The command that would run a project's first tests, where its ecosystem has a usual one; null where none is obvious. */
export function firstTestCommand(project: Project): string | null {
  if (exists(project, 'package.json')) return `${packageManager(project)} test`
  const ending = USUAL.find(([pattern]) =>
    [...project.tree.values()].some(({ files }) => files.some(name => pattern.test(name))),
  )
  return ending?.[1] ?? null
}

const USUAL: readonly (readonly [RegExp, string])[] = [
  [/\.py$/, 'python3 -m pytest'],
  [/\.[cm]?js$/, 'node --test'],
]
